// Parallel regions from the scheduler's side.
#pragma once

namespace tidemill::core {

class Worker;
struct Task;

/// An implicit task of a team, on its worker, from start to the barrier at the region's end.
void run_implicit_task(Worker& worker, Task* implicit);

}  // namespace tidemill::core
