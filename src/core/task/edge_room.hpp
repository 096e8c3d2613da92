// Where a task's edges lie: in its own block, [Task][captured data][Successor ...], so that the
// one who runs it finds the data next to the descriptor and needs nothing of the edges.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "core/task/block_cache.hpp"
#include "core/task/task.hpp"

namespace tidemill::core {

/// So far into the block they begin, whose data end there.
inline std::size_t edges_begin(std::size_t data_end) noexcept {
  return (data_end + sizeof(Successor) - 1) & ~(sizeof(Successor) - 1);
}
/// Task::edges_at for edges that begin so far into the block: in units of an edge. A block of
/// malloc's has no room for them.
inline std::uint16_t edges_mark(std::size_t begin, std::uint8_t size_class) noexcept {
  if (size_class == BlockCache::kMalloc) return 0;
  return static_cast<std::uint16_t>(begin / sizeof(Successor));
}
/// Up to the block's end.
inline std::span<Successor> edges_behind(Task* task) noexcept {
  if (task->edges_at == 0) return {};
  const std::size_t units = BlockCache::kClassBytes[task->size_class] / sizeof(Successor);
  return {reinterpret_cast<Successor*>(task) + task->edges_at, units - task->edges_at};
}

}  // namespace tidemill::core
