// Tasks: priorities, cancellation, migration, floating-point modes, the scheduling policy; and
// their stacks (OMP_STACKSIZE, KMP_STACKSIZE, GOMP_STACKSIZE).
#include <string>

#include "core/settings/reader.hpp"
#include "core/settings/words.hpp"
#include "platform/cpu.hpp"

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
  if (policy == nullptr)  // whether MPI is task-aware isn't known yet
    return reader.refuse(*v, policy_choices(), "the default, fifo, or fa with task-aware MPI");
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

std::string kibibytes(std::size_t bytes) { return std::to_string(bytes >> 10) + "K"; }

}  // namespace

void read_task_settings(Reader& reader) {
  Settings& s = reader.settings();
  reader.take_count(Setting::max_task_priority, "OMP_MAX_TASK_PRIORITY", 0, s.max_task_priority,
                    "0");
  s.cancellation = reader.take_truth(Setting::cancellation, "OMP_CANCELLATION").value_or(false);
  s.migrate = reader.take_truth(Setting::migrate, "TIDEMILL_MIGRATE").value_or(false);
  s.inherit_modes =
      reader.take_truth(Setting::inherit_modes, "KMP_INHERIT_FP_CONTROL", "true").value_or(true);
  read_policy(reader);
  read_stacks(reader);
  s.infers_affinity = reader.take_word(Setting::data_affinity, "TIDEMILL_DATA_AFFINITY",
                                       {"off", "depend"}, "off or depend", "off") == 1;
}

void read_stack_settings(Reader& reader) {
  Settings& s = reader.settings();
  s.stack_bytes = platform::stack_limit_bytes();
  const auto v = reader.find_first({"OMP_STACKSIZE", "KMP_STACKSIZE", "GOMP_STACKSIZE"});
  if (!v) return;
  const bool in_bytes = std::string_view(v->name) == "KMP_STACKSIZE";
  const auto bytes = size(v->text, in_bytes ? 1 : 1024);
  if (!bytes || *bytes > kMostStackBytes)
    return reader.refuse(*v, "a size such as 512K, 4M or 1G, at most 1T", kibibytes(s.stack_bytes));
  s.stack_bytes = *bytes;
  reader.took(Setting::stack_size, *v);
  if (*bytes >= kLeastStackBytes) return;
  reader.remark(*v, "too small for a task: using " + kibibytes(kLeastStackBytes));
  s.stack_bytes = kLeastStackBytes;
}

}  // namespace tidemill::core
