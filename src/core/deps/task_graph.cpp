#include "core/deps/task_graph.hpp"

#include <algorithm>
#include <mutex>
#include <utility>

#include "core/model/edges.hpp"
#include "core/model/worker.hpp"
#include "core/trace/events.hpp"

namespace tidemill::core {

struct GraphNode {
  GraphNode(Task* t, TaskGraph* g) noexcept : task(t), graph(g) {}

  Task* const task;  // good unless `gone`
  TaskGraph* const graph;
  // acq_rel, with itself: the last one's delete comes after what the others did with it.
  std::atomic<std::uint32_t> references{1};

  // ---- under the graph's lock ----
  bool gone = false;
  bool ready = false;
  int urgency = 0;
  TaskFacts facts;
  std::vector<TaskName> predecessors;  // a reference each
  GraphNode* older = nullptr;          // that isn't gone
  GraphNode* newer = nullptr;
};

namespace {

constexpr int kEdgesAtOnce = 64;  // by a creator, before others have their turn at the lock

GraphNode& node_at(TaskName name) noexcept { return *reinterpret_cast<GraphNode*>(name); }
TaskName name_of(GraphNode& node) noexcept {
  return TaskName(reinterpret_cast<std::uintptr_t>(&node));
}
GraphNode* node_of(const Task& task) noexcept {
  return is_tracked(task) ? task.more_edges->node : nullptr;
}

/// What it runs. The code of LLVM's tasks is behind one function for all: their entry for durations
/// tells them apart.
std::uint64_t code_of(const Task& task) noexcept {
  return reinterpret_cast<std::uintptr_t>(task.body) ^ std::uint64_t{task.duration} << 48;
}

Profile profile_of(const Task& task, std::size_t dependences) noexcept {
  const unsigned properties =
      unsigned{task.untied} | unsigned{(task.creates & Task::kFinal) != 0} << 1 |
      unsigned{task.has_objects} << 2 | unsigned{task.events != nullptr} << 3 |
      unsigned{task.wakes != Task::Wakes::nobody} << 4;
  return {.code = code_of(task),
          .parent = task.parent->implicit ? 0 : code_of(*task.parent),
          .bytes = task.edges_at,  // they begin where the data ends
          .dependences = static_cast<std::uint16_t>(dependences),
          .properties = static_cast<std::uint8_t>(properties)};
}

/// Of those that may go, `vector` being full: room for one more, half of what there is at least.
void make_room(std::vector<TaskName>& names) {
  if (names.size() < names.capacity()) return;
  std::erase_if(names, [](TaskName name) {
    if (!node_at(name).gone) return false;
    release_node(&node_at(name));
    return true;
  });
  if (2 * names.size() > names.capacity()) names.reserve(2 * names.capacity() + 2);
}

}  // namespace

std::atomic<bool> sends_expected{false};

const Policy& set_graph_slow(Team& team, const Policy& policy) {
  TaskGraph* graph = nullptr;
  const bool in_vain = policy.learns_sends && !sends_expected.load(std::memory_order_relaxed);
  if (policy.keeps_predecessors && !in_vain) {
    trace::note_edges();
    if (team.kept_graph == nullptr) team.kept_graph = new TaskGraph(team);  // teams are never freed
    graph = team.kept_graph;
    graph->use(policy);
  }
  // release: the graph whole; pairs with graph_at_rest().
  std::atomic_ref(team.graph).store(graph, std::memory_order_release);
  return in_vain ? default_policy() : policy;
}

void TaskGraph::use(const Policy& policy) noexcept {
  const std::lock_guard guard(lock_);
  policy_ = &policy;
}

void release_node(GraphNode* node) noexcept {
  if (node->references.fetch_sub(1, std::memory_order_acq_rel) == 1) delete node;
}

void retire_task(Task* task) noexcept {
  GraphNode& node = *task->more_edges->node;
  node.graph->retire(node);
}

void set_key_of_ready(Runnable& item) noexcept {
  auto& task = static_cast<Task&>(item);
  if (GraphNode* const node = node_of(task)) node->graph->set_key_of_ready(task);
}

void current_task_sends() noexcept {
  Worker* const w = current_worker_or_null();
  if (w == nullptr) return;
  // The calling member may be at rest, inside a polling service, while the primary thread sets the
  // graph of the next region.
  if (TaskGraph* const graph = graph_at_rest(*w->member->team)) graph->sends(*w->task);
}

void TaskGraph::link_last(GraphNode& node) noexcept {
  node.older = newest_;
  (newest_ != nullptr ? newest_->newer : oldest_) = &node;
  newest_ = &node;
}

void TaskGraph::unlink(GraphNode& node) noexcept {
  if (next_ == &node) next_ = node.newer;
  (node.older != nullptr ? node.older->newer : oldest_) = node.newer;
  (node.newer != nullptr ? node.newer->older : newest_) = node.older;
}

void TaskGraph::add_edge(GraphNode& from, GraphNode& to) {
  make_room(to.predecessors);
  // relaxed: hands nothing over; the caller has one.
  from.references.fetch_add(1, std::memory_order_relaxed);
  to.predecessors.push_back(name_of(from));
  policy_->edge_added(*this, name_of(from), name_of(to));
}

bool TaskGraph::enter(Task* task, std::size_t dependences, std::span<Task* const> before) {
  std::unique_lock guard(lock_);
  if (policy_->learns_sends && !profiles.saw_sends()) return false;
  auto* const node = new GraphNode(task, this);
  first_chunk(*task).node = node;
  node->facts.profile = profile_of(*task, dependences);
  node->urgency = urgency_of_key(task->key);
  link_last(*node);
  if (policy_->created != nullptr) policy_->created(*this, name_of(*node));
  for (const Task* predecessor : before)
    if (GraphNode* const p = node_of(*predecessor); p != nullptr && !p->gone) add_edge(*p, *node);
  if (GraphNode* const parent = node_of(*task->parent); parent != nullptr && !parent->gone)
    add_edge(*node, *parent);
  propagation.step(*this, kEdgesAtOnce);
  while (!propagation.is_done() && policy_->idle_step == nullptr) {
    guard.unlock();
    guard.lock();
    propagation.step(*this, kEdgesAtOnce);
  }
  if (!propagation.is_done()) work_.store(true, std::memory_order_relaxed);
  return true;
}

void TaskGraph::retire(GraphNode& node) noexcept {
  std::vector<TaskName> before;
  {
    const std::lock_guard guard(lock_);
    if (policy_->completed != nullptr) policy_->completed(*this, name_of(node));
    node.gone = true;
    unlink(node);
    before.swap(node.predecessors);
  }
  for (const TaskName name : before) release_node(&node_at(name));
}

void TaskGraph::set_key_of_ready(Task& task) noexcept {
  GraphNode& node = *task.more_edges->node;
  const std::lock_guard guard(lock_);
  node.ready = true;
  task.key = with_urgency(task.key, node.urgency);
}

void TaskGraph::sends(Task& task) {
  const std::lock_guard guard(lock_);
  if (!policy_->learns_sends) return;
  GraphNode* const node = node_of(task);
  if (node == nullptr) return profiles.forget_quiet();
  if (!node->facts.sent) policy_->sends(*this, name_of(*node));
}

bool TaskGraph::idle_step() {
  if (!work_.load(std::memory_order_relaxed)) return false;
  const std::unique_lock guard(lock_, std::try_to_lock);
  if (!guard.owns_lock()) return false;
  const bool more = policy_->idle_step != nullptr && policy_->idle_step(*this);
  if (!more) work_.store(false, std::memory_order_relaxed);
  return true;
}

int TaskGraph::urgency(TaskName task) const { return node_at(task).urgency; }

void TaskGraph::set_urgency(TaskName name, int urgency) {
  GraphNode& node = node_at(name);
  node.urgency = urgency;
  if (!node.ready || node.gone || node.task->worker != nullptr) return;
  // It is in a queue, or about to be: then it goes by the key that it was given.
  team_.ready.rekey_slow(node.task, with_urgency(node.task->key, urgency));
}

std::span<const TaskName> TaskGraph::predecessors(TaskName name) {
  std::vector<TaskName>& before = node_at(name).predecessors;
  std::erase_if(before, [](TaskName predecessor) {
    if (!node_at(predecessor).gone) return false;
    release_node(&node_at(predecessor));
    return true;
  });
  return before;
}

TaskFacts& TaskGraph::facts(TaskName task) { return node_at(task).facts; }

// relaxed: hands nothing over; the list of those that aren't gone has one.
void TaskGraph::keep(TaskName task) {
  node_at(task).references.fetch_add(1, std::memory_order_relaxed);
}

bool TaskGraph::let_go(TaskName task) {
  GraphNode& node = node_at(task);
  if (!node.gone) {  // its task has another reference
    node.references.fetch_sub(1, std::memory_order_relaxed);
    return true;
  }
  release_node(&node);
  return false;
}

TaskName TaskGraph::next_to_match() {
  if (next_ == nullptr) return {};
  return name_of(*std::exchange(next_, next_->newer));
}

void TaskGraph::match_all_again() {
  next_ = oldest_;
  work_.store(true, std::memory_order_relaxed);
}

}  // namespace tidemill::core
