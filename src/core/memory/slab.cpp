#include "core/memory/slab.hpp"

#include <sys/mman.h>

#include <cerrno>
#include <mutex>
#include <new>
#include <vector>

#include "core/sync/spin_lock.hpp"
#include "platform/memory_limit.hpp"
#include "platform/process_wide.hpp"
#include "platform/report.hpp"

namespace tidemill::core {

namespace {

struct Empty {
  SpinLock lock;  // guards the rest
  std::vector<void*> slabs;
};
Empty& empty() noexcept { return platform::ProcessWide<Empty>::get(); }

constexpr std::size_t kMapped = 16;  // slabs at a time

/// The slabs of a new range; one more than wanted has so many aligned ones in it.
void map_slabs_locked(Empty& e) noexcept {
  constexpr std::size_t kBytes = Slab::kBytes;
  void* range = mmap(nullptr, (kMapped + 1) * kBytes, PROT_READ | PROT_WRITE,
                     MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (range == MAP_FAILED)
    platform::fatal(errno, "no memory for tasks: raise the limit of %s", platform::memory_limit());
  auto* first = static_cast<char*>(range);
  first += (kBytes - reinterpret_cast<std::uintptr_t>(first) % kBytes) % kBytes;
  for (std::size_t i = kMapped; i-- > 0;) e.slabs.push_back(first + i * kBytes);
}

}  // namespace

Slab* take_slab() noexcept {
  Empty& e = empty();
  std::lock_guard guard(e.lock);
  if (e.slabs.empty()) map_slabs_locked(e);
  void* memory = e.slabs.back();
  e.slabs.pop_back();
  return new (memory) Slab;
}

void give_back_slab(Slab* slab) noexcept {
  madvise(slab, Slab::kBytes, MADV_DONTNEED);
  std::lock_guard guard(empty().lock);
  empty().slabs.push_back(slab);
}

}  // namespace tidemill::core
