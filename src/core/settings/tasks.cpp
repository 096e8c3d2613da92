// Tasks: priorities, cancellation, migration, floating-point modes, the scheduling policy.
#include <climits>
#include <string>

#include "core/settings/reader.hpp"
#include "core/settings/words.hpp"

namespace tidemill::core {

namespace {

/// "fifo, ready or lifo": what users are offered.
std::string policy_choices() {
  std::string choices;
  std::string last;
  for (const Policy* policy : all_policies()) {
    if (policy->for_tests) continue;
    if (!last.empty()) choices += (choices.empty() ? "" : ", ") + last;
    last = policy->name;
  }
  return choices.empty() ? last : choices + " or " + last;
}

void read_policy(Reader& reader) {
  const auto v = reader.find("TIDEMILL_POLICY");
  if (!v) return;
  const Policy* const policy = find_policy(trim(v->text));
  if (policy == nullptr) return reader.refuse(*v, policy_choices(), default_policy().name);
  reader.settings().policy = policy;
  reader.took(Setting::policy, *v);
}

/// After TIDEMILL_MIGRATE.
void read_stacks(Reader& reader) {
  constexpr const char* kName = "TIDEMILL_STACKS";
  Settings& s = reader.settings();
  s.own_stacks = reader.take_word(Setting::stacks, kName, {"any", "own"}, "own or any", "any") == 1;
  if (s.own_stacks && s.migrate)
    reader.remark(*reader.find(kName),
                  "tasks stay with their thread: TIDEMILL_MIGRATE has no effect");
}

}  // namespace

void read_task_settings(Reader& reader) {
  Settings& s = reader.settings();
  if (const auto n =
          reader.take_number(Setting::max_task_priority, "OMP_MAX_TASK_PRIORITY", 0, INT_MAX, "0"))
    s.max_task_priority = static_cast<int>(*n);
  s.cancellation = reader.take_truth(Setting::cancellation, "OMP_CANCELLATION").value_or(false);
  s.migrate = reader.take_truth(Setting::migrate, "TIDEMILL_MIGRATE").value_or(false);
  s.inherit_modes =
      reader.take_truth(Setting::inherit_modes, "KMP_INHERIT_FP_CONTROL", "true").value_or(true);
  read_policy(reader);
  read_stacks(reader);
  s.infers_affinity = reader.take_word(Setting::data_affinity, "TIDEMILL_DATA_AFFINITY",
                                       {"off", "depend"}, "off or depend", "off") == 1;
}

}  // namespace tidemill::core
