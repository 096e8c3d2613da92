// MA-3 (paper of 2021, section 3.2 and algorithm 1): sends have the highest priority there is, and
// a task that leads to one less the more steps there are between.
#include <omp.h>

#include "annotations.hpp"
#include "priorities.hpp"
#include "task_graph.hpp"

namespace cholesky {
namespace {

class Ma3 {
 public:
  explicit Ma3(const Run& run)
      : priorities_(send_priorities(run.layout(), run.rank(), omp_get_max_task_priority())) {}
  int priority(const Task&) { return priorities_[next_++]; }

 private:
  std::vector<int> priorities_;
  std::size_t next_ = 0;
};

}  // namespace

void solve_ma3(Run& run) { TaskGraph<Ma3>(run).execute(); }

}  // namespace cholesky
