#include "core/settings/settings.hpp"

#include <unistd.h>

#include <cstdlib>
#include <string>
#include <vector>

#include "core/settings/places.hpp"
#include "core/settings/reader.hpp"
#include "platform/first_use.hpp"
#include "platform/report.hpp"

namespace tidemill::core {

namespace {

void count_processors(Reader& reader) {
  Settings& s = reader.settings();
  s.processors = usable_processors(s.hw_subset);
  if (s.processors > 0) return;
  reader.refuse(*reader.find("KMP_HW_SUBSET"), "a part of this machine", "all processors");
  s.hw_subset.clear();
  if (s.places.kind == PlaceKind::whole) {  // asked for by the subset alone
    s.places = PlacesRequest{};
    s.initial.proc_bind = {ProcBind::false_};
  }
  s.origin[static_cast<std::size_t>(Setting::hw_subset)] = nullptr;
  s.processors = usable_processors({});
}

/// A list of processors of which this process may use none binds no thread, and that is what calls
/// and OMP_DISPLAY_ENV then say.
void check_listed_places(Settings& s, std::vector<std::string>& warnings) {
  if (s.places.kind != PlaceKind::listed || s.places.whole_machine || topology_is_described())
    return;
  Topology usable;
  for (const int cpu : inherited_mask().list()) usable.processors.push_back({.number = cpu});
  std::string remark;
  if (!resolve_places(s.places, usable, remark).empty()) return;
  if (s.warnings) warnings.push_back(std::string(s.places.variable) + ": " + remark);
  s.places = PlacesRequest{};
  s.initial.proc_bind = {ProcBind::false_};
  for (const Setting setting : {Setting::places, Setting::proc_bind})
    s.origin[static_cast<std::size_t>(setting)] = nullptr;
}

Settings read_environment(std::vector<std::string>& warnings) {
  Settings s = read_settings({.variable = [](const char* name) { return std::getenv(name); },
                              .warn = [&](const std::string& line) { warnings.push_back(line); },
                              .entries = environ});
  check_listed_places(s, warnings);
  return s;
}

constexpr long kUnread = -2;

}  // namespace

Settings read_settings(const Environment& environment) {
  Settings s;
  Reader reader(s, environment);
  s.warnings = reader.take_truth(std::nullopt, "KMP_WARNINGS", "true").value_or(true);
  read_affinity_display_settings(reader);
  read_binding_settings(reader);
  count_processors(reader);
  read_thread_settings(reader);
  read_nesting_settings(reader);
  read_schedule_settings(reader);
  read_stack_settings(reader);
  read_waiting_settings(reader);
  read_allocator_settings(reader);
  read_task_settings(reader);
  read_device_settings(reader);
  read_tool_settings(reader);
  remark_unknown_variables(reader);
  return s;
}

std::atomic<const Settings*> known_settings{nullptr};
std::atomic<long> block_time_us{kUnread};
std::atomic<std::size_t> called_stack_bytes{0};
std::atomic<const Policy*> chosen_policy{nullptr};
std::atomic<bool> sends_expected{false};
std::atomic<bool> infers_affinity{false};

const Settings& settings_slow() noexcept {
  std::vector<std::string> warnings;
  const Settings* const mine = new Settings(read_environment(warnings));  // outlives every thread
  // A call may have changed it already, and may from now on; and once, if others read them, too.
  long unread = kUnread;
  block_time_us.compare_exchange_strong(unread, mine->block_us, std::memory_order_relaxed);
  infers_affinity.store(mine->infers_affinity, std::memory_order_relaxed);
  if (platform::publish_first(known_settings, mine))
    for (const std::string& line : warnings) platform::warn("%s", line.c_str());
  return *known_settings.load(std::memory_order_acquire);
}

}  // namespace tidemill::core
