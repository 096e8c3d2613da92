// Where task descriptors come from: blocks of the worker's cache (memory/block_cache.hpp), laid out
// as [Task][captured data][edges ...]. Who runs a task finds its data next to the descriptor and
// needs nothing of the edges.
#pragma once

#include <cstddef>
#include <new>

#include "core/model/edges.hpp"
#include "core/model/task.hpp"
#include "core/model/worker.hpp"
#include "core/policy/key.hpp"

namespace tidemill::core {

/// A task with room for `bytes` of data, which begin `padding` behind the descriptor, and as many
/// edges. Nobody counts it yet; it has no priority.
[[gnu::always_inline]] inline Task* allocate(Worker& w, std::size_t padding, std::size_t bytes,
                                             std::size_t edges) noexcept {
  const std::size_t end = edges_begin(sizeof(Task) + padding + bytes);
  const auto block = w.memory.blocks.allocate(end + edges * sizeof(Task*));
  auto* const task = new (block.memory) Task;
  task->key = order_key(0, 0);
  task->data = reinterpret_cast<char*>(task + 1) + padding;
  task->size_class = block.size_class;
  task->edges_at = edges_mark(end, block.size_class);
  return task;
}

}  // namespace tidemill::core
