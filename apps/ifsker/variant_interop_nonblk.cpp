// Interop(non-blk) (paper of 2019, section 7.2): the graph of interop-blk, whose messages are bound
// to the task instead: the body returns at once, and the task completes, releasing its dependences,
// when all its messages have.
#include <TAMPI.h>

#include <optional>
#include <vector>

#include "task_graph.hpp"
#include "variants.hpp"

namespace ifsker {
namespace {

struct BoundChannel {
  static constexpr bool waits_in_place = false;

  static void wait_all(std::vector<MPI_Request>& requests) {
    TAMPI_Iwaitall(static_cast<int>(requests.size()), requests.data(), MPI_STATUSES_IGNORE);
  }
  static void hold(app::Alarm& alarm, double due) { alarm.complete_at(due); }
  static void add_up(const double* mine, double* total) {
    MPI_Request request;
    MPI_Ireduce(mine, total, 2, MPI_DOUBLE, MPI_SUM, 0, MPI_COMM_WORLD, &request);
    TAMPI_Iwait(&request, MPI_STATUS_IGNORE);
  }
};

}  // namespace

void solve_interop_nonblk(Run& run) {
  std::optional<app::Alarm> alarm;
  if (run.delay_s > 0) alarm.emplace();
  TaskGraph<BoundChannel>(run, alarm ? &*alarm : nullptr).execute();
}

}  // namespace ifsker
