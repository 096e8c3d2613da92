#include "core/memory/resources.hpp"

#include <algorithm>
#include <atomic>
#include <new>

#include "core/topo/topology.hpp"
#include "platform/numa.hpp"

namespace tidemill::core {

namespace {

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
  return space.kind == MemorySpace::high_bw ? high_bandwidth_nodes() : platform::memory_nodes();
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

}  // namespace tidemill::core
