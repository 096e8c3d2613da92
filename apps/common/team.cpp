#include "team.hpp"

#include <omp.h>

namespace app {

Team start_team(const TaskAffinity& affinity) {
  Team team;
#pragma omp parallel default(none) shared(team, affinity)
  {
#pragma omp single
    {
      team.threads = omp_get_num_threads();
      team.nodes = affinity.nodes();
      team.node_of_thread.resize(team.threads);
    }
    team.node_of_thread[omp_get_thread_num()] = affinity.node();
  }
  return team;
}

void in_team(const std::function<void()>& work) {
#pragma omp parallel default(none) shared(work)
#pragma omp single
  work();
}

}  // namespace app
