// OMP_SCHEDULE: [modifier:]kind[,chunk].
#include <climits>

#include "core/settings/reader.hpp"
#include "core/settings/words.hpp"

namespace tidemill::core {

namespace {

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
      reader.refuse(*v, "a positive chunk after the kind", "the kind's default");
    else if (schedule->kind != ScheduleKind::automatic)
      schedule->chunk = static_cast<int>(*chunk);
  }
  reader.settings().initial.run_schedule = *schedule;
  reader.took(Setting::schedule, *v);
}

}  // namespace tidemill::core
