// No annotation: no task has a priority. What a policy makes of the graph by itself.
#include "annotations.hpp"
#include "task_graph.hpp"

namespace cholesky {
namespace {

struct None {
  explicit None(const Run&) {}
  static int priority(const Task&) { return 0; }
};

}  // namespace

void solve_none(Run& run) { TaskGraph<None>(run).execute(); }

}  // namespace cholesky
