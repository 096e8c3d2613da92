#include "engine/file_components.hpp"

#include <cstdlib>

#include "engine/mpi_api.hpp"

namespace tidemill::mpi {

void prefer_file_components() {
  constexpr int kKeepTheUsers = 0;
  if constexpr (kHasFileComponents) setenv("OMPI_MCA_fcoll", "^vulcan", kKeepTheUsers);
}

}  // namespace tidemill::mpi
