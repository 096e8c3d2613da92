#include "core/memory/block_cache.hpp"

#include <sys/mman.h>

#include <algorithm>
#include <atomic>
#include <cerrno>
#include <cstddef>
#include <cstdint>
#include <mutex>
#include <new>
#include <utility>
#include <vector>

#include "core/sync/spin_lock.hpp"
#include "platform/cpu.hpp"
#include "platform/memory_limit.hpp"
#include "platform/process_wide.hpp"
#include "platform/report.hpp"

namespace tidemill::core {

namespace {

/// What blocks are cut from: aligned pieces of address space, so that a block tells its slab, whose
/// pages can be given back when all of its blocks are at rest.
struct Slab {
  // Small, as a block in use anywhere, or at hand in a worker's cache, keeps the whole of it.
  static constexpr std::size_t kBytes = 64u << 10;
  static constexpr std::size_t kHeaderBytes = 64;
  static constexpr std::uint32_t kGoing = ~std::uint32_t{0};  // it is about to be given back

  std::uint32_t at_rest = 0;  // found by the trimming now in progress, or kGoing; its own

  static Slab* of(void* block) noexcept {
    return reinterpret_cast<Slab*>(reinterpret_cast<std::uintptr_t>(block) & ~(kBytes - 1));
  }
  char* first_block() noexcept { return reinterpret_cast<char*>(this) + kHeaderBytes; }
  char* end() noexcept { return reinterpret_cast<char*>(this) + kBytes; }
};

struct EmptySlabs {
  SpinLock lock;  // guards the rest
  std::vector<void*> slabs;
};
EmptySlabs& empty() noexcept { return platform::ProcessWide<EmptySlabs>::get(); }

constexpr std::size_t kMapped = 16;  // slabs at a time

/// The slabs of a new range; one more than wanted has so many aligned ones in it.
void map_slabs_locked(EmptySlabs& e) noexcept {
  constexpr std::size_t kBytes = Slab::kBytes;
  void* range = mmap(nullptr, (kMapped + 1) * kBytes, PROT_READ | PROT_WRITE,
                     MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (range == MAP_FAILED)
    platform::fatal(errno, "no memory for tasks: raise the limit of %s", platform::memory_limit());
  auto* first = static_cast<char*>(range);
  first += (kBytes - reinterpret_cast<std::uintptr_t>(first) % kBytes) % kBytes;
  for (std::size_t i = kMapped; i-- > 0;) e.slabs.push_back(first + i * kBytes);
}

Slab* take_slab() noexcept {
  EmptySlabs& e = empty();
  std::lock_guard guard(e.lock);
  if (e.slabs.empty()) map_slabs_locked(e);
  void* memory = e.slabs.back();
  e.slabs.pop_back();
  return new (memory) Slab;
}

/// Keeps the address range, gives the pages back.
void give_back_slab(Slab* slab) noexcept {
  madvise(slab, Slab::kBytes, MADV_DONTNEED);
  std::lock_guard guard(empty().lock);
  empty().slabs.push_back(slab);
}

}  // namespace

// Full batches, each a chain of kBatch blocks, one loose chain of blocks freed singly, and the slab
// that new blocks are cut from.
//
// Of more than kKeptBytes at rest, slabs that are at rest entirely are given back, when nobody has
// needed blocks for kBurstNs: what comes again sooner is cheaper kept. Then whoever frees blocks
// trims each time another kKeptBytes have come to rest, and when nearly all have; and if nobody
// does, a worker that has slept so long.
struct BlockCache::Store {
  static constexpr std::size_t kKeptBytes = 16u << 20;  // sixty thousand small tasks
  struct Class {
    SpinLock lock;  // guards the rest
    std::vector<Free*> batches;
    Free* loose = nullptr;
    std::uint32_t loose_count = 0;
    Slab* slab = nullptr;
    char* next_block = nullptr;    // in the slab
    std::size_t cut = 0;           // blocks that there are
    std::uint64_t needed_at = 0;   // ticks at which blocks were taken last
    std::size_t trimmed_to = 0;    // batches left by the last trimming
    std::size_t trimmed_with = 0;  // blocks in use then
    bool trimming = false;

    std::size_t in_use() const noexcept { return cut - batches.size() * kBatch; }
    bool worth_trimming(std::size_t kept) const noexcept {
      return batches.size() > std::max(kept, trimmed_to + kept / 8);
    }
    bool due(std::size_t kept, bool nobody_frees) const noexcept {
      constexpr std::size_t kFew = 16;  // of so many blocks one in use: the burst is over
      if (trimming || batches.size() <= kept) return false;
      if (platform::ticks() - needed_at < kBurstNs * platform::ticks_per_us() / 1000) return false;
      if (nobody_frees) return worth_trimming(kept);
      const std::size_t more = batches.size() - std::min(batches.size(), trimmed_to);
      if (more > std::max(kept, trimmed_to / 8)) return true;
      const std::size_t used = in_use();
      return used < batches.size() * kBatch / kFew && (used < trimmed_with / 2 || more > kept / 4);
    }
  };
  std::array<Class, kMalloc> classes;
};

std::atomic<bool> BlockCache::plenty_{false};

BlockCache::Store& BlockCache::store() noexcept { return platform::ProcessWide<Store>::get(); }

void* BlockCache::allocate_large(std::size_t bytes) noexcept {
  const std::size_t line = platform::kCacheLine;
  void* memory = std::aligned_alloc(line, (bytes + line - 1) / line * line);
  if (memory == nullptr) platform::fatal(ENOMEM, "no memory for a task of %zu bytes", bytes);
  return memory;
}

void BlockCache::refill_slow(std::uint8_t size_class) noexcept {
  Store::Class& from = store().classes[size_class];
  Shelf& shelf = shelves_[size_class];
  {
    std::lock_guard guard(from.lock);
    from.needed_at = platform::ticks();
    if (!from.batches.empty()) {
      shelf = {from.batches.back(), kBatch};
      from.batches.pop_back();
      return;
    }
    if (from.loose != nullptr) {
      shelf = {from.loose, from.loose_count};
      from.loose = nullptr;
      from.loose_count = 0;
      return;
    }
  }
  const std::size_t bytes = kClassBytes[size_class];
  std::lock_guard guard(from.lock);
  if (from.slab == nullptr || from.next_block + bytes > from.slab->end()) {
    from.slab = take_slab();
    from.next_block = from.slab->first_block();
  }
  for (; shelf.count < kBatch && from.next_block + bytes <= from.slab->end(); ++shelf.count) {
    auto* block = reinterpret_cast<Free*>(from.next_block);
    from.next_block += bytes;
    ++from.cut;
    block->next = shelf.first;
    shelf.first = block;
  }
}

/// Gives back slabs whose blocks all lie in `batches`, unless no more than `keep` are left there;
/// the rest stay, in new batches. Returns how many blocks it has given back.
std::size_t BlockCache::trim_slow(std::uint8_t size_class, std::vector<void*>& batches,
                                  std::size_t keep) {
  const auto each = [&](auto&& visit) {
    for (void* batch : batches)
      for (auto* block = static_cast<Free*>(batch); block != nullptr;) {
        Free* following = block->next;
        visit(block);
        block = following;
      }
  };
  each([](Free* block) { ++Slab::of(block)->at_rest; });
  const std::size_t full = (Slab::kBytes - Slab::kHeaderBytes) / kClassBytes[size_class];
  const std::size_t most = (batches.size() - std::min(batches.size(), keep)) * kBatch / full;
  std::vector<Slab*> slabs;
  std::vector<Free*> stay;
  each([&](Free* block) {
    Slab* slab = Slab::of(block);
    // Not those in use elsewhere, or still being cut. The first block met of a slab decides.
    if (slab->at_rest == full && slabs.size() < most) {
      slab->at_rest = Slab::kGoing;
      slabs.push_back(slab);
    }
    if (slab->at_rest != Slab::kGoing) stay.push_back(block);
  });
  for (Free* block : stay) Slab::of(block)->at_rest = 0;
  for (Slab* slab : slabs) give_back_slab(slab);
  batches.clear();
  Free* chain = nullptr;
  std::uint32_t count = 0;
  for (Free* block : stay) {
    block->next = chain;
    chain = block;
    if (++count < kBatch) continue;
    batches.push_back(chain);
    chain = nullptr;
    count = 0;
  }
  while (chain != nullptr) {
    Free* following = chain->next;
    free_shared(chain, size_class);
    chain = following;
  }
  return slabs.size() * full;
}

void BlockCache::drain_slow(std::uint8_t size_class) noexcept {
  Shelf& shelf = shelves_[size_class];
  Free* batch = shelf.first;
  Free* last = batch;
  for (std::uint32_t i = 1; i < kBatch; ++i) last = last->next;
  shelf.first = last->next;
  last->next = nullptr;
  shelf.count -= kBatch;
  give_batch(size_class, batch);
}

void BlockCache::give_batch(std::uint8_t size_class, Free* batch) noexcept {
  Store::Class& to = store().classes[size_class];
  const std::size_t kept = kept_batches(size_class);
  bool plenty = false;
  {
    std::lock_guard guard(to.lock);
    to.batches.push_back(batch);
    if (to.batches.size() <= kept) return;
    plenty = to.worth_trimming(kept);  // as trim_what_rests(): else it would be told so in vain
  }
  if (plenty) wake_to_trim(plenty_);
  trim_if_due(size_class, false);
}

std::size_t BlockCache::kept_batches(std::uint8_t size_class) noexcept {
  return Store::kKeptBytes / (kBatch * kClassBytes[size_class]);
}

void BlockCache::trim_if_due(std::uint8_t size_class, bool nobody_frees) noexcept {
  Store::Class& of = store().classes[size_class];
  const std::size_t kept = kept_batches(size_class);
  std::vector<void*> too_many;
  {
    std::lock_guard guard(of.lock);
    if (!of.due(kept, nobody_frees)) return;
    of.trimming = true;
    of.trimmed_with = of.in_use();
    too_many.assign(of.batches.begin(), of.batches.end());
    of.batches.clear();
    if (of.loose != nullptr) too_many.push_back(std::exchange(of.loose, nullptr));
    of.loose_count = 0;
  }
  const std::size_t gone = trim_slow(size_class, too_many, kept - kept / 4);
  std::lock_guard guard(of.lock);
  for (void* left : too_many) of.batches.push_back(static_cast<Free*>(left));
  of.cut -= gone;
  of.trimmed_to = too_many.size();
  of.trimming = false;
}

void BlockCache::trim_what_rests() noexcept {
  bool plenty = false;
  for (std::uint8_t c = 0; c < kMalloc; ++c) {
    trim_if_due(c, true);
    Store::Class& of = store().classes[c];
    std::lock_guard guard(of.lock);
    plenty |= of.worth_trimming(kept_batches(c));
  }
  plenty_.store(plenty, std::memory_order_relaxed);  // too early for some of it
}

void BlockCache::drain_all() noexcept {
  for (std::uint8_t c = 0; c < kMalloc; ++c) {
    while (shelves_[c].first != nullptr) {
      Free* block = shelves_[c].first;
      shelves_[c].first = block->next;
      free_shared(block, c);
    }
    shelves_[c] = {};
  }
}

void BlockCache::free_shared(void* memory, std::uint8_t size_class) noexcept {
  if (size_class == kMalloc) return std::free(memory);
  Store::Class& to = store().classes[size_class];
  auto* block = static_cast<Free*>(memory);
  std::lock_guard guard(to.lock);
  block->next = to.loose;
  to.loose = block;
  ++to.loose_count;
}

}  // namespace tidemill::core
