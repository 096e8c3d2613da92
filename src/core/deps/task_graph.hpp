// The tasks with dependences of a team, as a policy sees them that `keeps_predecessors`
// (policy/policy.hpp): under any other policy none of this is there, and costs nothing.
//
// Life of a node, which stands for a task:
// 1. Its creator takes it when all of the task's edges are known (enter()), before the task is
//    published, and gives it edges back to the predecessors that are incomplete. If the task's
//    parent has a node, the task is a predecessor of that, too: the parent may wait for it, in a
//    taskwait or at the end of a taskgroup, before it goes on.
// 2. Who makes the task ready asks how urgent it is (urgency_when_ready()). From then on a task
//    that becomes more urgent gets a new key in its queue.
// 3. Who completes the task gives the node back (retire()), before anybody can find the task
//    complete or its memory can go. The next task that is created takes it, still warm.
//
// So a name, which is what an edge and the policy have, says which node it is and how often that
// was taken: of a task that is gone it is out of date, and stands for nothing. Nobody counts
// references, and an edge isn't looked at when its predecessor goes. Nodes are freed with the
// graph: there are as many as there were tasks at once.
//
// One lock a team guards all of this: creator, completer and idle workers hold it for a bounded
// number of edges. While a task has a node it can't be freed, as retire() needs the lock. The lock
// may be held when a queue's is taken, never the other way round.
#pragma once

#include <atomic>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "core/model/team.hpp"
#include "core/policy/policy.hpp"
#include "core/sync/spin_lock.hpp"

namespace tidemill::core {

struct GraphNode;

class TaskGraph final : public Graph {
 public:
  explicit TaskGraph(Team& team) noexcept;
  ~TaskGraph();

  /// At a region's begin, when the team has no task. Members at rest may be looking all the same.
  void use(const Policy& policy) noexcept;

  /// Of one more task with dependences: is it to enter? Not while no task sends, nor while tasks
  /// are so short that a node costs more than any order of theirs could save. Any thread; a hint,
  /// so relaxed. In a team of one it may also set orders() and Team::immediate_mark, which are that
  /// team's only thread's.
  bool wants(const Task& task) noexcept;

  /// In a team of one, by its thread: is there anything to choose by among its ready tasks? If not,
  /// they run immediately.
  bool orders() const noexcept { return orders_ != Orders::nothing; }
  /// A task of the team with dependences passes a message.
  void meet_message() noexcept {
    if (team_.size != 1) return;
    since_message_ = 0;
    if (orders_ != Orders::messages) [[unlikely]]
      set_orders_slow(Orders::messages);
  }

  /// Its lock may be held by a thread that isn't there: it wants no more tasks.
  void stop() noexcept { quiet_.store(true, std::memory_order_relaxed); }

  /// `task` is the current task's child and waits for `predecessors`, which its parent names.
  /// False: nobody wants to know.
  bool enter(Task* task, std::span<const Dependence> dependences,
             std::span<Task* const> predecessors);
  /// `task`, which has a node, is complete, and nobody has seen so yet.
  void retire(Task& task) noexcept;
  /// Of a task that has a node, and is about to be queued by the caller.
  Urgency urgency_when_ready(const Task& task) noexcept;
  /// `task` is running, and sends, on that channel, if it isn't 0; or receives.
  void sends(Task& task, std::uint64_t channel);
  void receives(Task& task, const Received& receive);
  /// Are the two to be told channels of that running task? Also where tasks enter no more, and
  /// will again once it passes a message.
  bool has_channels(const Task& task) const noexcept;

  /// By a worker without work: a bounded piece of what is left to do. False: nothing is, or others
  /// are at it.
  bool idle_step();

  // ---- for the policy, under the lock ----
  Urgency urgency(TaskName task) const override;
  bool raise(TaskName task, Urgency urgency) override;
  std::span<const TaskName> let_go(TaskName task) override;
  std::span<const TaskName> predecessors(TaskName task) override;
  TaskFacts& facts(TaskName task) override;
  TaskName next_to_match() override;
  void match_all_again() override;
  TaskName next_back() override;
  void walk_back() override;
  int workers() const override;
  std::uint32_t duration(TaskName task) override;
  std::uint32_t slack_of(std::uint64_t identity) override;
  void sends_on(std::uint64_t identity, std::uint64_t channel) override;
  bool tell(const Received& receive, std::uint32_t slack) override;
  void tell_kind(const SeenKind& kind) override;
  KindState seen_elsewhere(const Profile& profile) override;

 private:
  static constexpr std::uint64_t kMeanOf = 256;
  /// Of a team of one:
  /// 1. `tasks` at first: some may enter.
  /// 2. `nothing`, when one is created that doesn't enter, and none with dependences has passed a
  ///    message, or none for long. Then most run before they could enter.
  /// 3. `messages`, from a message on.
  /// 4. From `nothing` to `tasks`, when the graph hears of other processes' kinds.
  enum class Orders : std::uint8_t { tasks, nothing, messages };
  GraphNode& node_at(TaskName name) const noexcept;
  bool is_gone(TaskName name) const noexcept;
  GraphNode& take_node();
  void add_edge(GraphNode& from, GraphNode& to);
  void make_room(std::vector<TaskName>& names) const;
  void set_orders_slow(Orders orders) noexcept;
  bool is_quiet() const noexcept { return quiet_.load(std::memory_order_relaxed); }
  void end_quiet() noexcept;
  void hear_of_kinds();
  void rekey_slow(const GraphNode& node);
  void link_last(GraphNode& node) noexcept;
  void unlink(GraphNode& node) noexcept;

  Team& team_;
  SpinLock lock_;  // guards all below, the policy's own and the nodes'
  const Policy* policy_ = nullptr;
  std::vector<std::unique_ptr<GraphNode[]>> nodes_;  // by number, kNodesAtOnce each
  GraphNode* free_ = nullptr;                        // the last given back first
  TaskFacts nobodys_;                                // of a task that is gone
  GraphNode* oldest_ = nullptr;
  GraphNode* newest_ = nullptr;
  GraphNode* next_ = nullptr;  // of next_to_match()
  GraphNode* back_ = nullptr;  // of next_back()
  /// There is something for idle_step(). Written under the lock, read by anyone; relaxed: a hint.
  std::atomic<bool> work_{false};
  /// The versions of SharedNeeds and SharedKinds that tasks are matched with. Written and read
  /// likewise.
  std::atomic<std::uint32_t> needs_seen_{0}, kinds_seen_{0};
  /// Nobody wants tasks for the time being: none sends. As work_. A line for creators.
  alignas(platform::kCacheLine) std::atomic<bool> quiet_{false};
  Orders orders_ = Orders::tasks;    // its only thread's, as the next one
  std::uint32_t since_message_ = 0;  // created since, of those that didn't enter
  const std::uint64_t least_mean_;   // so long tasks are to be
  /// Duration of the last kMeanOf tasks or so whose kind has been timed, times kMeanOf, in ticks.
  /// Long enough before any is known. Written and read by creators, who may lose each other's;
  /// relaxed: a hint.
  std::atomic<std::uint64_t> mean_;
};

/// With so many ready tasks a new one of the team runs immediately, in a region under `policy`. By
/// its primary thread, after set_graph().
int immediate_mark(const Team& team, const Policy& policy) noexcept;

/// Sets Team::graph for a region that is to be under `policy`. By its primary thread, before it
/// begins; what starts the members hands it over to them. Returns the policy for the region: the
/// default one where `policy` has nothing to go by.
const Policy& set_graph_slow(Team& team, const Policy& policy);
inline const Policy& set_graph(Team& team, const Policy& policy) {
  if (!policy.keeps_predecessors && team.graph == nullptr) [[likely]]
    return policy;
  return set_graph_slow(team, policy);
}
/// Team::graph, for a member that may be at rest. acquire: it is whole; pairs with
/// set_graph_slow().
inline TaskGraph* graph_at_rest(Team& team) noexcept {
  return std::atomic_ref(team.graph).load(std::memory_order_acquire);
}

/// In a forked child, of a team whose other threads are gone: one of them may have been looking.
/// Nodes stay with their tasks, and nobody looks at them any more.
inline void leave_graph(Team& team) noexcept {
  if (team.graph != nullptr) team.graph->stop();
  std::atomic_ref(team.graph).store(nullptr, std::memory_order_relaxed);
}

/// The current task sends, on that channel, if it isn't 0; or receives, from where is said if
/// others are to know.
void current_task_sends(std::uint64_t channel = 0) noexcept;
void current_task_receives(const Received& receive = {}) noexcept;
/// Is it of use to say on which?
bool current_task_has_channels() noexcept;

/// What the task runs: of tasks with one entry for all code, the code behind it. Defined in
/// abi/kmpc/task.cpp.
const void* code_of(const Task& task) noexcept;

/// For one that has a node, and is complete.
void retire_task(Task* task) noexcept;

}  // namespace tidemill::core
