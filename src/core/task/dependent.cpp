#include "core/task/dependent.hpp"

#include <algorithm>

#include "core/deps/dependence_table.hpp"
#include "core/deps/exclusion.hpp"
#include "core/sched/dispatch.hpp"
#include "core/task/edge_room.hpp"
#include "core/task/included.hpp"
#include "core/task/plain_parts.hpp"
#include "core/task/short_tasks.hpp"
#include "core/task/throttle.hpp"
#include "core/trace/points.hpp"

namespace tidemill::core {

namespace {

/// pending while the creator still adds edges: no predecessor can bring it to 0.
constexpr std::int32_t kEnteringEdges = 1 << 30;

constexpr std::int32_t kMostAhead = 16;

/// As the end of enter_named().
[[gnu::noinline]] bool enter_exclusive_slow(Task* task, std::int32_t edges) noexcept {
  // acq_rel: as there.
  const std::int32_t taken = kEnteringEdges - kExclusive - edges;
  return task->pending.fetch_sub(taken, std::memory_order_acq_rel) - taken == kExclusive &&
         take_exclusively(task);
}

/// True when no predecessor is incomplete, and nobody runs that it excludes.
inline bool enter_named(Worker& w, Task* task, std::span<const Dependence> dependences) {
  task->named = true;
  Task* const parent = task->parent;
  if (parent->children_by_address == nullptr) [[unlikely]] {
    parent->children_by_address = new DependenceTable;
    parent->has_more = true;
  }
  task->pending.store(kEnteringEdges, std::memory_order_relaxed);  // not published yet
  const std::span<Successor> nodes = edges_behind(task);
  const auto [edges, exclusive] =
      parent->children_by_address->add(task, dependences, nodes.data(), nodes.size());
  w.edges_ahead = std::clamp(edges, w.edges_ahead - 1, kMostAhead);
  if (exclusive) [[unlikely]]
    return enter_exclusive_slow(task, edges);
  if (edges == 0) return true;  // nobody else knows it; complete predecessors were acquired
  // acq_rel: sees the results of predecessors that are complete; pairs with release_successors().
  const std::int32_t taken = kEnteringEdges - edges;
  return task->pending.fetch_sub(taken, std::memory_order_acq_rel) == taken;
}

inline void enter(Worker& w, Task* task, std::span<const Dependence> dependences) {
  Member* const m = w.member;
  const std::int64_t children = enrol_plain(w, task);
  trace::created(w, *task);
  if (enter_named(w, task, dependences)) make_ready(task);
  throttle_current(*m, children);
}

/// Nothing can hold it up, and nobody else would run it: at once, and its dependences are entered
/// only if it outlives that (task/at_once.hpp).
inline bool may_begin_alone(Worker& w) noexcept {
  return is_lone_producer(w) && !has_incomplete_children(*w.task) &&
         may_begin_at_once<Turns::left_to_nobody>(w);
}

}  // namespace

bool enter_dependences(Task* task, std::span<const Dependence> dependences) {
  return dependences.empty() || enter_named(current_worker(), task, dependences);
}

bool spawn_dependent(void (*function)(void*), void* data, std::size_t bytes,
                     std::span<const Dependence> dependences) {
  Worker& w = current_worker();
  if (bytes <= kMostPlainBytes && may_begin_alone(w)) {
    Task* task = take_shell(w);
    set_body(task, function);
    copy_few(task + 1, data, bytes);
    run_unentered(w, task, dependences);
    return true;
  }
  if (spawn_short(function, data, bytes, dependences)) return true;
  if (!bears_plain(w)) return false;
  const std::size_t end = edges_begin(sizeof(Task) + bytes);
  const auto block = w.blocks.allocate(end + dependences.size() * sizeof(Successor));
  Task* task = make_plain(block.memory, function);
  task->size_class = block.size_class;
  task->edges_at = edges_mark(end, block.size_class);
  task->habit = Habits::of(reinterpret_cast<const void*>(function));
  copy_few(task + 1, data, bytes);
  enter(w, task, dependences);
  return true;
}

bool submit_dependent(Task* task, std::span<const Dependence> dependences, const void* code) {
  if (task->way == Task::Way::general) return false;
  Worker& w = current_worker();
  if (may_begin_alone(w)) {
    run_unentered(w, task, dependences);
    return true;
  }
  if (submit_short(task, dependences, code)) return true;
  if (!bears_plain(w)) return false;
  enter(w, task, dependences);
  return true;
}

}  // namespace tidemill::core
