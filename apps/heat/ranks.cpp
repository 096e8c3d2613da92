#include "ranks.hpp"

#include <chrono>
#include <climits>
#include <cstdint>
#include <thread>

#include "error.hpp"

namespace heat {
namespace {

void share_from(MPI_Comm comm, int root, std::string& bytes) {
  std::uint64_t size = bytes.size();
  MPI_Bcast(&size, 1, MPI_UINT64_T, root, comm);
  if (size > INT_MAX) {
    throw UsageError("input of " + std::to_string(size) + " bytes: use a file below 2 GiB");
  }
  bytes.resize(size);
  MPI_Bcast(bytes.data(), static_cast<int>(size), MPI_BYTE, root, comm);
}

}  // namespace

void agree(MPI_Comm comm, const std::string& failure) {
  int rank = 0, ranks = 0;
  MPI_Comm_rank(comm, &rank);
  MPI_Comm_size(comm, &ranks);
  const int mine = failure.empty() ? ranks : rank;
  int first = ranks;
  MPI_Allreduce(&mine, &first, 1, MPI_INT, MPI_MIN, comm);
  if (first == ranks) return;
  std::string text = failure;
  share_from(comm, first, text);
  throw UsageError(text);
}

void share(MPI_Comm comm, std::string& bytes) { share_from(comm, 0, bytes); }

void wait_for_all(MPI_Comm comm) {
  using namespace std::chrono_literals;
  MPI_Request request;
  MPI_Ibarrier(comm, &request);
  for (int done = 0;;) {
    MPI_Test(&request, &done, MPI_STATUS_IGNORE);
    if (done) return;
    std::this_thread::sleep_for(200us);
  }
}

}  // namespace heat
