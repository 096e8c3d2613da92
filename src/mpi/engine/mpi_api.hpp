// The one place that includes <mpi.h>, so that the deprecated C++ bindings some MPIs still ship
// stay out and every file of the layer sees the same MPI. What differs between MPIs beyond the
// standard is selected here, by feature, never in the middle of logic.
#pragma once

#define OMPI_SKIP_MPICXX 1
#define MPICH_SKIP_MPICXX 1
// The layer's MPI_* must be visible for the program's calls to meet them; not every <mpi.h> says
// so.
#pragma GCC visibility push(default)
#include "TAMPI.h"
#pragma GCC visibility pop

namespace tidemill::mpi {

/// MPI's completion calls (Test, Testsome) run MPI_COMM_WORLD's error handler for a failed request,
/// having forgotten its communicator: MPICH and what is made from it. See completion_test.hpp.
/// kRejectsAliasing: a send buffer that is the receive buffer, too, is an error to it.
// Of the standard ABI it is not known before run time: taking care where none is needed is
// harmless.
#if defined(MPICH_VERSION) || defined(MPICH_NAME) || defined(MPI_ABI)
inline constexpr bool kTestForgetsCommunicator = true;
inline constexpr bool kRejectsAliasing = true;
/// PMPI_Test of a request that is done makes MPI advance all the same.
inline constexpr bool kTestProgressesFirst = true;
/// MPI_Ibcast of more than 2 GiB is an error to it, where MPI_Bcast isn't: MPICH 4.0.
inline constexpr bool kIbcastIsLimited = true;
#else
inline constexpr bool kTestForgetsCommunicator = false;
inline constexpr bool kRejectsAliasing = false;
inline constexpr bool kTestProgressesFirst = false;
inline constexpr bool kIbcastIsLimited = false;
#endif

/// A request is a pointer to it.
#if defined(OPEN_MPI)
inline constexpr bool kHandlesAreAddresses = true;
#else
inline constexpr bool kHandlesAreAddresses = false;
#endif

/// Whose handles and constants the layer was compiled with. Those of the standard ABI are any
/// MPI's.
enum class LayerOf : unsigned char { any, openmpi, mpich };
#if defined(MPI_ABI)
inline constexpr LayerOf kLayerOf = LayerOf::any;
#elif defined(OPEN_MPI)
inline constexpr LayerOf kLayerOf = LayerOf::openmpi;
#else
inline constexpr LayerOf kLayerOf = LayerOf::mpich;
#endif

/// Open MPI, or what may turn out to be Open MPI: see file_components.hpp.
#if defined(OPEN_MPI) || defined(MPI_ABI)
inline constexpr bool kHasFileComponents = true;
#else
inline constexpr bool kHasFileComponents = false;
#endif

/// Is there an MPI_COMM_WORLD? Sessions alone have none, nor do those that outlive it.
inline bool world_is_there() {
  int initialized = 0, finalized = 0;
  PMPI_Initialized(&initialized);
  PMPI_Finalized(&finalized);
  return initialized && !finalized;
}

}  // namespace tidemill::mpi
