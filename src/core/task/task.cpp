#include "core/model/task.hpp"

#include <algorithm>
#include <array>
#include <span>
#include <utility>

#include "core/deps/dependence_table.hpp"
#include "core/deps/exclusion.hpp"
#include "core/deps/task_graph.hpp"
#include "core/model/duration.hpp"
#include "core/model/edges.hpp"
#include "core/model/lineage.hpp"
#include "core/model/worker.hpp"
#include "core/suspend/dispatch.hpp"
#include "core/task/immediate.hpp"
#include "core/trace/points.hpp"
#include "platform/cpu.hpp"

namespace tidemill::core {

namespace {

/// Complete, all descendants too, and out of everybody's sight but its names'.
void release_block(Task* task) noexcept {
  // relaxed: the counts hand it over.
  if (task->named && (task->ended.load(std::memory_order_relaxed) & Task::kForgotten) == 0) {
    // acq_rel: hands the task to forget(), or takes it over from there.
    const std::uintptr_t before = task->successors.exchange(kReleased, std::memory_order_acq_rel);
    if ((before & kNoNames) == 0) return;
  }
  free_task(task);
}

void count_down_group(Worker* here, TaskGroup* group) noexcept {
  if (here != nullptr && group->worker == here && group->tasks.subtract_own(Family::kBoth)) return;
  const std::uint64_t word = group->tasks.subtract(Family::kBoth);
  constexpr std::uint64_t kWaited = Family::kMerged | Family::kTaskwaitArmed;
  if ((word & kWaited) == kWaited && Family::children(word) == 0) group->wait.complete();
}

/// It most likely runs here soon, and its lines are still where it was created: all at once.
inline void prefetch(const Task* task) noexcept {
  const auto* lines = reinterpret_cast<const char*>(task);
  __builtin_prefetch(lines);
  platform::prefetch_to_write(lines + platform::kCacheLine);
  __builtin_prefetch(lines + sizeof(Task));
}

/// Of the predecessors of one that excludes others, or has a node, so many are left, or its creator
/// still enters edges: is it ready?
[[gnu::noinline]] bool is_ready_slow(Task* task, std::int32_t left) noexcept {
  if ((left & ~(kExclusive | kTracked)) != 0) return false;
  return (left & kExclusive) == 0 || take_exclusively(task);
}

constexpr std::size_t kAtOnce = 16;  // edges that are followed together

/// Tells tasks that they miss one predecessor less. What becomes ready does so in their order.
void count_down_predecessors(std::span<Task* const> successors) noexcept {
  Runnable* ready = nullptr;
  Runnable** end = &ready;
  for (Task* successor : successors) {
    // acq_rel: release what the predecessors did, acquire it when last. Pairs with itself.
    const std::int32_t before = successor->pending.fetch_sub(1, std::memory_order_acq_rel);
    if (before != 1 && !(before > kTracked && is_ready_slow(successor, before - 1))) continue;
    prefetch(successor);
    successor->next = nullptr;
    *end = successor;
    end = &successor->next;
  }
  while (ready != nullptr) {
    auto* successor = static_cast<Task*>(ready);
    ready = ready->next;  // before it can run
    make_ready(successor);
  }
}

/// It excludes others, or has a node.
[[gnu::noinline]] void leave_slow(Task* task) noexcept {
  if (is_tracked(*task)) retire_task(task);
  if (is_exclusive(*task)) give_back_slow(task);
}

/// It is complete, which nobody has seen yet: marks it so. `taken`: what its word held before.
void take_names(Task* task, std::uintptr_t taken, bool alone) noexcept {
  if ((taken & kNoNames) == 0) return;
  if (alone)
    free_task(task);
  else
    task->ended.store(Task::kForgotten, std::memory_order_relaxed);  // as in release_block()
}

/// There are many edges: they are followed where they lie.
[[gnu::noinline]] void release_many_slow(Task* task, bool alone) noexcept {
  // acq_rel: as below.
  const std::uintptr_t taken = task->successors.exchange(kComplete, std::memory_order_acq_rel);
  take_names(task, taken, false);
  if (edges_of(taken) > slots_of(task).size()) task->has_more = true;
  std::array<Task*, kAtOnce> some;
  std::size_t count = 0;
  visit_successors(task, edges_of(taken), [&](Task* successor) {
    platform::prefetch_to_write(&successor->pending);
    some[count] = successor;
    if (++count < kAtOnce) return;
    count_down_predecessors(some);
    count = 0;
  });
  count_down_predecessors(std::span(some).first(count));
  if (alone) release_block(task);
}

/// Tells the successors. `alone`: no descendant is left, the task is released as well; it may be
/// gone when this returns.
void release_successors(Task* task, bool alone) noexcept {
  // relaxed: constant once no predecessor is left.
  if ((task->pending.load(std::memory_order_relaxed) & (kExclusive | kTracked)) != 0) [[unlikely]]
    leave_slow(task);
  const std::size_t most = std::min(slots_of(task).size(), kAtOnce);
  std::array<Task*, kAtOnce> successors;
  std::size_t count = 0;
  // acquire: the edges whole. Pairs with add_successor().
  std::uintptr_t word = task->successors.load(std::memory_order_acquire);
  do {
    if (edges_of(word) > most) [[unlikely]]
      return release_many_slow(task, alone);
    // Their lines are scattered, and nothing is fetched past an atomic operation: all first.
    for (Task* const* const slots = slots_of(task).data(); count < edges_of(word); ++count) {
      successors[count] = slots[count];
      platform::prefetch_to_write(&successors[count]->pending);
    }
    // acq_rel: hands this task's results to the successors and to whoever finds it complete.
  } while (!task->successors.compare_exchange_weak(
      word, alone ? kReleased : kComplete, std::memory_order_acq_rel, std::memory_order_acquire));
  take_names(task, word, alone);
  count_down_predecessors(std::span(successors).first(count));
}

/// `alone`: all descendants are released, and a complete task makes no more.
void complete(Worker* here, Task* task, bool alone) noexcept {
  trace::complete(here, task);
  Task* const parent = task->parent;
  TaskGroup* const group = task->has_more ? task->creation_group : nullptr;
  if (task->wakes == Task::Wakes::when_complete)
    task->wait.complete();  // its creator still names it
  else if (task->wakes == Task::Wakes::creator_when_complete)
    parent->wait.complete();
  const bool named = task->named;
  if (named) release_successors(task, alone);
  if (group != nullptr) count_down_group(here, group);
  if (alone) {
    count_down(here, parent, Family::kBoth);
    // Last: its lines may be far, and nothing above that is atomic has to wait for them.
    if (!named) free_task(task);
    return;
  }
  // First the parent's count of children: once we give up our own place, a descendant may
  // release us, and the parent after us.
  count_down(here, parent, Family::kChild);
  Task* const above = leave_lineage(here, task);
  if (Family::unreleased(task->family.subtract(Family::kUnreleased)) == 0) {
    release_block(task);
    count_down(here, above, Family::kUnreleased);
  }
}

bool is_alone(const Task* task) noexcept { return Family::unreleased(task->family.counts()) == 1; }

/// Its body is over and no descendant left: does nothing need its block any more but its events?
bool may_leave(const Task& task) noexcept {
  return !task.named && !task.events->keeps_task && task.more_edges == nullptr &&
         task.extra.extras() == nullptr;
}

/// Then its counter is from here on among its parent's children, and in its group. The block is the
/// caller's. In line: tasks that bind a message each come in thousands.
inline void leave_to_events(Worker& here, Task* task) noexcept {
  EventCounter* const counter = std::exchange(task->events, nullptr);
  counter->task = task->parent;
  counter->group = task->creation_group;
  counter->task_is_gone = true;
  if (counter->from_outside) task->team->count_outside(here.slot_in(*task->team), 1);
  if (counter->take_off(1)) [[unlikely]]
    end_events(&here, counter);
}

}  // namespace

[[gnu::noinline]] void count_down_slow(Worker* here, Task* parent, std::uint64_t amount) noexcept {
  for (;;) {
    if (here != nullptr && parent->worker == here && parent->family.subtract_own(amount)) return;
    const std::uint64_t word = parent->family.subtract(amount);
    if ((word & Family::kMerged) == 0) return;  // it runs, and will look itself
    if ((word & Family::kTaskwaitArmed) != 0) {
      if (Family::children(amount) != 0 && Family::children(word) == 0) parent->wait.complete();
      return;  // it waits, so it isn't complete, so it isn't released
    }
    if ((word & Family::kDrainArmed) != 0) {
      if (Family::unreleased(word) == 1) parent->wait.complete();
      return;
    }
    if (Family::unreleased(word) != 0) return;
    // The parent was complete before, and this was the last of its descendants.
    Task* grandparent = parent->parent;
    release_block(parent);
    parent = grandparent;
    amount = Family::kUnreleased;
  }
}

bool passes_messages(const Runnable& task) noexcept {
  return MessageKinds::has(static_cast<const Task&>(task).duration);
}

SuccessorChunk* SuccessorChunk::make() {
  auto* chunk = static_cast<SuccessorChunk*>(take_block(sizeof(SuccessorChunk)).memory);
  chunk->next = nullptr;
  chunk->newest = chunk;
  chunk->claim = nullptr;
  chunk->node = nullptr;
  return chunk;
}

bool add_successor_slow(Task* predecessor, Task* task, std::uintptr_t word) {
  const std::size_t number = edges_of(word) - slots_of(predecessor).size();
  SuccessorChunk* const made =
      predecessor->more_edges == nullptr ? SuccessorChunk::make() : nullptr;
  if (made != nullptr) predecessor->more_edges = made;
  SuccessorChunk*& newest = predecessor->more_edges->newest;
  if (number != 0 && number % SuccessorChunk::kCount == 0)
    newest = newest->next = SuccessorChunk::make();
  slot_in_chunk(predecessor, number) = task;
  // release: all of that; as in add_successor().
  if (predecessor->successors.compare_exchange_strong(
          word, word + kOneEdge, std::memory_order_release, std::memory_order_acquire))
    return true;
  if (made == nullptr) return false;
  predecessor->more_edges = nullptr;  // its completer knows nothing of it
  made->destroy();
  return false;
}

void SuccessorChunk::destroy() noexcept {
  give_block(this, BlockCache::class_of(sizeof(SuccessorChunk)));
}

void free_task(Task* task) noexcept {
  if (task->events != nullptr) [[unlikely]]  // it was never submitted
    free_event_counter(current_worker_or_null(), task->events);
  if (task->has_more) [[unlikely]] {
    while (SuccessorChunk* chunk = task->more_edges) {
      task->more_edges = chunk->next;
      chunk->destroy();
    }
    if (!task->extra.empty()) free_extras(task);
  }
  const std::uint8_t size_class = task->size_class;
  task->~Task();
  give_block(task, size_class);
}

void complete_task(Worker* here, Task* task) noexcept { complete(here, task, is_alone(task)); }

void count_down_gone(Worker* here, Task* parent, std::uint32_t count, TaskGroup* group) noexcept {
  if (group != nullptr) [[unlikely]]
    count_down_group(here, group);
  count_down(here, parent, count * Family::kBoth);
}

void finish_body(Worker& here, Task* task) noexcept {
  if (task->has_more) {
    delete task->children_by_address;  // it makes no more children
    task->children_by_address = nullptr;
  }
  const bool alone = is_alone(task);
  if (task->enters_late) {
    if (alone && !has_events_left(*task))
      task->enters_late = false, task->more_edges = nullptr;
    else
      enter_late(here, task);
  }
  EventCounter* const events = task->events;
  if (alone) {
    if (events == nullptr) return complete(&here, task, true);
    if (may_leave(*task)) {
      leave_to_events(here, task);
      return here.memory.blocks.free(task, task->size_class);
    }
    task->family.merge_alone();
  } else {
    task->family.merge(0);
    if (events == nullptr) return complete_task(&here, task);
  }
  // Whoever completes or releases it counts there.
  fulfil_body(here, task);
}

void forget_last_slow(Task* task) noexcept {
  // acquire: the task is released, its memory ours.
  std::uintptr_t state = task->successors.load(std::memory_order_acquire);
  do {
    if (state == kReleased) return free_task(task);
    // release: our part; pairs with the exchanges in release_successors() and release_block().
  } while (!task->successors.compare_exchange_weak(
      state, state | kNoNames, std::memory_order_acq_rel, std::memory_order_acquire));
}

namespace {

/// Those that the task has written before the newest.
void free_older(const Icvs* newest) noexcept {
  while (newest != nullptr) delete std::exchange(newest, newest->older);
}

}  // namespace

Icvs& writable_icvs(Task* task) {
  Icvs*& own = task->extra.make_extras().own_icvs;
  task->has_more = true;
  if (own != nullptr && is_alone(task)) {
    // Regions that the task met are over, and no descendant is left: they have none of these.
    free_older(std::exchange(own->older, nullptr));
    task->icvs_shared = task->icvs_shared && own != task->icvs;
  }
  if (own != nullptr && own == task->icvs && !task->icvs_shared) return *own;
  auto* copy = new Icvs(*task->icvs);
  copy->older = own;
  own = copy;
  task->icvs = copy;
  task->icvs_shared = false;
  return *copy;
}

void free_extras(Task* task) noexcept {
  const TaskExtras* const extras = task->extra.extras();
  if (extras != nullptr) free_older(extras->own_icvs);
  task->extra.drop();
}

}  // namespace tidemill::core
