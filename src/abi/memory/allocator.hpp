// OpenMP's memory allocators (5.2, chapter 6): the predefined ones and those made from traits.
// Every block knows what it came from (a header before it), so that it can be given back or
// resized without its allocator's name, as the standard allows.
//
// Any thread may call anything here at any time. An allocator must outlive its blocks' users, not
// its blocks: one destroyed early is freed with its last block.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

namespace tidemill::memory {

/// As in both compilers' omp.h: the predefined ones are small numbers, others are addresses.
using AllocatorHandle = std::uintptr_t;
inline constexpr AllocatorHandle kNullAllocator = 0, kDefaultMemAlloc = 1, kLargeCapMemAlloc = 2,
                                 kConstMemAlloc = 3, kHighBwMemAlloc = 4, kLowLatMemAlloc = 5,
                                 kCgroupMemAlloc = 6, kPteamMemAlloc = 7, kThreadMemAlloc = 8;
/// LLVM's for device memory (100 host, 101 shared, 102 device): on the host, plain memory.
inline constexpr AllocatorHandle kFirstTargetMemAlloc = 100, kLastTargetMemAlloc = 102;

/// The allocators of these are numbered in the same order, from kDefaultMemAlloc on.
enum class MemorySpace : std::uint8_t { default_, large_cap, const_, high_bw, low_lat };

enum class TraitKey : int {
  sync_hint = 1,
  alignment,
  access,
  pool_size,
  fallback,
  fb_data,
  pinned,
  partition,
};

/// The layout of omp_alloctrait_t. `key` is not trusted: programs hand in any number.
struct AllocatorTrait {
  int key;
  std::uintptr_t value;
};

/// The values of omp_alloctrait_value_t that mean something here.
namespace trait_value {
inline constexpr std::uintptr_t default_ = ~std::uintptr_t{0}, false_ = 0, true_ = 1, contended = 3,
                                uncontended = 4, serialized = 5, private_ = 6, all = 7, thread = 8,
                                pteam = 9, cgroup = 10, default_mem_fb = 11, null_fb = 12,
                                abort_fb = 13, allocator_fb = 14, environment = 15, nearest = 16,
                                blocked = 17, interleaved = 18;
}

/// omp_init_allocator: kNullAllocator when a trait or the space is wrong (6.2 tells the values), or
/// there is no such memory and the fallback is none.
AllocatorHandle make_allocator(std::uintptr_t space,
                               std::span<const AllocatorTrait> traits) noexcept;
void destroy_allocator(AllocatorHandle allocator) noexcept;

/// `allocator` 0: the default allocator of the calling task. `alignment` 0: none asked for.
/// nullptr for 0 bytes, for a wrong alignment, and when the fallback says so.
void* allocate(std::size_t bytes, std::size_t alignment, AllocatorHandle allocator) noexcept;
/// The same, zeroed, for `count` elements; nullptr when the product overflows.
void* allocate_zeroed(std::size_t count, std::size_t bytes, std::size_t alignment,
                      AllocatorHandle allocator) noexcept;
/// omp_realloc: `allocator` 0 keeps the block's own; `bytes` 0 frees.
void* reallocate(void* block, std::size_t bytes, AllocatorHandle allocator) noexcept;
/// Gives a block of any allocator back; nullptr is nothing.
void deallocate(void* block) noexcept;

/// def-allocator-var of the calling task.
AllocatorHandle default_allocator() noexcept;
void set_default_allocator(AllocatorHandle allocator) noexcept;

}  // namespace tidemill::memory
