// MA-2 (paper of 2021, section 3.2): sends and all tasks that lead to one go before the others.
#include "annotations.hpp"
#include "priorities.hpp"
#include "task_graph.hpp"

namespace cholesky {
namespace {

class Ma2 {
 public:
  explicit Ma2(const Run& run)
      : steps_(
            send_priorities(run.layout(), run.rank(), steps_to_sends(run.layout(), run.rank()))) {}
  int priority(const Task&) { return steps_[next_++] > 0 ? 1 : 0; }

 private:
  std::vector<int> steps_;  ///< above 0: leads to a send
  std::size_t next_ = 0;
};

}  // namespace

void solve_ma2(Run& run) { TaskGraph<Ma2>(run).execute(); }

}  // namespace cholesky
