#include "core/task/dependent.hpp"

#include <algorithm>

#include "core/deps/dependence_table.hpp"
#include "core/sched/dispatch.hpp"
#include "core/task/plain_parts.hpp"
#include "core/task/throttle.hpp"

namespace tidemill::core {

namespace {

/// pending while the creator still adds edges: no predecessor can bring it to 0.
constexpr std::int32_t kEnteringEdges = 1 << 30;

constexpr std::int32_t kMostAhead = 16;

Successor* edges_of(Task* task) noexcept { return reinterpret_cast<Successor*>(task + 1); }

/// True when no predecessor is incomplete.
inline bool enter_named(Worker& w, Task* task, std::span<const Dependence> dependences,
                        std::size_t room) {
  task->named = true;
  Task* const parent = task->parent;
  if (parent->children_by_address == nullptr) [[unlikely]] {
    parent->children_by_address = new DependenceTable;
    parent->has_more = true;
  }
  task->pending.store(kEnteringEdges, std::memory_order_relaxed);  // not published yet
  const std::int32_t edges =
      parent->children_by_address->add(task, dependences, edges_of(task), room);
  w.edges_ahead = std::clamp(edges, w.edges_ahead - 1, kMostAhead);
  if (edges == 0) return true;  // nobody else knows it; complete predecessors were acquired
  // acq_rel: sees the results of predecessors that are complete; pairs with release_successors().
  const std::int32_t taken = kEnteringEdges - edges;
  return task->pending.fetch_sub(taken, std::memory_order_acq_rel) == taken;
}

inline void enter(Worker& w, Task* task, std::span<const Dependence> dependences,
                  std::size_t room) {
  Member* const m = w.member;
  const std::int64_t children = enrol_plain(w, task);
  if (enter_named(w, task, dependences, room)) make_ready(task);
  throttle_current(*m, children);
}

}  // namespace

bool enter_dependences(Task* task, std::span<const Dependence> dependences, std::size_t room) {
  return dependences.empty() || enter_named(current_worker(), task, dependences, room);
}

bool spawn_dependent(void (*function)(void*), void* data, std::size_t bytes,
                     std::span<const Dependence> dependences) {
  Worker& w = current_worker();
  if (!bears_plain(w)) return false;
  const std::size_t room = dependences.size();
  const auto block = w.blocks.allocate(sizeof(Task) + room * sizeof(Successor) + bytes);
  Task* task = make_plain(block.memory, function, room);
  task->size_class = block.size_class;
  copy_few(task->data, data, bytes);
  enter(w, task, dependences, room);
  return true;
}

bool submit_dependent(Task* task, std::span<const Dependence> dependences) {
  if (!task->plain) return false;
  Worker& w = current_worker();
  if (!bears_plain(w)) return false;
  enter(w, task, dependences, edges_ahead(task));
  return true;
}

std::size_t edges_ahead(const Task* task) noexcept {
  const auto room =
      reinterpret_cast<std::uintptr_t>(task->data) - reinterpret_cast<std::uintptr_t>(task + 1);
  return room / sizeof(Successor);
}

}  // namespace tidemill::core
