#include "core/topo/hwloc_library.hpp"

#include <dlfcn.h>
#include <pthread.h>

#include <atomic>
#include <chrono>
#include <thread>

#include "platform/first_use.hpp"

namespace tidemill::core {

namespace {

template <class Function>
bool find(void* library, const char* name, Function& function) noexcept {
  function = reinterpret_cast<Function>(dlsym(library, name));
  return function != nullptr;
}

HwlocLibrary open() noexcept {
  HwlocLibrary all;
  // 15 is the ABI of every hwloc 2.x. LOCAL: the program's own hwloc, if any, stays what it binds.
  void* library = dlopen("libhwloc.so.15", RTLD_LAZY | RTLD_LOCAL);
  if (library == nullptr) return all;
  find(library, "hwloc_memattr_get_best_initiator", all.best_initiator);
  const bool whole = find(library, "hwloc_topology_init", all.init) &&
                     find(library, "hwloc_topology_load", all.load) &&
                     find(library, "hwloc_topology_destroy", all.destroy) &&
                     find(library, "hwloc_topology_set_synthetic", all.set_synthetic) &&
                     find(library, "hwloc_topology_set_xml", all.set_xml) &&
                     find(library, "hwloc_get_type_depth", all.type_depth) &&
                     find(library, "hwloc_get_nbobjs_by_depth", all.count_at) &&
                     find(library, "hwloc_get_obj_by_depth", all.object_at) &&
                     find(library, "hwloc_bitmap_first", all.first) &&
                     find(library, "hwloc_distances_get_by_depth", all.distances_at) &&
                     find(library, "hwloc_distances_release", all.release_distances);
  return whole ? all : HwlocLibrary{};
}

// Instead of a timed mutex, which ThreadSanitizer doesn't know. acquire and release: what hwloc
// keeps.
std::atomic<bool> in_use{false};

/// False: somebody has had it for two seconds.
bool take() noexcept {
  constexpr int kLooks = 2000;
  for (int looks = 0; in_use.exchange(true, std::memory_order_acquire); ++looks) {
    if (looks == kLooks) return false;
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
  }
  return true;
}
void give_back() noexcept { in_use.store(false, std::memory_order_release); }

thread_local constinit bool uses_itself = false;
thread_local constinit bool waited = false;  // in a fork: holds in_use

/// Reading the machine takes a tenth of a second at most. Longer, it may wait itself, for the
/// loader's lock, of a thread that forks while it loads something: then the fork goes on.
void before_fork() noexcept { waited = !uses_itself && take(); }
void after_fork() noexcept {
  if (waited) give_back();
  waited = false;
}
// When the library is loaded: later, another thread could be forking.
[[maybe_unused]] const bool forks_wait = pthread_atfork(before_fork, after_fork, after_fork) == 0;

}  // namespace

const HwlocLibrary* HwlocLibrary::get() noexcept {
  static constinit platform::FirstUse<const HwlocLibrary> library;
  const HwlocLibrary& all = library.get(open);
  return all.init != nullptr ? &all : nullptr;
}

// Who has it may wait for the loader's lock, of a constructor that waits here: then without.
HwlocUse::HwlocUse() noexcept : held_(take()) { uses_itself = true; }
HwlocUse::~HwlocUse() {
  uses_itself = false;
  if (held_) give_back();
}

}  // namespace tidemill::core
