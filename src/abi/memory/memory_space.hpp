// Raw memory of one memory space (OpenMP 5.2, table 6.1), pinned and placed as asked.
//
// High bandwidth: nodes that the topology knows as such; on a machine without them there is no
// such memory, and the allocator's fallback decides. Large capacity, constant and low latency are
// the ordinary memory: it is the largest, read-only is its use, and its latency is the lowest a
// host has.
//
// Memory spaces as OpenMP 6.0 lets programs look into them (27.1 to 27.4, 27.8): a storage resource
// is a memory node of the machine, and a program may ask for a space of some of them only. The host
// is the only device, so what all selected devices can reach is what the host can.
//
// Any thread may call anything here at any time. Spaces are never destroyed: the standard has no
// routine for it. So that asking again and again costs nothing, the same parts of the same space
// are the same space.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "abi/memory/allocator.hpp"

namespace tidemill::memory {

enum class Partition : std::uintptr_t {
  environment = trait_value::environment,
  nearest = trait_value::nearest,
  blocked = trait_value::blocked,
  interleaved = trait_value::interleaved
};

struct RawRequest {
  std::size_t bytes;
  std::size_t alignment;  // a power of two
  MemorySpace space;
  const std::vector<int>* nodes;  // only from these memory nodes; nullptr: from any of the space
  Partition partition;
  bool pinned;
  bool zeroed;
};

struct RawMemory {
  void* base = nullptr;    // nullptr: there is none
  std::size_t mapped = 0;  // bytes of whole pages; 0: from malloc
};

RawMemory obtain_raw(const RawRequest& request) noexcept;
void give_back_raw(const RawMemory& memory) noexcept;

/// As in omp.h: the predefined ones are small numbers, others are addresses.
using SpaceHandle = std::uintptr_t;
inline constexpr SpaceHandle kNullSpace = 0;
/// LLVM before 20 numbers the default space 0, since then 99: programs bring either.
inline constexpr SpaceHandle kDefaultSpace = 99;

/// What a handle stands for.
struct KnownSpace {
  MemorySpace kind;
  const std::vector<int>* nodes;  // only these; nullptr: all that the kind has
};

/// Nothing: there is no such space.
std::optional<KnownSpace> find_space(SpaceHandle handle) noexcept;

/// Memory nodes of a space, in the order in which programs number them. Empty: this machine has no
/// such memory.
const std::vector<int>& resources(const KnownSpace& space) noexcept;

/// The part of a space that `chosen` names by their numbers in resources(). kNullSpace: none is
/// chosen, or one that isn't there.
SpaceHandle part_of_space(SpaceHandle handle, std::span<const int> chosen) noexcept;

/// The predefined allocator of a predefined space; kNullAllocator: there is no such memory.
AllocatorHandle predefined_allocator(SpaceHandle handle) noexcept;

}  // namespace tidemill::memory
