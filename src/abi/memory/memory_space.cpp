#include "abi/memory/memory_space.hpp"

#include <algorithm>
#include <atomic>
#include <cstdlib>
#include <cstring>
#include <new>

#include "core/topo/topology.hpp"
#include "platform/numa.hpp"

namespace tidemill::memory {

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
    return platform::bind_pages(pages, bytes, core::high_bandwidth_nodes());
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

/// A space that a program asked for, one of a list that only grows at its head.
struct PartialSpace {
  MemorySpace kind;
  std::vector<int> nodes;
  PartialSpace* next;
};

// release, by who puts one in: the space whole, for who loads it with acquire.
constinit std::atomic<PartialSpace*> partial_spaces{nullptr};

PartialSpace* find_partial(PartialSpace* list, MemorySpace kind,
                           const std::vector<int>& nodes) noexcept {
  while (list != nullptr && (list->kind != kind || list->nodes != nodes)) list = list->next;
  return list;
}

const PartialSpace* find_partial(SpaceHandle handle) noexcept {
  const PartialSpace* s = partial_spaces.load(std::memory_order_acquire);
  while (s != nullptr && reinterpret_cast<SpaceHandle>(s) != handle) s = s->next;
  return s;
}

/// The one of these nodes, made if it isn't there yet.
PartialSpace* keep_partial(MemorySpace kind, std::vector<int> nodes) {
  PartialSpace* head = partial_spaces.load(std::memory_order_acquire);
  if (PartialSpace* known = find_partial(head, kind, nodes)) return known;
  auto* mine = new (std::nothrow) PartialSpace{kind, std::move(nodes), head};
  if (mine == nullptr) return nullptr;
  // acq_rel: as said above; where another came first, its space whole, to look whether it is ours.
  while (!partial_spaces.compare_exchange_weak(mine->next, mine, std::memory_order_acq_rel)) {
    if (PartialSpace* known = find_partial(mine->next, kind, mine->nodes)) {
      delete mine;
      return known;
    }
  }
  return mine;
}

}  // namespace

RawMemory obtain_raw(const RawRequest& request) noexcept {
  const bool high_bandwidth = request.space == MemorySpace::high_bw;
  if (high_bandwidth && core::high_bandwidth_nodes().empty()) return {};
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

std::optional<KnownSpace> find_space(SpaceHandle handle) noexcept {
  if (handle <= static_cast<SpaceHandle>(MemorySpace::low_lat))
    return KnownSpace{static_cast<MemorySpace>(handle), nullptr};
  if (handle == kDefaultSpace || (handle >= kFirstTargetMemAlloc && handle <= kLastTargetMemAlloc))
    return KnownSpace{MemorySpace::default_, nullptr};
  if (const PartialSpace* s = find_partial(handle)) return KnownSpace{s->kind, &s->nodes};
  return std::nullopt;
}

const std::vector<int>& resources(const KnownSpace& space) noexcept {
  if (space.nodes != nullptr) return *space.nodes;
  return space.kind == MemorySpace::high_bw ? core::high_bandwidth_nodes()
                                            : platform::memory_nodes();
}

SpaceHandle part_of_space(SpaceHandle handle, std::span<const int> chosen) noexcept {
  const auto space = find_space(handle);
  if (!space) return kNullSpace;
  const std::vector<int>& all = resources(*space);
  std::vector<int> nodes;
  for (const int number : chosen) {
    if (number < 0 || static_cast<std::size_t>(number) >= all.size()) return kNullSpace;
    nodes.push_back(all[static_cast<std::size_t>(number)]);
  }
  std::sort(nodes.begin(), nodes.end());
  nodes.erase(std::unique(nodes.begin(), nodes.end()), nodes.end());
  if (nodes.empty()) return kNullSpace;
  return reinterpret_cast<SpaceHandle>(keep_partial(space->kind, std::move(nodes)));
}

AllocatorHandle predefined_allocator(SpaceHandle handle) noexcept {
  const auto space = find_space(handle);
  if (!space || space->nodes != nullptr || resources(*space).empty()) return kNullAllocator;
  return kDefaultMemAlloc + static_cast<AllocatorHandle>(space->kind);
}

}  // namespace tidemill::memory
