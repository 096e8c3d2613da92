#include "core/deps/task_graph.hpp"

#include <algorithm>
#include <limits>
#include <mutex>
#include <utility>

#include "core/deps/shared_kinds.hpp"
#include "core/deps/shared_needs.hpp"
#include "core/model/duration.hpp"
#include "core/model/edges.hpp"
#include "core/model/worker.hpp"
#include "core/settings/settings.hpp"

namespace tidemill::core {

struct GraphNode {
  TaskName name{};       // another one whenever it was given back
  Task* task = nullptr;  // nullptr: it is free
  bool ready = false;
  Urgency urgency = 0;
  std::vector<TaskName> predecessors;
  GraphNode* older = nullptr;
  GraphNode* newer = nullptr;  // of a free one: the next
  TaskFacts facts;
};

namespace {

/// A node costs half a microsecond, most of it for memory that left the caches, and the lock is
/// held meanwhile. So a node costs at most 1/40 of a task's time; and the lock, which all threads
/// of the team share, is held for at most 1/10 of all time.
constexpr std::uint64_t kLeastUs = 20, kLeastUsEach = 5;
constexpr int kEdgesAtOnce = 64;  // with each task created or complete, under the lock
constexpr std::size_t kNodesAtOnce = 64;
constexpr std::size_t kMostRoomKept = 64;  // for the predecessors of a node's next task
constexpr std::uint64_t kMostNs = std::numeric_limits<std::uint32_t>::max();

// A name: the number of the node, from 1, in the upper half, how often it was given back below.
constexpr int kUses = 32;
std::size_t number_of(TaskName name) noexcept {
  return (static_cast<std::uint64_t>(name) >> kUses) - 1;
}
TaskName first_name(std::size_t number) noexcept { return TaskName{(number + 1) << kUses}; }
TaskName next_name(TaskName name) noexcept {
  const std::uint64_t word = static_cast<std::uint64_t>(name);
  return TaskName{(word >> kUses << kUses) | static_cast<std::uint32_t>(word + 1)};
}

GraphNode* node_of(const Task& task) noexcept {
  return is_tracked(task) ? task.more_edges->node : nullptr;
}
/// Of a task that may have a node; nullptr: it has none, or nobody looks at it (leave_graph()).
TaskGraph* graph_of(const Task& task) noexcept {
  return is_tracked(task) ? graph_at_rest(*task.team) : nullptr;
}

std::uint64_t address_of_code(const Task& task) noexcept {
  return reinterpret_cast<std::uintptr_t>(code_of(task));
}

Profile profile_of(const Task& task, std::size_t dependences) noexcept {
  const unsigned properties =
      unsigned{task.untied} | unsigned{(task.creates & Task::kFinal) != 0} << 1 |
      unsigned{task.has_objects} << 2 | unsigned{task.events != nullptr} << 3 |
      unsigned{task.wakes != Task::Wakes::nobody} << 4;
  return {.code = address_of_code(task),
          .parent = task.parent->implicit ? 0 : address_of_code(*task.parent),
          .bytes = task.edges_at,  // they begin where the data ends
          .dependences = static_cast<std::uint16_t>(dependences),
          .properties = static_cast<std::uint8_t>(properties)};
}

/// By what it is known again in another iteration: what it runs, on which variables.
std::uint64_t identity_of(const Profile& profile,
                          std::span<const Dependence> dependences) noexcept {
  std::uint64_t identity = profile.code;
  const auto mix = [&identity](std::uint64_t word) {
    identity = (identity ^ word) * 0x9e3779b97f4a7c15u;
    identity ^= identity >> 29;
  };
  mix(profile.parent);
  for (const Dependence& dependence : dependences)
    mix(reinterpret_cast<std::uintptr_t>(dependence.address));
  return identity;
}

}  // namespace

const Policy& set_graph_slow(Team& team, const Policy& policy) {
  TaskGraph* graph = nullptr;
  const bool in_vain = policy.learns_sends && !sends_expected.load(std::memory_order_relaxed);
  if (policy.keeps_predecessors && !in_vain) {
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
  quiet_.store(false, std::memory_order_relaxed);
}

int immediate_mark(const Team& team, const Policy& policy) noexcept {
  if (settings().own_stacks) return kNeverImmediate;
  // What is marked goes first, also where there is no message.
  const bool orders =
      policy.keeps_predecessors && (policy.urgency != nullptr || team.graph->orders());
  const bool count = settings().max_task_priority != 0 || orders;
  return immediate_mark_of(team.size, true, count ? Priorities::count : Priorities::none);
}

bool TaskGraph::wants(const Task& task) noexcept {
  if (!is_quiet()) {
    std::uint64_t mean = mean_.load(std::memory_order_relaxed);
    if (const std::uint64_t ticks = DurationPredictor::mean(task.duration)) {
      mean += ticks - mean / kMeanOf;
      mean_.store(mean, std::memory_order_relaxed);
    }
    if (mean >= least_mean_) return true;
  }
  if (team_.size == 1 && orders() &&
      (orders_ == Orders::tasks || ++since_message_ >= SendProfiles::kMostQuiet))
    set_orders_slow(Orders::nothing);
  return false;
}

[[gnu::noinline]] void TaskGraph::set_orders_slow(Orders orders) noexcept {
  orders_ = orders;
  team_.immediate_mark = immediate_mark(team_, *policy_);
}

void TaskGraph::end_quiet() noexcept {
  profiles.forget_quiet();
  quiet_.store(false, std::memory_order_relaxed);
}

TaskGraph::TaskGraph(Team& team) noexcept
    : team_(team),
      least_mean_(kMeanOf * platform::ticks_per_us() *
                  std::max(kLeastUs, kLeastUsEach * static_cast<std::uint64_t>(team.size))),
      mean_(2 * least_mean_) {}
TaskGraph::~TaskGraph() = default;

inline GraphNode& TaskGraph::node_at(TaskName name) const noexcept {
  const std::size_t number = number_of(name);
  return nodes_[number / kNodesAtOnce][number % kNodesAtOnce];
}

inline bool TaskGraph::is_gone(TaskName name) const noexcept { return node_at(name).name != name; }

GraphNode& TaskGraph::take_node() {
  if (free_ == nullptr) {
    const std::size_t first = nodes_.size() * kNodesAtOnce;
    auto& nodes = nodes_.emplace_back(std::make_unique<GraphNode[]>(kNodesAtOnce));
    for (std::size_t i = kNodesAtOnce; i-- > 0;) {
      nodes[i].name = first_name(first + i);
      nodes[i].newer = std::exchange(free_, &nodes[i]);
    }
  }
  GraphNode& node = *free_;
  free_ = std::exchange(node.newer, nullptr);
  return node;
}

/// Where `names` is full: room for one more, half of what there is at least, without those that are
/// gone.
void TaskGraph::make_room(std::vector<TaskName>& names) const {
  if (names.size() < names.capacity()) return;
  std::erase_if(names, [this](TaskName name) { return is_gone(name); });
  if (2 * names.size() > names.capacity()) names.reserve(2 * names.capacity() + 2);
}

void retire_task(Task* task) noexcept {
  if (TaskGraph* const graph = graph_of(*task)) graph->retire(*task);
}

Urgency urgency_when_ready(const Runnable& item) noexcept {
  const auto& task = static_cast<const Task&>(item);
  TaskGraph* const graph = graph_of(task);
  return graph != nullptr ? graph->urgency_when_ready(task) : 0;
}

bool TaskGraph::has_channels(const Task& task) const noexcept {
  return node_of(task) != nullptr || is_quiet();
}

void TaskGraph::link_last(GraphNode& node) noexcept {
  node.older = newest_;
  (newest_ != nullptr ? newest_->newer : oldest_) = &node;
  newest_ = &node;
}

void TaskGraph::unlink(GraphNode& node) noexcept {
  if (next_ == &node) next_ = node.newer;
  if (back_ == &node) back_ = node.older;
  (node.older != nullptr ? node.older->newer : oldest_) = node.newer;
  (node.newer != nullptr ? node.newer->older : newest_) = node.older;
}

void TaskGraph::add_edge(GraphNode& from, GraphNode& to) {
  make_room(to.predecessors);
  to.predecessors.push_back(from.name);
  propagation.raise_before(*this, from.name, to.name, policy_->weight);
}

/// A task that is ready is more urgent than it was. If it isn't in a queue yet, it goes by the key
/// that it was given.
[[gnu::noinline]] void TaskGraph::rekey_slow(const GraphNode& node) {
  if (node.task->worker == nullptr)
    team_.ready.rekey_slow(node.task, queue_key(*policy_, *node.task, node.urgency));
}

inline bool TaskGraph::raise(TaskName name, Urgency urgency) {
  GraphNode& node = node_at(name);
  if (urgency <= node.urgency || node.name != name) return false;
  node.urgency = urgency;
  if (node.ready) [[unlikely]]
    rekey_slow(node);
  return !std::exchange(node.facts.due, true);
}

bool TaskGraph::enter(Task* task, std::span<const Dependence> dependences,
                      std::span<Task* const> before) {
  std::unique_lock guard(lock_);
  if (policy_->learns_sends && !profiles.saw_sends()) {
    quiet_.store(true, std::memory_order_relaxed);
    if (team_.size == 1) set_orders_slow(Orders::nothing);
    return false;
  }
  if (shared_kinds().version() != kinds_seen_.load(std::memory_order_relaxed)) [[unlikely]]
    hear_of_kinds();
  GraphNode& node = take_node();
  first_chunk(*task).node = &node;
  node.task = task;
  node.facts = {.profile = profile_of(*task, dependences.size()), .stamp = stamp_of(task->key)};
  if (policy_->asks_receivers) node.facts.identity = identity_of(node.facts.profile, dependences);
  node.urgency = urgency_of_key(task->key);
  link_last(node);
  if (policy_->created != nullptr) policy_->created(*this, node.name);
  for (const Task* predecessor : before)
    if (GraphNode* const p = node_of(*predecessor)) add_edge(*p, node);
  if (GraphNode* const parent = node_of(*task->parent)) add_edge(node, *parent);
  propagation.step(*this, kEdgesAtOnce, policy_->weight);
  while (!propagation.is_done() && policy_->idle_step == nullptr) {
    guard.unlock();
    guard.lock();
    propagation.step(*this, kEdgesAtOnce, policy_->weight);
  }
  if (!propagation.is_done() || levels.is_due()) work_.store(true, std::memory_order_relaxed);
  return true;
}

void TaskGraph::hear_of_kinds() {
  kinds_seen_.store(shared_kinds().version(), std::memory_order_relaxed);
  if (!policy_->learns_sends) return;
  quiet_.store(false, std::memory_order_relaxed);
  if (team_.size == 1 && !orders()) set_orders_slow(Orders::tasks);
  note_heard(*this);
}

void TaskGraph::retire(Task& task) noexcept {
  const std::lock_guard guard(lock_);
  GraphNode& node = *std::exchange(task.more_edges->node, nullptr);
  if (policy_->completed != nullptr) policy_->completed(*this, node.name);
  unlink(node);
  node.name = next_name(node.name);
  node.task = nullptr;
  node.ready = false;
  node.predecessors.clear();
  if (node.predecessors.capacity() > kMostRoomKept) node.predecessors.shrink_to_fit();
  node.newer = std::exchange(free_, &node);
  // Where all workers are busy, no idle one would do it.
  propagation.step(*this, kEdgesAtOnce, policy_->weight);
}

Urgency TaskGraph::urgency_when_ready(const Task& task) noexcept {
  GraphNode& node = *task.more_edges->node;
  const std::lock_guard guard(lock_);
  node.ready = true;
  return node.urgency;
}

void TaskGraph::sends(Task& task, std::uint64_t channel) {
  GraphNode* const node = node_of(task);
  // Whether it has sent, it knows itself: without the lock, for tasks that send often.
  const bool is_known = node == nullptr || (node->facts.sent && channel == 0);
  if (is_known && !is_quiet()) return;
  const std::lock_guard guard(lock_);
  if (!policy_->learns_sends) return;
  end_quiet();
  if (node == nullptr) return;
  if (!node->facts.sent) policy_->sends(*this, node->name);
  if (channel != 0 && policy_->sends_on != nullptr) policy_->sends_on(*this, node->name, channel);
}

void TaskGraph::receives(Task& task, const Received& receive) {
  GraphNode* const node = node_of(task);
  if (node == nullptr && !is_quiet()) return;
  const std::lock_guard guard(lock_);
  if (policy_->receives_on == nullptr) return;
  end_quiet();  // this rank may send nothing, and be asked all the same
  if (node == nullptr) return;
  policy_->receives_on(*this, node->name, receive);
  work_.store(true, std::memory_order_relaxed);
}

bool TaskGraph::idle_step() {
  const std::uint32_t needs = shared_needs().version();
  const bool news = needs != needs_seen_.load(std::memory_order_relaxed);
  const bool kinds = shared_kinds().version() != kinds_seen_.load(std::memory_order_relaxed);
  if (!work_.load(std::memory_order_relaxed) && !news && !kinds) return false;
  const std::unique_lock guard(lock_, std::try_to_lock);
  if (!guard.owns_lock()) return false;
  if (news) {
    needs_seen_.store(needs, std::memory_order_relaxed);
    match_all_again();
  }
  if (kinds) hear_of_kinds();
  const bool more = policy_->idle_step != nullptr && policy_->idle_step(*this);
  if (!more) work_.store(false, std::memory_order_relaxed);
  return true;
}

Urgency TaskGraph::urgency(TaskName task) const { return node_at(task).urgency; }

std::span<const TaskName> TaskGraph::predecessors(TaskName name) {
  return node_at(name).predecessors;
}

TaskFacts& TaskGraph::facts(TaskName task) {
  return is_gone(task) ? nobodys_ : node_at(task).facts;
}

std::span<const TaskName> TaskGraph::let_go(TaskName name) {
  if (is_gone(name)) return {};
  GraphNode& node = node_at(name);
  node.facts.due = false;
  return node.predecessors;
}

TaskName TaskGraph::next_to_match() {
  if (next_ == nullptr) return {};
  return std::exchange(next_, next_->newer)->name;
}

void TaskGraph::match_all_again() {
  next_ = oldest_;
  work_.store(true, std::memory_order_relaxed);
}

TaskName TaskGraph::next_back() {
  if (back_ == nullptr) return {};
  return std::exchange(back_, back_->older)->name;
}

void TaskGraph::walk_back() { back_ = newest_; }

int TaskGraph::workers() const { return team_.size; }

std::uint32_t TaskGraph::duration(TaskName task) {
  if (is_gone(task)) return 0;
  const std::uint64_t ticks = DurationPredictor::mean(node_at(task).task->duration);
  return static_cast<std::uint32_t>(std::min(ticks * 1000 / platform::ticks_per_us(), kMostNs));
}

std::uint32_t TaskGraph::slack_of(std::uint64_t identity) {
  return shared_needs().with([&](Needs& n) { return n.slack_of(identity); });
}

void TaskGraph::sends_on(std::uint64_t identity, std::uint64_t channel) {
  shared_needs().with([&](Needs& n) { n.sends_on(identity, channel); });
}

void TaskGraph::tell_kind(const SeenKind& kind) { shared_kinds().tell(kind); }

KindState TaskGraph::seen_elsewhere(const Profile& profile) { return shared_kinds().seen(profile); }

bool TaskGraph::tell(const Received& receive, std::uint32_t slack) {
  return shared_needs().with([&](Needs& n) { return n.tell(receive, slack); });
}

}  // namespace tidemill::core
