// Every message in a task of its own: the receives first, and many more of them than threads.
#include <TAMPI.h>

#include <cstdio>
#include <cstdlib>
#include <stdexcept>
#include <vector>

namespace {

constexpr int kBlocks = 64;
constexpr int kLength = 4096;

using Block = std::vector<double>;

struct Ring {
  explicit Ring(MPI_Comm of) : comm(of) {
    MPI_Comm_rank(comm, &rank);
    MPI_Comm_size(comm, &size);
  }
  int left() const { return (rank + size - 1) % size; }
  int right() const { return (rank + 1) % size; }

  MPI_Comm comm;
  int rank = 0;
  int size = 0;
};

void check(Block const& block, double expected) {
  for (double const value : block) {
    if (value != expected) throw std::runtime_error("a wrong value arrived");
  }
}

void post_receives(Ring const& ring, std::vector<Block>& incoming) {
  for (int b = 0; b < kBlocks; ++b) {
    // Pauses the task until the message is there; the thread goes on with other tasks.
    double* const data = incoming[b].data();
#pragma omp task untied depend(out : data[0]) shared(ring)
    MPI_Recv(data, kLength, MPI_DOUBLE, ring.left(), b, ring.comm, MPI_STATUS_IGNORE);
  }
}

void send(Ring const& ring, std::vector<Block>& outgoing) {
  for (int b = 0; b < kBlocks; ++b) {
    double* const data = outgoing[b].data();
#pragma omp task depend(out : data[0]) shared(ring)
    for (int i = 0; i < kLength; ++i) data[i] = ring.rank + b;

#pragma omp task depend(in : data[0]) shared(ring)
    {
      // Returns at once; the task is complete, for those that depend on it, when the message is.
      MPI_Request request;
      MPI_Isend(data, kLength, MPI_DOUBLE, ring.right(), b, ring.comm, &request);
      TAMPI_Iwait(&request, MPI_STATUS_IGNORE);
    }
  }
}

int count_wrong(Ring const& ring, std::vector<Block> const& incoming) {
  int wrong = 0;
  for (int b = 0; b < kBlocks; ++b) {
    double const* const data = incoming[b].data();
#pragma omp task depend(in : data[0]) shared(ring, incoming, wrong)
    try {  // an exception may not leave its task
      check(incoming[b], ring.left() + b);
    } catch (std::runtime_error const& error) {
      std::fprintf(stderr, "rank %d, block %d: %s\n", ring.rank, b, error.what());
#pragma omp atomic
      ++wrong;
    }
  }
#pragma omp taskwait
  return wrong;
}

}  // namespace

int main(int argc, char** argv) {
  int provided = 0;
  MPI_Init_thread(&argc, &argv, MPI_TASK_MULTIPLE, &provided);
  Ring const ring(MPI_COMM_WORLD);
  if (provided < MPI_TASK_MULTIPLE) {
    std::fprintf(stderr, "rank %d: MPI is not task-aware: is the Tidemill layer linked?\n",
                 ring.rank);
    MPI_Abort(MPI_COMM_WORLD, 1);
  }
  std::vector<Block> incoming(kBlocks, Block(kLength));
  std::vector<Block> outgoing(kBlocks, Block(kLength));
  int wrong = 0;
#pragma omp parallel
#pragma omp single
  {
    post_receives(ring, incoming);
    send(ring, outgoing);
    wrong = count_wrong(ring, incoming);
  }
  MPI_Allreduce(MPI_IN_PLACE, &wrong, 1, MPI_INT, MPI_SUM, ring.comm);
  if (ring.rank == 0) {
    std::printf("%d ranks, %d blocks each, %d wrong blocks\n", ring.size, kBlocks, wrong);
  }
  MPI_Finalize();
  return wrong == 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}
