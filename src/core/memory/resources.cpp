#include "core/memory/resources.hpp"

#include <algorithm>
#include <forward_list>
#include <mutex>
#include <utility>

#include "core/sync/spin_lock.hpp"
#include "core/topo/topology.hpp"
#include "platform/numa.hpp"
#include "platform/process_wide.hpp"

namespace tidemill::core {

namespace {

/// Spaces that programs asked for. They stay where they are: their addresses are their handles.
struct PartialSpace {
  MemorySpace kind;
  std::vector<int> nodes;
};
struct PartialSpaces {
  SpinLock lock;  // guards the list; a space in it doesn't change
  std::forward_list<PartialSpace> all;
};
PartialSpaces& partial_spaces() noexcept { return platform::ProcessWide<PartialSpaces>::get(); }

const PartialSpace* find_partial(SpaceHandle handle) noexcept {
  const std::lock_guard guard(partial_spaces().lock);
  for (const PartialSpace& s : partial_spaces().all)
    if (reinterpret_cast<SpaceHandle>(&s) == handle) return &s;
  return nullptr;
}

/// The one of these nodes, made if it isn't there yet.
const PartialSpace* keep_partial(MemorySpace kind, std::vector<int> nodes) {
  const std::lock_guard guard(partial_spaces().lock);
  auto& all = partial_spaces().all;
  for (const PartialSpace& s : all)
    if (s.kind == kind && s.nodes == nodes) return &s;
  return &all.emplace_front(PartialSpace{kind, std::move(nodes)});
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
