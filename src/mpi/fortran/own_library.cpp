// MPI's Fortran library, where the program came without it. A linker that is told --as-needed, as
// many a compiler tells it, leaves it out if the program calls nothing in it but what the layer
// takes, and so comes first with. Nor is it seen from here if the program has loaded it with
// RTLD_LOCAL. In either case it is loaded for all at the first such call.
#include <dlfcn.h>

#include <string>

#include "engine/diagnostics.hpp"
#include "fortran/wrapper.hpp"

namespace tidemill::mpi::fortran {
namespace {

#if defined(OPEN_MPI)
constexpr const char* kNames[] = {"libmpi_mpifh.so.40"};
#else
constexpr const char* kNames[] = {"libmpichfort.so.12", "libmpifort.so.12"};
#endif

/// The folder of the MPI that is loaded, with a slash.
std::string folder_of_mpi() {
  Dl_info info{};
  if (dladdr(reinterpret_cast<void*>(&PMPI_Init), &info) == 0 || !info.dli_fname) return {};
  const std::string file = info.dli_fname;
  return file.substr(0, file.rfind('/') + 1);
}

/// For all to see, as if it had been linked.
void* load() {
  for (const std::string& folder : {folder_of_mpi(), std::string()})
    for (const char* name : kNames)
      if (void* library = dlopen((folder + name).c_str(), RTLD_NOW | RTLD_GLOBAL)) return library;
  return nullptr;
}

}  // namespace

void* own_slow(const char* name) {
  static void* const library = load();
  void* const found = library ? dlsym(library, name) : nullptr;
  if (!found) {
    fatal(
        "%s: MPI's Fortran library (%s) is not loaded, nor found beside MPI: link the program with "
        "-Wl,--no-as-needed before MPI's libraries",
        name, kNames[0]);
  }
  return found;
}

}  // namespace tidemill::mpi::fortran
