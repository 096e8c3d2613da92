#include "core/task/task.hpp"

#include "core/deps/dependence_table.hpp"
#include "core/sched/dispatch.hpp"
#include "core/sched/worker.hpp"
#include "core/settings/settings.hpp"
#include "core/task/throttle.hpp"

namespace tidemill::core {

namespace {

/// Stands in `successors` once the task is complete: no edge can be added any more.
Successor closed_list{nullptr, nullptr};

/// The task and all its descendants are complete.
void release_block(Task* task) noexcept {
  if (task->pinned)
    unpin(task);
  else
    free_task(task);
}

/// Takes `amount` off a parent's family and does what that makes due. The last touch of `parent`.
void count_down(Task* parent, std::uint64_t amount) noexcept {
  for (;;) {
    // First, while this child still holds its parent: afterwards it may be gone.
    const std::uint64_t before = parent->family.load();
    if ((before & Family::kThrottled) != 0 && below_low_water(parent, before))
      resume_producer(parent);
    const std::uint64_t word = parent->family.subtract(amount);
    if ((word & Family::kTaskwaitArmed) != 0) {
      if ((amount & Family::kChild) != 0 && Family::children(word) == 0) parent->wait.complete();
      return;  // it waits, so it isn't complete, so it isn't released
    }
    if ((word & Family::kThrottled) != 0) return;  // neither complete nor released
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

void release_successors(Task* task) noexcept {
  // acq_rel: hands this task's results to the successors; sees their edges whole. Pairs with the
  // CAS in add_successor().
  Successor* list = task->successors.exchange(&closed_list, std::memory_order_acq_rel);
  Successor* in_order = nullptr;  // edges were pushed last first; ready order is creation order
  while (list != nullptr) {
    Successor* following = list->next;
    list->next = in_order;
    in_order = list;
    list = following;
  }
  while (in_order != nullptr) {
    // The node lies in the successor's block: read it before the successor can run.
    Task* successor = in_order->task;
    in_order = in_order->next;
    // acq_rel: release what the predecessors did, acquire it when last. Pairs with itself.
    if (successor->pending.fetch_sub(1, std::memory_order_acq_rel) == 1) make_ready(successor);
  }
}

void complete(Task* task) noexcept {
  if (task->implicit) return task->wait.complete();  // its team's last barrier waits for events
  if (task->pinned) release_successors(task);
  if (TaskGroup* group = task->creation_group) {
    const std::uint64_t left = group->incomplete.fetch_sub(1, std::memory_order_acq_rel) - 1;
    if (left == TaskGroup::kArmed) group->wait.complete();
  }
  if (task->wakes_when_complete) task->wait.complete();  // the creator's pin keeps it
  Task* parent = task->parent;
  if (Family::unreleased(task->family.load()) == 1) {
    // No descendant is left, and a complete task makes no more: complete and released at once.
    release_block(task);
    count_down(parent, Family::kChild + Family::kUnreleased);
    return;
  }
  // First the parent's count of children: once we give up our own place, a descendant may
  // release us, and the parent after us.
  count_down(parent, Family::kChild);
  if (Family::unreleased(task->family.subtract(Family::kUnreleased)) == 0) {
    release_block(task);
    count_down(parent, Family::kUnreleased);
  }
}

}  // namespace

void free_task(Task* task) noexcept {
  while (SuccessorChunk* chunk = task->more_edges) {
    task->more_edges = chunk->next;
    delete chunk;
  }
  free_own_icvs(task);
  const std::uint8_t size_class = task->size_class;
  task->~Task();
  if (Worker* worker = current_worker_or_null())
    worker->blocks.free(task, size_class);
  else
    BlockCache::free_shared(task, size_class);
}

void fulfil_events(Task* task, std::uint32_t count) noexcept {
  // Alone: nobody else holds an event and only the running task itself binds more, so there is
  // nothing to race with. acquire: sees what fulfilled events did before their fetch_sub.
  if (task->events.load(std::memory_order_acquire) == count ||
      task->events.fetch_sub(count, std::memory_order_acq_rel) == count)
    complete(task);
}

void finish_body(Task* task) noexcept {
  delete task->children_by_address;  // it makes no more children
  task->children_by_address = nullptr;
  fulfil_events(task, 1);
}

void unpin(Task* task) noexcept {
  if (task->pins.load(std::memory_order_acquire) == 1 ||  // the last holder races with nobody
      task->pins.fetch_sub(1, std::memory_order_acq_rel) == 1)
    free_task(task);
}

bool add_successor(Task* predecessor, Successor* node) noexcept {
  // acquire on the head: if closed, the caller sees the predecessor's results.
  Successor* head = predecessor->successors.load(std::memory_order_acquire);
  do {
    if (head == &closed_list) return false;
    node->next = head;
    // release: the node; pairs with the exchange in release_successors().
  } while (!predecessor->successors.compare_exchange_weak(head, node, std::memory_order_release,
                                                          std::memory_order_acquire));
  return true;
}

bool is_complete(const Task* task) noexcept {
  return task->successors.load(std::memory_order_acquire) == &closed_list;
}

bool is_descendant(const Task* task, const Task* ancestor) noexcept {
  while (task != nullptr && task->depth > ancestor->depth) task = task->parent;
  return task == ancestor;
}

Icvs& writable_icvs(Task* task) {
  if (task->own_icvs != nullptr && task->own_icvs == task->icvs && !task->icvs_shared)
    return *task->own_icvs;
  auto* copy = new Icvs(*task->icvs);
  copy->older = task->own_icvs;
  task->own_icvs = copy;
  task->icvs = copy;
  task->icvs_shared = false;
  return *copy;
}

void free_own_icvs(Task* task) noexcept {
  while (const Icvs* newest = task->own_icvs) {
    task->own_icvs = const_cast<Icvs*>(newest->older);
    delete newest;
  }
}

}  // namespace tidemill::core
