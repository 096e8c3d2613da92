// First created, first run, within a priority: the order in which the program would run alone. The
// key is the one that the task has from its creation, so nothing is asked.
#include "core/policy/policy.hpp"

namespace tidemill::core {

extern const Policy policy_fifo;
const Policy policy_fifo{.name = "fifo", .meaning = "first created, first run"};

}  // namespace tidemill::core
