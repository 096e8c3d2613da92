// How many: threads, levels, teams.
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
  const auto v = reader.find("OMP_NUM_THREADS");
  if (!v) return;
  if (auto list = positive_list(v->text)) {
    s.initial.num_threads = std::move(*list);
    reader.took(Setting::num_threads, *v);
  } else {
    reader.refuse(*v, "a list of positive numbers, one per nesting level",
                  std::to_string(s.processors) + ", one per processor");
  }
}

void read_limit(Reader& reader, Setting setting, std::initializer_list<const char*> names,
                int& limit) {
  const auto v = reader.find_first(names);
  if (!v) return;
  if (const auto value = number_between(v->text, 1, INT_MAX)) {
    limit = static_cast<int>(*value);
    reader.took(setting, *v);
  } else {
    reader.refuse(*v, "a positive number", "no limit");
  }
}

}  // namespace

void read_thread_settings(Reader& reader) {
  Icvs& icvs = reader.settings().initial;
  read_num_threads(reader);
  read_limit(reader, Setting::thread_limit,
             {"OMP_THREAD_LIMIT", "KMP_DEVICE_THREAD_LIMIT", "KMP_ALL_THREADS"}, icvs.thread_limit);
  icvs.dynamic = reader.take_truth(Setting::dynamic, "OMP_DYNAMIC").value_or(false);
  if (const auto n =
          reader.take_number(Setting::num_teams, "OMP_NUM_TEAMS", 1, INT_MAX, "no limit"))
    icvs.teams = static_cast<int>(*n);
  read_limit(reader, Setting::teams_thread_limit,
             {"OMP_TEAMS_THREAD_LIMIT", "KMP_TEAMS_THREAD_LIMIT"}, icvs.teams_thread_limit);
}

// 21.1.5: a list of threads or of policies asks for nesting; OMP_NESTED is the older way to.
void read_nesting_settings(Reader& reader) {
  Icvs& icvs = reader.settings().initial;
  if (icvs.num_threads.size() > 1) icvs.max_active_levels = INT_MAX;
  if (const auto nested = reader.take_truth(Setting::nested, "OMP_NESTED", "the default"))
    icvs.max_active_levels = *nested ? INT_MAX : 1;
  if (const auto n = reader.take_number(Setting::max_active_levels, "OMP_MAX_ACTIVE_LEVELS", 0,
                                        INT_MAX, "the default"))
    icvs.max_active_levels = static_cast<int>(*n);
}

}  // namespace tidemill::core
