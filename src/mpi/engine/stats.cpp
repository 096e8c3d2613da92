#include "engine/stats.hpp"

#include <tidemill/stats.h>
#include <time.h>

#include <algorithm>
#include <vector>

#include "engine/diagnostics.hpp"
#include "engine/mpi_api.hpp"
#include "platform/cpu.hpp"

namespace tidemill::mpi {
namespace {

constexpr std::uint64_t kMostNs = 60'000'000'000;
constexpr long kNapMostNs = 1'000'000;

/// False: not within the minute, or not at all.
bool wait_for(MPI_Request& request) {
  const std::uint64_t begin = platform::now_ns();
  for (long nap_ns = 1000;; nap_ns = std::min(2 * nap_ns, kNapMostNs)) {
    int done = 0;
    if (PMPI_Test(&request, &done, MPI_STATUS_IGNORE) != MPI_SUCCESS) return false;
    if (done) return true;
    if (platform::now_ns() - begin > kMostNs) return false;
    const timespec nap{0, nap_ns};
    nanosleep(&nap, nullptr);
  }
}

}  // namespace

void gather_stats() {
  int rank = 0, ranks = 1;
  if (!tidemill_has_stats()) return;
  PMPI_Comm_rank(MPI_COMM_WORLD, &rank);
  PMPI_Comm_size(MPI_COMM_WORLD, &ranks);
  tidemill_stats own{};
  tidemill_take_stats(&own);
  own.rank = rank;
  // Kept where it isn't through in time: MPI may still write there.
  auto* const all =
      new std::vector<tidemill_stats>(rank == 0 ? static_cast<std::size_t>(ranks) : 1);
  auto* const sent = new tidemill_stats(own);
  MPI_Request request = MPI_REQUEST_NULL;
  const int code = PMPI_Igather(sent, sizeof own, MPI_BYTE, all->data(), sizeof own, MPI_BYTE, 0,
                                MPI_COMM_WORLD, &request);
  if (code == MPI_SUCCESS && wait_for(request)) {
    if (rank == 0) tidemill_print_stats(all->data(), ranks);
    delete all;
    delete sent;
    return;
  }
  if (rank == 0) {
    warn(
        "TIDEMILL_STATS: not all ranks gave their account within a minute: set it for all, as "
        "'tidemill run --stats' does; rank 0 alone:");
    tidemill_print_stats(&own, 1);
  }
}

}  // namespace tidemill::mpi
