// Memory of tasks: blocks in a few size classes, cached by each worker, exchanged with a shared
// store in batches (producers allocate what consumers free). Larger blocks go to malloc.
// Owner-only; the store has its own lock, and gives memory back to the system after a burst.
#pragma once

#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <vector>

#include "platform/cpu.hpp"

namespace tidemill::core {

/// What nobody has needed for so long, of memory that rests, a worker that sleeps gives back
/// (BlockCache, FiberPool): what comes again sooner is cheaper kept.
inline constexpr std::uint64_t kBurstNs = 50'000'000;

/// There is such memory: says so in `plenty`, and where that is news a worker that sleeps for good
/// finds nothing to do and sleeps again, for kBurstNs this time. Any thread. Defined in
/// sched/idle.cpp, as memory knows no workers.
void wake_to_trim(std::atomic<bool>& plenty) noexcept;

class BlockCache {
 public:
  static constexpr std::array<std::size_t, 9> kClassBytes{64,   256,  320,  384,  512,
                                                          1024, 4096, 8192, 16384};
  static constexpr std::uint8_t kLineClass = 0;  // for event counters
  static constexpr std::uint8_t kSmallTasks = 1;
  static constexpr std::uint8_t kMalloc = kClassBytes.size();

  struct Block {
    void* memory;
    std::uint8_t size_class;
  };

  /// Of the blocks for so many bytes.
  static constexpr std::uint8_t class_of(std::size_t bytes) noexcept {
    std::uint8_t c = bytes > kClassBytes[0] ? 1 : 0;
    while (c < kMalloc && bytes > kClassBytes[c]) ++c;
    return c;
  }

  Block allocate(std::size_t bytes) noexcept {
    const std::uint8_t c = class_of(bytes);
    return {c == kMalloc ? allocate_large(bytes) : take(c), c};
  }
  /// A cache line.
  void* allocate_line() noexcept { return take(kLineClass); }

  void free(void* memory, std::uint8_t size_class) noexcept {
    if (size_class == kMalloc) return std::free(memory);
    Shelf& shelf = shelves_[size_class];
    auto* block = static_cast<Free*>(memory);
    block->next = shelf.first;
    shelf.first = block;
    if (++shelf.count >= 2 * kBatch) drain_slow(size_class);
  }

  /// Is there perhaps memory to give back? For a worker about to sleep: it drains its cache, and
  /// having slept kBurstNs it calls trim_what_rests(). Any thread.
  static bool plenty() noexcept { return plenty_.load(std::memory_order_relaxed); }
  static void trim_what_rests() noexcept;

  /// Gives everything to the shared store; the worker is about to end, or to sleep.
  void drain_all() noexcept;

  /// From a thread that has no cache.
  static void free_shared(void* memory, std::uint8_t size_class) noexcept;

 private:
  static constexpr std::uint32_t kBatch = 64;
  static constexpr std::size_t kFetched = 256;  // of any class but the one of lines
  static_assert(kClassBytes[kLineClass] == 64 && kClassBytes[kLineClass + 1] >= kFetched);
  struct Free {
    Free* next;
  };
  struct Shelf {
    Free* first = nullptr;
    std::uint32_t count = 0;
  };
  struct Store;
  static Store& store() noexcept;

  void* take(std::uint8_t c) noexcept {
    Shelf& shelf = shelves_[c];
    if (shelf.first == nullptr) [[unlikely]]
      refill_slow(c);
    Free* block = shelf.first;
    shelf.first = block->next;
    --shelf.count;
    fetch(block->next, c);
    return block;
  }
  /// The next block may have been used on another processor: its lines come while this one is
  /// filled.
  static void fetch(const Free* next, std::uint8_t c) noexcept {
    const auto at = reinterpret_cast<std::uintptr_t>(next);
    platform::prefetch_to_write(reinterpret_cast<const void*>(at));
    if (c == kLineClass) return;
#pragma GCC unroll 3
    for (std::size_t line = 64; line < kFetched; line += 64)
      platform::prefetch_to_write(reinterpret_cast<const void*>(at + line));
  }
  static void* allocate_large(std::size_t bytes) noexcept;
  void refill_slow(std::uint8_t size_class) noexcept;
  void drain_slow(std::uint8_t size_class) noexcept;
  static void give_batch(std::uint8_t size_class, Free* batch) noexcept;
  static std::size_t kept_batches(std::uint8_t size_class) noexcept;
  static void trim_if_due(std::uint8_t size_class, bool nobody_frees) noexcept;
  static std::size_t trim_slow(std::uint8_t size_class, std::vector<void*>& batches,
                               std::size_t keep);

  static std::atomic<bool> plenty_;  // relaxed: a hint; the classes' locks order
  std::array<Shelf, kMalloc> shelves_{};
};

}  // namespace tidemill::core
