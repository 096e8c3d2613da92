// How many: threads, levels, teams. How loops are run, and where target regions.
#include <climits>

#include "core/settings/reader.hpp"
#include "core/settings/words.hpp"

namespace tidemill::core {

namespace {

std::optional<std::vector<int>> positive_list(std::string_view text) {
  std::vector<int> list;
  for (const std::string_view part : split(text, ',')) {
    const auto value = number_between(part, 1, INT_MAX);
    if (!value) return std::nullopt;
    list.push_back(static_cast<int>(*value));
  }
  return list;
}

void read_num_threads(Reader& reader) {
  Settings& s = reader.settings();
  s.initial.num_threads = {s.processors};
  if (auto list = reader.take(Setting::num_threads, {"OMP_NUM_THREADS"}, positive_list,
                              "a list of numbers from 1 to 2147483647, one per nesting level",
                              std::to_string(s.processors) + ", one per processor"))
    s.initial.num_threads = std::move(*list);
}

void read_limit(Reader& reader, Setting setting, std::initializer_list<const char*> names,
                int& limit) {
  const auto parse = [](std::string_view text) { return number_between(text, 1, INT_MAX); };
  if (const auto value =
          reader.take(setting, names, parse, "a number from 1 to 2147483647", "no limit"))
    limit = static_cast<int>(*value);
}

std::optional<Schedule> kind_of(std::string_view word) noexcept {
  if (same_word(word, "static")) return Schedule{ScheduleKind::static_, 0};
  if (same_word(word, "dynamic")) return Schedule{ScheduleKind::dynamic, 1};
  if (same_word(word, "guided")) return Schedule{ScheduleKind::guided, 1};
  if (same_word(word, "auto")) return Schedule{ScheduleKind::automatic, 0};
  // libomp's own words, by the kinds they are variants of.
  if (same_word(word, "static_steal")) return Schedule{ScheduleKind::dynamic, 1};
  if (same_word(word, "trapezoidal")) return Schedule{ScheduleKind::guided, 1};
  return std::nullopt;
}

}  // namespace

void read_thread_settings(Reader& reader) {
  Icvs& icvs = reader.settings().initial;
  read_num_threads(reader);
  read_limit(reader, Setting::thread_limit,
             {"OMP_THREAD_LIMIT", "KMP_DEVICE_THREAD_LIMIT", "KMP_ALL_THREADS"}, icvs.thread_limit);
  icvs.dynamic = reader.take_truth(Setting::dynamic, "OMP_DYNAMIC").value_or(false);
  reader.take_count(Setting::num_teams, "OMP_NUM_TEAMS", 1, icvs.teams, "no limit");
  read_limit(reader, Setting::teams_thread_limit,
             {"OMP_TEAMS_THREAD_LIMIT", "KMP_TEAMS_THREAD_LIMIT"}, icvs.teams_thread_limit);
}

// 21.1.5: a list of threads or of policies asks for nesting; OMP_NESTED is the older way to.
void read_nesting_settings(Reader& reader) {
  Icvs& icvs = reader.settings().initial;
  if (icvs.num_threads.size() > 1) icvs.max_active_levels = INT_MAX;
  if (const auto nested = reader.take_truth(Setting::nested, "OMP_NESTED", "the default"))
    icvs.max_active_levels = *nested ? INT_MAX : 1;
  reader.take_count(Setting::max_active_levels, "OMP_MAX_ACTIVE_LEVELS", 0, icvs.max_active_levels,
                    "the default");
}

// OMP_SCHEDULE: [modifier:]kind[,chunk].
void read_schedule_settings(Reader& reader) {
  const auto v = reader.find("OMP_SCHEDULE");
  if (!v) return;
  std::string_view rest = v->text;
  bool monotonic = false;
  if (const auto colon = rest.find(':'); colon != std::string_view::npos) {
    const auto modifier = trim(rest.substr(0, colon));
    monotonic = same_word(modifier, "monotonic");
    if (!monotonic && !same_word(modifier, "nonmonotonic"))
      return reader.refuse(*v, "monotonic: or nonmonotonic: before the kind", "dynamic,1");
    rest.remove_prefix(colon + 1);
  }
  const auto comma = rest.find(',');
  auto schedule = kind_of(trim(rest.substr(0, comma)));
  if (!schedule)
    return reader.refuse(*v, "one of the kinds static, dynamic, guided, auto", "dynamic,1");
  schedule->monotonic = monotonic;
  if (comma != std::string_view::npos) {
    const auto chunk = number_between(rest.substr(comma + 1), 1, INT_MAX);
    if (!chunk)
      reader.refuse(*v, "a chunk from 1 to 2147483647 after the kind", "the kind's default");
    else if (schedule->kind != ScheduleKind::automatic)
      schedule->chunk = static_cast<int>(*chunk);
  }
  reader.settings().initial.run_schedule = *schedule;
  reader.took(Setting::schedule, *v);
}

void read_device_settings(Reader& reader) {
  Settings& s = reader.settings();
  if (const auto which = reader.take_word(Setting::target_offload, "OMP_TARGET_OFFLOAD",
                                          {"default", "disabled", "mandatory"},
                                          "mandatory, disabled or default", "default"))
    s.target_offload = static_cast<TargetOffload>(*which);
  if (s.target_offload == TargetOffload::mandatory) s.initial.default_device = kInvalidDevice;
  reader.take_count(Setting::default_device, "OMP_DEFAULT_DEVICE", 0, s.initial.default_device,
                    "0");
}

}  // namespace tidemill::core
