#include "core/settings/settings.hpp"

#include <unistd.h>

#include <cstdlib>

#include "core/settings/reader.hpp"
#include "core/settings/words.hpp"
#include "core/topo/places.hpp"
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

Settings read_environment() {
  return read_settings({.variable = [](const char* name) { return std::getenv(name); },
                        .warn = [](const std::string& line) { platform::warn("%s", line.c_str()); },
                        .entries = environ});
}

}  // namespace

Settings read_settings(const Environment& environment) {
  Settings s;
  Reader reader(s, environment);
  if (const auto v = reader.find("KMP_WARNINGS")) s.warnings = truth(v->text).value_or(true);
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
std::atomic<long> block_time_us{-1};

const Settings& settings_slow() noexcept {
  static const Settings* const all = new Settings(read_environment());  // outlives every thread
  block_time_us.store(all->block_us, std::memory_order_relaxed);
  known_settings.store(all, std::memory_order_release);
  return *all;
}

}  // namespace tidemill::core
