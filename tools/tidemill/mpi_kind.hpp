// The MPIs Tidemill has a task-aware layer for, and their names in options and file names.
#pragma once

#include <array>
#include <optional>
#include <string_view>

namespace tidemill::tool {

/// One value per binary interface, not per product: `mpich` stands for all that share its ABI.
enum class Mpi { none, openmpi, mpich };

inline constexpr std::array kMpiLayers{Mpi::openmpi, Mpi::mpich};

/// The name in `--mpi NAME` and in `libtidemill-mpi-NAME.so`.
constexpr std::string_view name_of(Mpi mpi) noexcept {
  switch (mpi) {
    case Mpi::openmpi:
      return "openmpi";
    case Mpi::mpich:
      return "mpich";
    case Mpi::none:
      break;
  }
  return "none";
}

/// The MPI behind a library's SONAME, if it is an MPI's C library. `libmpi.so.12` is the common
/// ABI of MPICH and its derivatives (also an Open MPI older than 2.0, which has no
/// counterpart here); Debian and Ubuntu name MPICH's own `libmpich.so.12`.
constexpr std::optional<Mpi> mpi_of_soname(std::string_view soname) noexcept {
  if (soname == "libmpi.so.40") return Mpi::openmpi;
  if (soname == "libmpich.so.12" || soname == "libmpi.so.12") return Mpi::mpich;
  return std::nullopt;
}

}  // namespace tidemill::tool
