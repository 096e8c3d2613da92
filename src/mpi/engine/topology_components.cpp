#include "engine/topology_components.hpp"

#include <dlfcn.h>

namespace tidemill::mpi {

void open_topology_components() {
  // What each of those calls begins with; it does nothing a second time.
  if (void* const open = dlsym(RTLD_DEFAULT, "mca_topo_base_lazy_init"))
    reinterpret_cast<int (*)()>(open)();
}

}  // namespace tidemill::mpi
