// Interop(blk) (paper of 2019, section 7.2): message tasks call MPI's blocking functions, which
// pause the task.
#include <mpi.h>

#include <optional>

#include "task_graph.hpp"
#include "variants.hpp"

namespace ifsker {
namespace {

struct PausingChannel {
  static constexpr bool receive_returns_late = true;

  static void send(const Message& message) {
    MPI_Send(message.send, message.count, MPI_DOUBLE, message.to, message.tag, MPI_COMM_WORLD);
  }
  static void receive(const Message& message) {
    MPI_Recv(message.receive, message.count, MPI_DOUBLE, message.from, message.tag, MPI_COMM_WORLD,
             MPI_STATUS_IGNORE);
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
