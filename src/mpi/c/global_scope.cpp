#include "c/global_scope.hpp"

#include <dlfcn.h>

namespace tidemill::mpi {

void enter_global_scope() {
  Dl_info self{};
  if (dladdr(reinterpret_cast<void*>(&enter_global_scope), &self) == 0 || !self.dli_fname) return;
  // It is loaded: the flag is all that changes, and MPI's library follows it into the scope.
  dlopen(self.dli_fname, RTLD_LAZY | RTLD_NOLOAD | RTLD_GLOBAL);
}

}  // namespace tidemill::mpi
