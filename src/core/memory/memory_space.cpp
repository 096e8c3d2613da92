#include "core/memory/memory_space.hpp"

#include <cstdlib>
#include <cstring>

#include "core/topo/topology.hpp"
#include "platform/numa.hpp"

namespace tidemill::core {

namespace {

RawMemory from_heap(const RawRequest& request) noexcept {
  void* base = nullptr;
  if (request.alignment > alignof(std::max_align_t)) {
    if (posix_memalign(&base, request.alignment, request.bytes) != 0) return {};
    if (request.zeroed) std::memset(base, 0, request.bytes);
  } else {
    base = request.zeroed ? std::calloc(1, request.bytes) : std::malloc(request.bytes);
  }
  return {base, 0};
}

bool place(void* pages, const RawRequest& request, std::size_t bytes) noexcept {
  if (request.nodes == nullptr && request.space == MemorySpace::high_bw)
    return platform::bind_pages(pages, bytes, high_bandwidth_nodes());
  const std::vector<int>& nodes =
      request.nodes != nullptr ? *request.nodes : platform::memory_nodes();
  switch (request.partition) {
    case Partition::environment:
    case Partition::nearest:
      if (request.nodes != nullptr) return platform::bind_pages(pages, bytes, nodes);
      if (request.partition == Partition::nearest) platform::prefer_local_pages(pages, bytes);
      break;
    case Partition::blocked:
      platform::block_pages(pages, bytes, nodes);
      break;
    case Partition::interleaved:
      platform::interleave_pages(pages, bytes, nodes);
      break;
  }
  return true;
}

/// Pages nobody else has: mlock and mbind work on whole ones. The caller finds the aligned
/// address inside.
RawMemory from_pages(const RawRequest& request) noexcept {
  const std::size_t page = platform::round_to_pages(1);
  if (request.bytes > SIZE_MAX - request.alignment - page) return {};
  const std::size_t slack = request.alignment > page ? request.alignment : 0;
  const std::size_t bytes = platform::round_to_pages(request.bytes + slack);
  void* pages = platform::map_pages(bytes);
  if (pages == nullptr) return {};
  if (place(pages, request, bytes) && (!request.pinned || platform::pin_pages(pages, bytes)))
    return {pages, bytes};
  platform::unmap_pages(pages, bytes);
  return {};
}

}  // namespace

RawMemory obtain_raw(const RawRequest& request) noexcept {
  const bool high_bandwidth = request.space == MemorySpace::high_bw;
  if (high_bandwidth && high_bandwidth_nodes().empty()) return {};
  // With one node there is nothing to place, and the heap is quicker.
  const bool placed = platform::memory_nodes().size() > 1 &&
                      (request.partition != Partition::environment || request.nodes != nullptr);
  return high_bandwidth || placed || request.pinned ? from_pages(request) : from_heap(request);
}

void give_back_raw(const RawMemory& memory) noexcept {
  if (memory.mapped != 0)
    platform::unmap_pages(memory.base, memory.mapped);
  else
    std::free(memory.base);
}

}  // namespace tidemill::core
