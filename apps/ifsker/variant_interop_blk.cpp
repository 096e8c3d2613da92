// Interop(blk) (paper of 2019, section 7.2): message tasks wait for their messages by a blocking
// function of MPI's, which pauses the task.
#include <mpi.h>

#include <optional>
#include <vector>

#include "task_graph.hpp"
#include "variants.hpp"

namespace ifsker {
namespace {

struct PausingChannel {
  static constexpr bool waits_in_place = true;

  static void wait_all(std::vector<MPI_Request>& requests) {
    MPI_Waitall(static_cast<int>(requests.size()), requests.data(), MPI_STATUSES_IGNORE);
  }
  static void hold(app::Alarm& alarm, double due) { alarm.wait_until(due); }
  static void add_up(const double* mine, double* total) {
    MPI_Reduce(mine, total, 2, MPI_DOUBLE, MPI_SUM, 0, MPI_COMM_WORLD);
  }
};

}  // namespace

void solve_interop_blk(Run& run) {
  std::optional<app::Alarm> alarm;
  if (run.delay_s > 0) alarm.emplace();
  TaskGraph<PausingChannel>(run, alarm ? &*alarm : nullptr).execute();
}

}  // namespace ifsker
