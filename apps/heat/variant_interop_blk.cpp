// Interop(blk) (paper of 2019, section 7.1 and figure 6): the same program as sentinel, which asks
// for MPI_TASK_MULTIPLE. Given that, a blocking call pauses its task and no message task has to
// wait for another; otherwise main has set run.waiting so that they are serialised.
#include <mpi.h>

#include "task_graph.hpp"
#include "variants.hpp"

namespace heat {
namespace {

struct PausingChannel {
  static void send(const Run&, const double* data, int count, int peer, int tag) {
    MPI_Send(data, count, MPI_DOUBLE, peer, tag, MPI_COMM_WORLD);
  }
  static void receive(const Run&, double* data, int count, int peer, int tag) {
    MPI_Recv(data, count, MPI_DOUBLE, peer, tag, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  }
};

}  // namespace

void solve_interop_blk(Run& run) { TaskGraph<PausingChannel>(run).execute(); }

}  // namespace heat
