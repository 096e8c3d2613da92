#include "ranks.hpp"

#include <algorithm>
#include <chrono>
#include <climits>
#include <cstdint>
#include <new>
#include <thread>

#include "error.hpp"
#include "memory.hpp"

namespace app {
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

void on_rank_0(MPI_Comm comm, const std::function<void()>& work) {
  int rank = 0;
  MPI_Comm_rank(comm, &rank);
  std::string failure;
  if (rank == 0) {
    try {
      work();
    } catch (const UsageError& error) {
      failure = error.what();
    } catch (const std::bad_alloc&) {
      failure =
          "rank 0 has no memory for this; give a smaller problem, or a smaller file as --input";
    }
  }
  agree(comm, failure);
}

void allocate(MPI_Comm comm, double bytes, const std::string& failure,
              const std::function<void()>& make) {
  bool enough = true;
  try {
    if (bytes > physical_memory()) throw std::bad_alloc();
    make();
  } catch (const std::bad_alloc&) {
    enough = false;
  }
  agree(comm, enough ? "" : failure);
}

void share(MPI_Comm comm, std::string& bytes) { share_from(comm, 0, bytes); }

void share(MPI_Comm comm, std::vector<double>& numbers) {
  std::uint64_t size = numbers.size();
  MPI_Bcast(&size, 1, MPI_UINT64_T, 0, comm);
  numbers.resize(size);
  constexpr std::uint64_t at_once = 1 << 24;  // MPI counts in int
  for (std::uint64_t begin = 0; begin < size; begin += at_once) {
    const int count = static_cast<int>(std::min(at_once, size - begin));
    MPI_Bcast(numbers.data() + begin, count, MPI_DOUBLE, 0, comm);
  }
}

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

}  // namespace app
