// Which libraries a program is linked with, asked of the dynamic loader: it alone knows RPATHs,
// LD_LIBRARY_PATH, its cache, and the libraries that libraries need.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "mpi_kind.hpp"
#include "program.hpp"

namespace tidemill::tool {

/// Mpi::none for anything that is not a dynamic_elf, and for one that opens MPI only at run time
/// (an interpreter with an MPI module). Starts the program's loader, never the program.
Mpi linked_mpi(Program const& program);

/// A library that would be loaded with a program: the name asked for, and the file found for it
/// (empty when none is).
struct LoadedLibrary {
  std::string name;
  std::string file;
};

/// All of them, with `library_path` as LD_LIBRARY_PATH unless it is empty. Empty for anything that
/// is not a dynamic_elf.
std::vector<LoadedLibrary> loaded_libraries(Program const& program,
                                            std::string const& library_path = "");

/// Those that a library brings with it, and this program's. The loader's own list of a library by
/// itself ends in an error where that is a filter, as the MPI layers are (glibc 2.36).
std::vector<LoadedLibrary> libraries_beneath(std::string const& library);

/// Whether this is the library of an OpenMP runtime, also under the name a Python wheel gives its
/// own copy ("libgomp-a34b3233.so.1.0.0").
bool is_openmp_runtime(std::string_view soname);

/// Whether it is libtidemill.so.0, which programs built with Tidemill ask for.
bool is_tidemill(std::string_view soname);

}  // namespace tidemill::tool
