// The team of threads an application without MPI runs on. team.cpp is compiled with each program,
// by the compiler whose OpenMP it is to show.
#pragma once

#include <functional>
#include <vector>

#include "task_affinity.hpp"

namespace app {

struct Team {
  int threads = 1;
  int nodes = 1;                    ///< of memory
  std::vector<int> node_of_thread;  ///< 0 to nodes - 1
};

/// Starts the threads that OMP_NUM_THREADS asks for; the next parallel regions have the same.
Team start_team(const TaskAffinity& affinity);

/// Has one thread of a team do `work`.
void in_team(const std::function<void()>& work);

}  // namespace app
