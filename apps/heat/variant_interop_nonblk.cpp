// Interop(non-blk) (paper of 2019, section 7.1): the graph of interop-blk, its blocking calls
// replaced by non-blocking ones bound to the task: the body returns at once, and the task
// completes, releasing its dependences, when the message has. Below MPI_TASK_MULTIPLE TAMPI_Iwait
// waits in place, and the message tasks are serialised.
#include <TAMPI.h>

#include "task_graph.hpp"
#include "variants.hpp"

namespace heat {
namespace {

struct BoundChannel {
  static void send(const Run&, const double* data, int count, int peer, int tag) {
    MPI_Request request;
    MPI_Isend(data, count, MPI_DOUBLE, peer, tag, MPI_COMM_WORLD, &request);
    TAMPI_Iwait(&request, MPI_STATUS_IGNORE);
  }
  static void receive(const Run&, double* data, int count, int peer, int tag) {
    MPI_Request request;
    MPI_Irecv(data, count, MPI_DOUBLE, peer, tag, MPI_COMM_WORLD, &request);
    TAMPI_Iwait(&request, MPI_STATUS_IGNORE);
  }
};

}  // namespace

void solve_interop_nonblk(Run& run) { TaskGraph<BoundChannel>(run).execute(); }

}  // namespace heat
