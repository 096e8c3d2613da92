#include "core/topo/hwloc_library.hpp"

#include <dlfcn.h>

namespace tidemill::core {

namespace {

template <class Function>
bool find(void* library, const char* name, Function& function) noexcept {
  function = reinterpret_cast<Function>(dlsym(library, name));
  return function != nullptr;
}

const HwlocLibrary* open() noexcept {
  // 15 is the ABI of every hwloc 2.x. LOCAL: the program's own hwloc, if any, stays what it binds.
  void* library = dlopen("libhwloc.so.15", RTLD_LAZY | RTLD_LOCAL);
  if (library == nullptr) return nullptr;
  static HwlocLibrary all;
  find(library, "hwloc_memattr_get_best_initiator", all.best_initiator);
  const bool whole = find(library, "hwloc_topology_init", all.init) &&
                     find(library, "hwloc_topology_load", all.load) &&
                     find(library, "hwloc_topology_destroy", all.destroy) &&
                     find(library, "hwloc_topology_set_synthetic", all.set_synthetic) &&
                     find(library, "hwloc_get_type_depth", all.type_depth) &&
                     find(library, "hwloc_get_nbobjs_by_depth", all.count_at) &&
                     find(library, "hwloc_get_obj_by_depth", all.object_at) &&
                     find(library, "hwloc_bitmap_first", all.first);
  return whole ? &all : nullptr;
}

}  // namespace

const HwlocLibrary* HwlocLibrary::get() noexcept {
  static const HwlocLibrary* const library = open();
  return library;
}

}  // namespace tidemill::core
