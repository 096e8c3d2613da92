// MA-1 (paper of 2021, section 3.2): a ready send goes before all other ready tasks.
#include "annotations.hpp"
#include "task_graph.hpp"

namespace cholesky {
namespace {

struct Ma1 {
  explicit Ma1(const Run&) {}
  static int priority(const Task& task) { return task.kind == Kind::send ? 1 : 0; }
};

}  // namespace

void solve_ma1(Run& run) { TaskGraph<Ma1>(run).execute(); }

}  // namespace cholesky
