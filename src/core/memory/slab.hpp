// The memory that blocks of tasks are cut from: aligned pieces of address space, so that a block
// tells its slab, whose pages can be given back when all of its blocks are at rest. Any thread.
#pragma once

#include <cstddef>
#include <cstdint>

namespace tidemill::core {

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

Slab* take_slab() noexcept;
/// Keeps the address range, gives the pages back.
void give_back_slab(Slab* slab) noexcept;

}  // namespace tidemill::core
