// Raw memory of one memory space (OpenMP 5.2, table 6.1), pinned and placed as asked.
//
// High bandwidth: nodes that the topology knows as such; on a machine without them there is no
// such memory, and the allocator's fallback decides. Large capacity, constant and low latency are
// the ordinary memory: it is the largest, read-only is its use, and its latency is the lowest a
// host has.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "core/memory/allocator.hpp"

namespace tidemill::core {

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

}  // namespace tidemill::core
