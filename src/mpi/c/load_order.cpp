// Whether a program's MPI_Init_thread reaches the layer at all. Where MPI's own library was named
// before it, none of the program's calls does, and nothing else here would ever say so. A tool that
// takes the call may still hand it on to the layer, by RTLD_NEXT: that is seen when it begins.

#include <dlfcn.h>

#include <cstdlib>
#include <cstring>
#include <initializer_list>

#include "engine/diagnostics.hpp"
#include "engine/mpi_api.hpp"
#include "engine/thread_level.hpp"

namespace tidemill::mpi {
namespace {

/// By what launchers tell their ranks; before MPI is initialised there is nobody to ask.
bool is_another_rank() {
  for (const char* variable : {"OMPI_COMM_WORLD_RANK", "PMIX_RANK", "PMI_RANK", "SLURM_PROCID"})
    if (const char* rank = std::getenv(variable)) return std::strcmp(rank, "0") != 0;
  return false;
}

[[gnu::constructor]] void warn_if_never_reached() {
  const char* const taker = taken_before_us("MPI_Init_thread");
  Dl_info mpi{};
  if (!taker || dladdr(reinterpret_cast<void*>(&PMPI_Init_thread), &mpi) == 0 ||
      std::strcmp(taker, mpi.dli_fname) != 0 || is_another_rank())
    return;
  warn(
      "MPI's own library (%s) stands before the task-aware layer and takes MPI_Init_thread: "
      "MPI_TASK_MULTIPLE never begins, and blocking calls block their threads; name the layer "
      "(-ltampi) before MPI where the program is linked, or start the program with tidemill run",
      taker);
}

}  // namespace
}  // namespace tidemill::mpi
