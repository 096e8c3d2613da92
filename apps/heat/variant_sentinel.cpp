// Sentinel (paper of 2019, section 7.1): the task graph with plain blocking MPI calls. They hold
// the thread they run on, so the message tasks are serialised; this is what a hybrid program can
// do with any MPI and any OpenMP.
#include "messages.hpp"
#include "task_graph.hpp"
#include "variants.hpp"

namespace heat {
namespace {

struct BlockingChannel {
  static void send(const Run& run, const double* data, int count, int peer, int tag) {
    send_blocking(run.waiting, data, count, peer, tag);
  }
  static void receive(const Run& run, double* data, int count, int peer, int tag) {
    receive_blocking(run.waiting, data, count, peer, tag);
  }
};

}  // namespace

void solve_sentinel(Run& run) { TaskGraph<BlockingChannel>(run).execute(); }

}  // namespace heat
