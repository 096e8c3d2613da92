// Whether a program's MPI_Init_thread reaches the layer at all. Where MPI's own library was named
// before it, none of the program's calls does, and nothing else here would ever say so. A tool that
// takes the call may still hand it on to the layer, by RTLD_NEXT: that is seen when it begins. And
// whether the program's tasks are Tidemill's at all: libtidemill has to be loaded before whatever
// library -fopenmp names. And whether this is the layer of the program's MPI.

#include "c/load_order.hpp"

#include <dlfcn.h>

#include <cstdlib>
#include <cstring>
#include <initializer_list>

#include "engine/diagnostics.hpp"
#include "engine/mpi_api.hpp"
#include "engine/thread_level.hpp"
#include "tidemill/tasking.h"

namespace tidemill::mpi {

bool is_another_rank() {
  for (const char* variable : {"OMPI_COMM_WORLD_RANK", "PMIX_RANK", "PMI_RANK", "SLURM_PROCID"})
    if (const char* rank = std::getenv(variable)) return std::strcmp(rank, "0") != 0;
  return false;
}

namespace {

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

void* file_of(const void* address, const char** path) {
  Dl_info info{};
  if (!address || dladdr(address, &info) == 0) return nullptr;
  *path = info.dli_fname;
  return info.dli_fbase;
}

/// PMPI_* are those of the MPI that the program names; the layer passes its own MPI's handles.
[[gnu::constructor]] void warn_of_other_mpi() {
  const char *mpi = nullptr, *layer = nullptr;
  if (kLayerOf == LayerOf::any || is_another_rank() ||
      !file_of(reinterpret_cast<const void*>(&PMPI_Init_thread), &mpi) ||
      !file_of(reinterpret_cast<const void*>(&warn_of_other_mpi), &layer))
    return;
  void* const library = dlopen(mpi, RTLD_LAZY | RTLD_NOLOAD);
  if (!library) return;
  const bool is_openmpi = dlsym(library, "ompi_mpi_comm_world") != nullptr;
  dlclose(library);
  if (is_openmpi == (kLayerOf == LayerOf::openmpi)) return;
  warn(
      "%s is the task-aware layer of %s, but the program's MPI is %s: MPI's functions will fail; "
      "link the layer of that MPI, or leave the choice to tidemill run",
      layer, is_openmpi ? "MPICH and the MPIs with its ABI" : "Open MPI", mpi);
}

}  // namespace

const char* other_openmp() {
  const char *ours = nullptr, *theirs = nullptr;
  void* const us = file_of(reinterpret_cast<const void*>(&tidemill_block_current_task), &ours);
  // GCC's programs begin a region by the one, Clang's by the other.
  for (const char* name : {"GOMP_parallel", "__kmpc_fork_call"}) {
    void* const them = file_of(dlsym(RTLD_DEFAULT, name), &theirs);
    if (us && them && us != them) return theirs;
  }
  return nullptr;
}

}  // namespace tidemill::mpi
