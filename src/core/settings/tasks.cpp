// Tasks: priorities, cancellation, migration, floating-point modes, the scheduling policy.
#include <algorithm>
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
  const auto v = reader.find("TIDEMILL_STACKS");
  if (!v) return;
  Settings& s = reader.settings();
  s.own_stacks = same_word(trim(v->text), "own");
  if (!s.own_stacks && !same_word(trim(v->text), "any"))
    return reader.refuse(*v, "own or any", "any");
  reader.took(Setting::stacks, *v);
  if (s.own_stacks && s.migrate)
    reader.remark(*v, "tasks stay with their thread: TIDEMILL_MIGRATE has no effect");
}

void read_data_affinity(Reader& reader) {
  const auto v = reader.find("TIDEMILL_DATA_AFFINITY");
  if (!v) return;
  const bool depend = same_word(trim(v->text), "depend");
  if (!depend && !same_word(trim(v->text), "off")) return reader.refuse(*v, "off or depend", "off");
  reader.settings().infers_affinity = depend;
  reader.took(Setting::data_affinity, *v);
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
  read_data_affinity(reader);
}

}  // namespace tidemill::core
