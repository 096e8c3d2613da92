#include "core/task/block_cache.hpp"

#include <algorithm>
#include <cerrno>
#include <cstdlib>
#include <mutex>
#include <vector>

#include "core/sched/worker.hpp"
#include "core/sync/spin_lock.hpp"
#include "core/task/slab.hpp"
#include "platform/cpu.hpp"
#include "platform/process_wide.hpp"
#include "platform/report.hpp"

namespace tidemill::core {

// Full batches, each a chain of kBatch blocks, one loose chain of blocks freed singly, and the slab
// that new blocks are cut from. With more than kKeptBytes at rest, slabs that are at rest entirely
// are given back.
struct BlockCache::Store {
  static constexpr std::size_t kKeptBytes = 26u << 20;  // a hundred thousand small tasks
  struct Class {
    SpinLock lock;  // guards the rest
    std::vector<Free*> batches;
    Free* loose = nullptr;
    std::uint32_t loose_count = 0;
    Slab* slab = nullptr;
    char* next_block = nullptr;  // in the slab
    std::size_t trimmed_to = 0;  // batches left by the last trimming
    bool trimming = false;
  };
  std::array<Class, kMalloc> classes;
};

BlockCache::Store& BlockCache::store() noexcept { return platform::ProcessWide<Store>::get(); }

void* BlockCache::allocate_large(std::size_t bytes) noexcept {
  const std::size_t line = platform::kCacheLine;
  void* memory = std::aligned_alloc(line, (bytes + line - 1) / line * line);
  if (memory == nullptr) platform::fatal(ENOMEM, "no memory for a task of %zu bytes", bytes);
  return memory;
}

void BlockCache::free_large(void* memory) noexcept { std::free(memory); }

void BlockCache::refill_slow(std::uint8_t size_class) noexcept {
  Store::Class& from = store().classes[size_class];
  Shelf& shelf = shelves_[size_class];
  {
    std::lock_guard guard(from.lock);
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
    ++from.slab->blocks;
    block->next = shelf.first;
    shelf.first = block;
  }
}

/// Gives back the slabs whose blocks all lie in `batches`; the rest stay, in new batches.
void BlockCache::trim_slow(std::uint8_t size_class, std::vector<void*>& batches) {
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
  std::vector<Slab*> slabs;
  std::vector<Free*> stay;
  each([&](Free* block) {
    Slab* slab = Slab::of(block);
    if (slab->at_rest != full)  // in use elsewhere, or still being cut
      stay.push_back(block);
    else if (reinterpret_cast<char*>(block) == slab->first_block())
      slabs.push_back(slab);
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
}

void BlockCache::drain_slow(std::uint8_t size_class) noexcept {
  Shelf& shelf = shelves_[size_class];
  Free* batch = shelf.first;
  Free* last = batch;
  for (std::uint32_t i = 1; i < kBatch; ++i) last = last->next;
  shelf.first = last->next;
  last->next = nullptr;
  shelf.count -= kBatch;
  Store::Class& to = store().classes[size_class];
  const std::size_t kept = Store::kKeptBytes / (kBatch * kClassBytes[size_class]);
  std::vector<void*> too_many;
  {
    std::lock_guard guard(to.lock);
    to.batches.push_back(batch);
    if (to.trimming || to.batches.size() <= to.trimmed_to + std::max(kept, to.trimmed_to / 8))
      return;
    to.trimming = true;
    too_many.assign(to.batches.begin(), to.batches.end());
    to.batches.clear();
  }
  trim_slow(size_class, too_many);
  std::lock_guard guard(to.lock);
  for (void* left : too_many) to.batches.push_back(static_cast<Free*>(left));
  to.trimmed_to = too_many.size();
  to.trimming = false;
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
  if (size_class == kMalloc) return free_large(memory);
  Store::Class& to = store().classes[size_class];
  auto* block = static_cast<Free*>(memory);
  std::lock_guard guard(to.lock);
  block->next = to.loose;
  to.loose = block;
  ++to.loose_count;
}

BlockCache::Block take_block(std::size_t bytes) noexcept {
  return current_worker().blocks.allocate(bytes);
}

void give_block(void* memory, std::uint8_t size_class) noexcept {
  if (Worker* worker = current_worker_or_null())
    worker->blocks.free(memory, size_class);
  else
    BlockCache::free_shared(memory, size_class);
}

}  // namespace tidemill::core
