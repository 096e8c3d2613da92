// Where task descriptors come from: blocks of the worker's cache (memory/block_cache.hpp), laid out
// as [Task][captured data][edges ...]. Who runs a task finds its data next to the descriptor and
// needs nothing of the edges.
#pragma once

#include <cstddef>
#include <cstdint>
#include <new>
#include <span>

#include "core/memory/block_cache.hpp"
#include "core/model/task.hpp"
#include "core/model/worker.hpp"
#include "core/policy/key.hpp"

namespace tidemill::core {

/// So far into the block the edges begin, whose data end there.
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

/// A task with room for `bytes` of data, which begin `padding` behind the descriptor, and as many
/// edges. Nobody counts it yet; it has no priority.
[[gnu::always_inline]] inline Task* allocate(Worker& w, std::size_t padding, std::size_t bytes,
                                             std::size_t edges) noexcept {
  const std::size_t end = edges_begin(sizeof(Task) + padding + bytes);
  const auto block = w.blocks.allocate(end + edges * sizeof(Successor));
  auto* const task = new (block.memory) Task;
  task->key = order_key(0, 0);
  task->data = reinterpret_cast<char*>(task + 1) + padding;
  task->size_class = block.size_class;
  task->edges_at = edges_mark(end, block.size_class);
  return task;
}

}  // namespace tidemill::core
