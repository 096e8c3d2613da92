// Memory spaces as OpenMP 6.0 lets programs look into them (27.1 to 27.4, 27.8): a storage resource
// is a memory node of the machine, and a program may ask for a space of some of them only. The host
// is the only device, so what all selected devices can reach is what the host can.
//
// Any thread may call anything here at any time. Spaces are never destroyed: the standard has no
// routine for it. So that asking again and again costs nothing, the same parts of the same space
// are the same space.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "core/memory/allocator.hpp"

namespace tidemill::core {

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

}  // namespace tidemill::core
