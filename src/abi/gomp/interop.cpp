// What GCC 14 and 15 added: Fortran's `allocators`, function pointers on devices, `interop`.
// Translation only. The host is the only device and has no foreign runtime: every interop object is
// omp_interop_none.
#include <cstdint>
#include <mutex>
#include <unordered_set>

#include "abi/export.hpp"
#include "abi/gomp/depend.hpp"
#include "core/model/request.hpp"
#include "platform/process_wide.hpp"

using namespace tidemill;

namespace {

using Interop = std::intptr_t;
constexpr Interop kNone = 0;

/// Fortran variables under the `allocators` directive, which any `deallocate` statement may meet.
struct AllocatedBlocks {
  std::mutex lock;  // guards blocks
  std::unordered_set<void*> blocks;
};
AllocatedBlocks& allocated() noexcept { return platform::ProcessWide<AllocatedBlocks>::get(); }

}  // namespace

extern "C" {

/// A Fortran variable has memory of GOMP_alloc ...
TM_EXPORT void GOMP_add_alloc(void* block) {
  if (block == nullptr) return;
  std::lock_guard guard(allocated().lock);
  allocated().blocks.insert(block);
}
/// ... and is about to lose it: is it to go by GOMP_free or by free()?
TM_EXPORT bool GOMP_is_alloc(void* block) {
  std::lock_guard guard(allocated().lock);
  return allocated().blocks.erase(block) != 0;
}

/// A host function's address on the device.
TM_EXPORT void* GOMP_target_map_indirect_ptr(void* function) { return function; }

TM_EXPORT void GOMP_interop(int /*device*/, int made, Interop** make, const void* /*kinds*/,
                            const void* /*preferences*/, int /*used*/, Interop* /*use*/,
                            int destroyed, Interop** destroy, unsigned /*flags*/, void** depend) {
  if (depend != nullptr) {
    const gomp::Depend depends(depend);
    core::wait_dependences(depends.view());
  }
  for (int i = 0; i < made; ++i) *make[i] = kNone;
  for (int i = 0; i < destroyed; ++i) *destroy[i] = kNone;
}

}  // extern "C"
