// Marks (paper of 2021, section 3.3): sends have a priority above 0, whatever OMP_MAX_TASK_PRIORITY
// cuts it to. It is a hint to a policy that propagates it to the predecessors by itself.
#include "annotations.hpp"
#include "task_graph.hpp"

namespace cholesky {
namespace {

struct Mark {
  explicit Mark(const Run&) {}
  static int priority(const Task& task) { return task.kind == Kind::send ? 1 : 0; }
};

}  // namespace

void solve_mark(Run& run) { TaskGraph<Mark>(run).execute(); }

}  // namespace cholesky
