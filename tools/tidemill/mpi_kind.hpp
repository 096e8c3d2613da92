// The MPIs Tidemill has a task-aware layer for, and their names in options and file names.
#pragma once

#include <array>
#include <optional>
#include <string_view>

namespace tidemill::tool {

/// One value per binary interface, not per product: `mpich` stands for all that share its ABI.
enum class Mpi { none, openmpi, mpich, mpi_abi };

inline constexpr std::array kMpiLayers{Mpi::openmpi, Mpi::mpich, Mpi::mpi_abi};

/// The name in `--mpi NAME` and in `libtidemill-mpi-NAME.so`.
constexpr std::string_view name_of(Mpi mpi) noexcept {
  switch (mpi) {
    case Mpi::openmpi:
      return "openmpi";
    case Mpi::mpich:
      return "mpich";
    case Mpi::mpi_abi:
      return "mpi_abi";
    case Mpi::none:
      break;
  }
  return "none";
}

/// The MPI behind a library's SONAME, if it is an MPI's C library. `libmpi.so.12` is the common
/// ABI of MPICH and its derivatives (also an Open MPI older than 2.0, which has no
/// counterpart here); Debian and Ubuntu name MPICH's own `libmpich.so.12`. `libmpi_abi` is the
/// standard's own ABI since MPI-5.
constexpr std::optional<Mpi> mpi_of_soname(std::string_view soname) noexcept {
  if (soname == "libmpi.so.40") return Mpi::openmpi;
  if (soname == "libmpich.so.12" || soname == "libmpi.so.12") return Mpi::mpich;
  if (soname == "libmpi_abi.so.1" || soname == "libmpi_abi.so.0") return Mpi::mpi_abi;
  return std::nullopt;
}

}  // namespace tidemill::tool
