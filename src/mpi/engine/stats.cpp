#include "engine/stats.hpp"

#include <tidemill/stats.h>
#include <time.h>

#include <algorithm>
#include <vector>

#include "collectives/hidden_comm.hpp"
#include "engine/diagnostics.hpp"
#include "engine/mpi_api.hpp"
#include "platform/cpu.hpp"

namespace tidemill::mpi {
namespace {

constexpr std::uint64_t kMostNs = 60'000'000'000;
constexpr long kNapMostNs = 1'000'000;

/// False: not within the time, or not at all.
bool wait_for(MPI_Request& request, std::uint64_t most_ns) {
  const std::uint64_t begin = platform::now_ns();
  for (long nap_ns = 1000;; nap_ns = std::min(2 * nap_ns, kNapMostNs)) {
    int done = 0;
    if (PMPI_Test(&request, &done, MPI_STATUS_IGNORE) != MPI_SUCCESS) return false;
    if (done) return true;
    if (platform::now_ns() - begin > most_ns) return false;
    const timespec nap{0, nap_ns};
    nanosleep(&nap, nullptr);
  }
}

/// Of ranks that all come here: on how many is it asked for? 0, too, if MPI can't tell.
int count_asking(MPI_Comm comm, bool here) {
  // Kept where it isn't through in time: MPI may still write there.
  int* const asking = new int(here);
  MPI_Request request = MPI_REQUEST_NULL;
  const int code = PMPI_Iallreduce(MPI_IN_PLACE, asking, 1, MPI_INT, MPI_SUM, comm, &request);
  if (code != MPI_SUCCESS || !wait_for(request, kMostNs)) return 0;
  const int count = *asking;
  delete asking;
  return count;
}

void print_gathered(std::vector<tidemill_stats>& all) {
  std::erase_if(all, [](const tidemill_stats& stats) { return stats.rank < 0; });
  tidemill_print_stats(all.data(), static_cast<int>(all.size()));
}

bool any_asks = false;  // of the task-aware ranks, as they have told each other

}  // namespace

void note_who_asks_for_stats(bool any) { any_asks = any; }

void gather_stats() {
  const bool here = tidemill_has_stats() != 0;
  const bool all_come = hidden_comm.is_open() && any_asks;
  if (!here && !all_come) return;
  const MPI_Comm comm = all_come ? hidden_comm.handle() : MPI_COMM_WORLD;
  int rank = 0, ranks = 1;
  PMPI_Comm_rank(comm, &rank);
  PMPI_Comm_size(comm, &ranks);
  const int asking = all_come ? count_asking(comm, here) : ranks;
  if (asking == 0) return;
  if (rank == 0 && asking < ranks)
    warn("TIDEMILL_STATS: set on %d of %d ranks: set it for all, as 'tidemill run --stats' does",
         asking, ranks);
  tidemill_stats own{};
  if (here) tidemill_take_stats(&own);
  own.rank = here ? rank : -1;
  // Kept where it isn't through in time: MPI may still write there.
  auto* const all =
      new std::vector<tidemill_stats>(rank == 0 ? static_cast<std::size_t>(ranks) : 1);
  auto* const sent = new tidemill_stats(own);
  MPI_Request request = MPI_REQUEST_NULL;
  const int code = PMPI_Igather(sent, sizeof own, MPI_BYTE, all->data(), sizeof own, MPI_BYTE, 0,
                                comm, &request);
  if (code == MPI_SUCCESS && wait_for(request, kMostNs)) {
    if (rank == 0) print_gathered(*all);
    delete all;
    delete sent;
    return;
  }
  if (rank == 0) {
    warn(
        "TIDEMILL_STATS: not all ranks gave their account within a minute: set it for all, as "
        "'tidemill run --stats' does; rank 0 alone:");
    if (here) tidemill_print_stats(&own, 1);
  }
}

}  // namespace tidemill::mpi
