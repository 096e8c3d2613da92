#include "core/task/block_cache.hpp"

#include <cerrno>
#include <cstdlib>
#include <mutex>
#include <vector>

#include "core/sync/spin_lock.hpp"
#include "platform/cpu.hpp"
#include "platform/process_wide.hpp"
#include "platform/report.hpp"

namespace tidemill::core {

// Full batches, each a chain of kBatch blocks, and one loose chain of blocks freed singly.
struct BlockCache::Store {
  struct Class {
    SpinLock lock;  // guards the rest
    std::vector<Free*> batches;
    Free* loose = nullptr;
    std::uint32_t loose_count = 0;
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
  auto* slab = static_cast<char*>(allocate_large(bytes * kBatch));
  for (std::uint32_t i = 0; i < kBatch; ++i) {
    auto* block = reinterpret_cast<Free*>(slab + i * bytes);
    block->next = shelf.first;
    shelf.first = block;
  }
  shelf.count = kBatch;
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
  std::lock_guard guard(to.lock);
  to.batches.push_back(batch);
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

}  // namespace tidemill::core
