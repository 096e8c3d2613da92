// Interop(non-blk) (paper of 2019, section 7.2): the graph of interop-blk, its blocking calls
// replaced by non-blocking ones bound to the task: the body returns at once, and the task
// completes, releasing its dependences, when the message has.
#include <TAMPI.h>

#include <optional>

#include "task_graph.hpp"
#include "variants.hpp"

namespace ifsker {
namespace {

struct BoundChannel {
  static constexpr bool receive_returns_late = false;

  static void send(const Message& message) {
    MPI_Request request;
    MPI_Isend(message.send, message.count, MPI_DOUBLE, message.to, message.tag, MPI_COMM_WORLD,
              &request);
    TAMPI_Iwait(&request, MPI_STATUS_IGNORE);
  }
  static void receive(const Message& message) {
    MPI_Request request;
    MPI_Irecv(message.receive, message.count, MPI_DOUBLE, message.from, message.tag, MPI_COMM_WORLD,
              &request);
    TAMPI_Iwait(&request, MPI_STATUS_IGNORE);
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
