#include "engine/file_components.hpp"

#include <dlfcn.h>

#include <cstdlib>

#include "engine/mpi_api.hpp"

namespace tidemill::mpi {

void prefer_file_components() {
  constexpr int kKeepTheUsers = 0;
  if constexpr (kHasFileComponents) setenv("OMPI_MCA_fcoll", "^vulcan", kKeepTheUsers);
}

int after_file_open(int code) {
  // MPI may have refused before it loaded what is looked for: the next file will do.
  if (code != MPI_SUCCESS) return code;
  // One at a time, and once: a second call could return while the first one is still at it. MPI
  // loads the function with the first file.
  [[maybe_unused]] static const bool made = [] {
    void* const make = dlsym(RTLD_DEFAULT, "mca_common_ompio_buffer_alloc_init");
    if (make != nullptr) reinterpret_cast<int (*)()>(make)();
    return make != nullptr;
  }();
  return code;
}

}  // namespace tidemill::mpi
