#include "core/task/create.hpp"

#include <algorithm>
#include <utility>

#include "core/affinity/domain.hpp"
#include "core/affinity/next_affinity.hpp"
#include "core/deps/dependence_table.hpp"
#include "core/deps/exclusion.hpp"

namespace tidemill::core {

namespace {

/// pending while the creator still adds edges: no predecessor can bring it to 0.
constexpr std::int32_t kEnteringEdges = 1 << 30;
constexpr std::int32_t kMostEdgesAhead = 16;

void no_body(void*) {}

/// As the end of enter_dependences(), of a task with `marks`: kExclusive, kTracked.
[[gnu::noinline]] bool enter_marked_slow(Task* task, std::int32_t edges,
                                         std::int32_t marks) noexcept {
  // acq_rel: as there.
  const std::int32_t taken = kEnteringEdges - marks - edges;
  return task->pending.fetch_sub(taken, std::memory_order_acq_rel) - taken == marks &&
         ((marks & kExclusive) == 0 || take_exclusively(task));
}

/// The descriptor of a request, its data not captured yet. Blocks are aligned to 64 bytes; beyond,
/// there is room to align by hand.
Task* allocate_any(Worker& w, const TaskRequest& request) {
  const std::size_t alignment = std::max<std::size_t>(request.body.alignment, 16);
  Task* const task =
      allocate(w, 0, request.body.bytes + alignment - 16, request.dependences.size());
  const auto at = reinterpret_cast<std::uintptr_t>(task + 1);
  task->data = reinterpret_cast<void*>((at + alignment - 1) / alignment * alignment);
  set_priority(task, request.priority);
  task->untied = !request.on_thread &&
                 ((request.untied && !w.member->team->all_tied) || w.member->team->all_untied);
  task->creates = request.final ? Task::kFinal : 0;
  task->body = request.body.function;
  task->has_objects = request.body.has_objects;
  if (!request.dependences.empty())
    task->duration = DurationPredictor::of(reinterpret_cast<const void*>(request.body.function));
  return task;
}

}  // namespace

Task* make_any_task(Worker& w, const TaskRequest& request) {
  const Body& body = request.body;
  // Objects that were captured would have to run their destructors, which only the body can.
  if (body.has_objects && request.detach == nullptr && creates_cancelled(w)) return nullptr;
  Task* const task = allocate_any(w, request);
  if (request.detach != nullptr) {
    *request.detach = bind_detach(task);
    if (body.data != nullptr) *static_cast<void**>(body.data) = *request.detach;
  }
  if (body.copy != nullptr)
    body.copy(task->data, body.data);  // runs the program's copy constructors, which may wait
  else if (request.run == Run::now || (w.task->creates & Task::kFinal) != 0)
    task->data = body.data;  // included: its creator's own
  else
    copy_few(task->data, body.data, body.bytes);
  return task;
}

bool enter_dependences(Worker& w, Task* task, std::span<const Dependence> dependences) {
  task->named = true;
  Task* const parent = task->parent;
  if (parent->children_by_address == nullptr) [[unlikely]] {
    parent->children_by_address = new DependenceTable(task->team->graph);
    parent->has_more = true;
  }
  task->pending.store(kEnteringEdges, std::memory_order_relaxed);  // not published yet
  const auto [edges, marks] = parent->children_by_address->add(task, dependences);
  w.memory.edges_ahead = std::clamp(edges, w.memory.edges_ahead - 1, kMostEdgesAhead);
  if (marks != 0) [[unlikely]]
    return enter_marked_slow(task, edges, marks);
  if (edges == 0) return true;  // nobody else knows it; complete predecessors were acquired
  // acq_rel: sees the results of predecessors that are complete; pairs with release_successors().
  const std::int32_t taken = kEnteringEdges - edges;
  return task->pending.fetch_sub(taken, std::memory_order_acq_rel) == taken;
}

namespace {

/// Queued in its domain, now or once its predecessors are complete.
void submit_in_domain(Worker& w, Task* task, std::span<const Dependence> dependences) {
  task->has_more = true;
  const std::int64_t children = enrol(w, task);
  Member& m = *w.member;
  if (dependences.empty() || enter_dependences(w, task, dependences)) make_ready(task);
  throttle_current(m, children);
}

/// TIDEMILL_DATA_AFFINITY=depend: to the first of what it writes.
bool submit_inferred(Worker& w, Task* task, std::span<const Dependence> dependences) {
  if ((w.task->creates & Task::kInfers) == 0) return false;
  const auto writes = [](const Dependence& d) { return d.access == Access::out; };
  const auto first = std::find_if(dependences.begin(), dependences.end(), writes);
  if (first == dependences.end()) return false;
  const Affinity affinity{AffinityKind::data, false,
                          reinterpret_cast<std::intptr_t>(first->address)};
  if (domain_of(*w.member->team, affinity).level == Domain::Level::machine) return false;
  task->extra.set_affinity(affinity);
  submit_in_domain(w, task, dependences);
  return true;
}

}  // namespace

void submit_dependent(Worker& w, Task* task, std::span<const Dependence> dependences) {
  const LateEntry late = may_enter_late(w);
  const std::int64_t children = enrol(w, task);
  if (late == LateEntry::yes) return run_unentered(w, task, dependences);
  if (!enter_dependences(w, task, dependences)) return throttle_current(*w.member, children);
  if (late == LateEntry::refused) return enqueue<kAnyTask>(w, task, children);
  start<kAnyTask>(w, task, children);
}

void submit_unusual(Worker& w, Task* task, std::span<const Dependence> dependences, Run run,
                    const void* caller) {
  const Affinity affinity = take_next_affinity(w, caller);
  if ((w.task->creates & Task::kFinal) != 0 || (run == Run::now && !affinity))
    return run_included(w, task, dependences);
  task->extra.set_affinity(affinity);
  const Domain domain = domain_of(*w.member->team, affinity);
  if (run == Run::now && lies_in(*w.member, domain)) return run_included(w, task, dependences);
  if (run == Run::now) return run_undeferred_there(w, task, dependences);
  if (domain.level != Domain::Level::machine) return submit_in_domain(w, task, dependences);
  if (!affinity && submit_inferred(w, task, dependences)) return;
  submit_usual<kAnyTask>(w, task, dependences);
}

void create_task(const TaskRequest& request) {
  Worker& w = current_worker();
  create<kAnyTask>(w, request);
}

void set_priority(Task* task, int priority) noexcept {
  if (priority <= 0) return;
  task->key = order_key(std::min(priority, settings().max_task_priority), 0);
  const Policy& policy = current_worker().member->team->ready.policy();
  if (policy.urgency != nullptr) task->key = with_urgency(task->key, policy.urgency(priority));
}

void* bind_detach(Task* task) noexcept {
  // A proxy has a counter, and may be bound by its clause, too.
  EventCounter* const events =
      task->events != nullptr ? task->events : make_event_counter(current_worker(), task);
  events->bind(1);
  return events;
}

void bind_proxy(Task* task) noexcept {
  static_cast<EventCounter*>(bind_detach(task))->keeps_task = true;
}

void submit_task(Task* task, std::span<const Dependence> dependences, Run run, const void* code) {
  Worker& w = current_worker();
  if (w.memory.edges_ahead > 0) --w.memory.edges_ahead;
  if (dependences.empty() && run == Run::later)
    return submit<kDeferredTask>(w, task, {}, run, nullptr);
  task->duration = DurationPredictor::of(code);
  submit<kAnyTask>(w, task, dependences, run, nullptr);
}

void wait_dependences(std::span<const Dependence> dependences) {
  Task& self = *current_worker().task;
  drop_clause_affinity(self);
  if (!has_incomplete_children(self)) return;
  const std::uint8_t creates =
      std::exchange(self.creates, std::uint8_t{0});  // no child of the program's
  create_task(
      {.body = {no_body, nullptr, nullptr, 0, 1}, .dependences = dependences, .run = Run::now});
  self.creates = creates;
}

void yield_task() {
  drop_clause_affinity(*current_worker().task);
  yield_current();
}

void fulfil_detach(void* handle) { fulfil_events(static_cast<EventCounter*>(handle), 1); }
void fulfil_proxy(Task* task) { fulfil_events(task->events, 1); }

}  // namespace tidemill::core
