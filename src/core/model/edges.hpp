// Edges from a task to its successors: an array behind the predecessor's data, so that who
// completes it has all of them at hand, and asks for all successors' lines at once. A list through
// the successors would be a chain of misses, where those were created long before.
//
// The word Task::successors holds the number of edges, or that the task is complete, and one bit
// besides (model/task.hpp).
//
// 1. The parent's code alone adds edges, while it names the predecessor: it writes the successor
//    into the next slot and then adds one to the number, by one compare-exchange (release). That
//    fails only where the predecessor is complete: then the slot is nobody's.
// 2. The completer copies the slots that the number says (acquire), and then takes them by one
//    compare-exchange, which marks the task complete. If there are more by then, it copies those,
//    too. After that the parent's code may give the predecessor's block back.
// 3. More edges than the block has room for lie in chunks, in the order of creation. Then the
//    completer marks the task complete first, follows the edges, and only then says that the block
//    may go.
//
// Who reads a slot or a chunk's `next` has read a number that was written after it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "core/memory/block_cache.hpp"
#include "core/model/task.hpp"

namespace tidemill::core {

inline constexpr std::uintptr_t kOneEdge = 8;
/// Of a word that doesn't say complete.
constexpr std::size_t edges_of(std::uintptr_t successors) noexcept { return successors / kOneEdge; }

/// More edges than the task's block has room for, and what few tasks have; freed with the task.
struct SuccessorChunk {
  static constexpr std::size_t kCount = 28;
  SuccessorChunk* next;    // written before the number says that there are edges in it
  SuccessorChunk* newest;  // of the first: where the next edge goes; the parent's code
  Claim* claim;            // of the first: see deps/exclusion.hpp
  GraphNode* node;         // of the first: see deps/task_graph.hpp
  Task* successors[kCount];

  /// From and to the calling worker's blocks.
  static SuccessorChunk* make();
  void destroy() noexcept;
};

/// The chunk for a claim or a node, of a task that isn't published yet.
inline SuccessorChunk& first_chunk(Task& task) {
  if (task.more_edges == nullptr) task.more_edges = SuccessorChunk::make();
  task.has_more = true;
  return *task.more_edges;
}

/// So far into the block the edges begin, whose data end there.
inline std::size_t edges_begin(std::size_t data_end) noexcept {
  return (data_end + sizeof(Task*) - 1) & ~(sizeof(Task*) - 1);
}
/// Task::edges_at for edges that begin so far into the block: in units of an edge. A block of
/// malloc's has no room for them.
inline std::uint16_t edges_mark(std::size_t begin, std::uint8_t size_class) noexcept {
  if (size_class == BlockCache::kMalloc) return 0;
  return static_cast<std::uint16_t>(begin / sizeof(Task*));
}
/// The slots in the task's own block, up to its end.
inline std::span<Task*> slots_of(Task* task) noexcept {
  if (task->edges_at == 0) return {};
  const std::size_t units = BlockCache::kClassBytes[task->size_class] / sizeof(Task*);
  return {reinterpret_cast<Task**>(task) + task->edges_at, units - task->edges_at};
}

/// Where the edge of that number lies, one of those in chunks that are the newest: the last, or the
/// next where its chunk is there.
inline Task*& slot_in_chunk(Task* task, std::size_t number) noexcept {
  return task->more_edges->newest->successors[number % SuccessorChunk::kCount];
}

/// add_successor() where the block has no room: `word` says how many there are.
bool add_successor_slow(Task* predecessor, Task* task, std::uintptr_t word);

enum class AddedEdge : std::uint8_t { no, yes, was_there };

/// Adds the edge predecessor -> task unless the predecessor is complete (`no`), or it was added
/// last. The parent's code, while it names the predecessor.
inline AddedEdge add_successor(Task* predecessor, Task* task) {
  // acquire: if it is complete, the caller sees the predecessor's results.
  std::uintptr_t word = predecessor->successors.load(std::memory_order_acquire);
  if (says_complete(word)) return AddedEdge::no;
  const std::size_t count = edges_of(word);
  const std::span<Task*> slots = slots_of(predecessor);
  if (count != 0) {
    // A neighbour is often met twice, as who writes what the task reads and who reads what it
    // writes. The same code adds all edges, so one to this task is the last.
    const Task* const last = count <= slots.size()
                                 ? slots[count - 1]
                                 : slot_in_chunk(predecessor, count - 1 - slots.size());
    if (last == task) return AddedEdge::was_there;
  }
  if (count >= slots.size()) [[unlikely]]
    return add_successor_slow(predecessor, task, word) ? AddedEdge::yes : AddedEdge::no;
  slots[count] = task;
  // release: the slot; pairs with the completer's acquire. This code alone sets the bit kNoNames,
  // too: so only a completion can have changed the word.
  return predecessor->successors.compare_exchange_strong(
             word, word + kOneEdge, std::memory_order_release, std::memory_order_acquire)
             ? AddedEdge::yes
             : AddedEdge::no;
}

/// Calls visit(Task*) for the first `count` edges, in the order in which they were added. For who
/// has read that number, while the task's block is there.
template <class Visit>
void visit_successors(Task* task, std::size_t count, Visit&& visit) {
  const std::span<Task*> slots = slots_of(task);
  for (std::size_t i = 0; i < count && i < slots.size(); ++i) visit(slots[i]);
  const SuccessorChunk* chunk = nullptr;
  for (std::size_t i = slots.size(), at = 0; i < count; ++i, ++at) {
    if (at % SuccessorChunk::kCount == 0) chunk = at == 0 ? task->more_edges : chunk->next;
    visit(chunk->successors[at % SuccessorChunk::kCount]);
  }
}

}  // namespace tidemill::core
