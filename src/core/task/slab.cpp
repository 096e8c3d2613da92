#include "core/task/slab.hpp"

#include <sys/mman.h>

#include <cerrno>
#include <mutex>
#include <new>
#include <vector>

#include "core/sync/spin_lock.hpp"
#include "platform/process_wide.hpp"
#include "platform/report.hpp"

namespace tidemill::core {

namespace {

struct Empty {
  SpinLock lock;  // guards the rest
  std::vector<void*> slabs;
};
Empty& empty() noexcept { return platform::ProcessWide<Empty>::get(); }

/// A range twice as long has an aligned one in it; the rest goes back.
void* map_aligned() noexcept {
  constexpr std::size_t kBytes = Slab::kBytes;
  void* range = mmap(nullptr, 2 * kBytes, PROT_READ | PROT_WRITE,
                     MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (range == MAP_FAILED)
    platform::fatal(errno, "no memory for tasks: raise the limit of address space (ulimit -v)");
  auto* low = static_cast<char*>(range);
  const auto past = reinterpret_cast<std::uintptr_t>(low) % kBytes;
  char* aligned = past == 0 ? low : low + (kBytes - past);
  if (aligned != low) munmap(low, static_cast<std::size_t>(aligned - low));
  char* end = aligned + kBytes;
  if (end != low + 2 * kBytes) munmap(end, static_cast<std::size_t>(low + 2 * kBytes - end));
  return aligned;
}

}  // namespace

Slab* take_slab() noexcept {
  void* memory = nullptr;
  {
    std::lock_guard guard(empty().lock);
    if (!empty().slabs.empty()) {
      memory = empty().slabs.back();
      empty().slabs.pop_back();
    }
  }
  return new (memory != nullptr ? memory : map_aligned()) Slab;
}

void give_back_slab(Slab* slab) noexcept {
  madvise(slab, Slab::kBytes, MADV_DONTNEED);
  std::lock_guard guard(empty().lock);
  empty().slabs.push_back(slab);
}

}  // namespace tidemill::core
