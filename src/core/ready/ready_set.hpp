// The ready set of a team: what may run now, and who takes what next (docs/mechanisms/dispatch.md).
//
// *Domains.* A core's domain belongs to one member of the team (`CoreDomain`), a node's to the
// members bound there (`NodeDomain`; left out on one node). Each has a public queue, which any
// member may take from, and a private one, for what may run nowhere else:
//
//   level   public                                      private
//   core    deque: tasks without a key, newest first    CoreDomain::bound: tasks; and the worker's
//           ordered: tasks with a key, what resumes     inbox (ready/inbox.hpp): tied fibers,
//                                                       implicit tasks
//   node    NodeDomain::open                            NodeDomain::bound
//
// *Push.* 1. A task without a key goes to its creator's deque, by that member's worker alone. 2. A
// task with a key, or an untied fiber that resumes, goes to the ordered queue of the member where
// it became ready, with the key that the policy gives it then (key_of()). 3. What has an affinity
// goes to its domain (affinity/domain.hpp), what resumes on one worker to its inbox. After a push,
// the pusher looks for a sleeper (Team::notify_one()).
//
// *Pop* (pop()), the first of: 1. the private queues, the member's own, and its node's; 2. of the
// ordered queues in reach the one with the smallest key: the member's own, its node's and, while
// tasks are long, up to four others' of the node; 3. the own deque; 4. what others have, as the
// policy says (policy/victims.hpp): their ordered queues, their deques' oldest, the nodes' open
// queues. Never from a foreign private queue. What may not run now is an argument (`PopRequest`).
//
// Who may call: push and hints any thread; pop() the member's worker. The queues protect
// themselves. The policy and the placement change between two regions, when nothing is ready;
// members that are at rest then may be looking all the same, so both are atomic pointers to what
// doesn't change, and a placement stays as long as the set.
#pragma once

#include <atomic>
#include <cstdint>
#include <memory>
#include <vector>

#include "core/policy/policy.hpp"
#include "core/policy/victims.hpp"
#include "core/ready/deque.hpp"
#include "core/ready/ordered_queue.hpp"
#include "core/ready/search.hpp"
#include "platform/cpu.hpp"

namespace tidemill::core {

/// How hard a worker looks for work.
enum class Look {
  quick,
  thorough,   // it has found nothing for a moment: also where it costs
  insistent,  // somebody has kept tasks to himself all that time
};

/// Which tasks that haven't begun may be taken. Remembers what it has refused, if it can.
class Filter {
 public:
  virtual bool allows(const Runnable& task) noexcept = 0;
  /// What the answer depends on: tasks for which this is the same are all allowed, or none is.
  /// nullptr: the answer holds for this task alone.
  virtual const void* allowed_by(const Runnable&) const noexcept { return nullptr; }
  /// Was the last full look through queue `number` in vain, with as many pushes as now?
  virtual bool in_vain(int, std::uint64_t) noexcept { return false; }
  virtual void looked_in_vain(int, std::uint64_t) noexcept {}

 protected:
  ~Filter() = default;
};

struct PopRequest {
  Look look = Look::quick;
  bool begins = true;          // tasks that haven't begun may be taken
  bool resumes = true;         // fibers may be taken
  bool others_hungry = false;  // the own deque is to be shared when something is taken from it
  Filter* filter = nullptr;    // nullptr: any task
  // The same in private queues, where tasks go by less: the scheduling constraint gives way.
  Filter* private_filter = nullptr;
};

using TaskDeque = Deque<Runnable>;  // all of them tasks

/// The queues of one core; part of a member.
struct CoreDomain {
  TaskDeque deque;       // pushed by the member's worker, taken by all
  OrderedQueue ordered;  // pushed and taken by all
  OrderedQueue bound;    // private: pushed by all, taken by the member's worker
};

struct NodeDomain {
  OrderedQueue open;   // for this node first
  OrderedQueue bound;  // for this node alone
};

/// Where the members of a team are, on several nodes of which each has some, and the nodes' queues.
struct Placement {
  explicit Placement(const TeamLayout& l)
      : layout(l), nodes(new NodeDomain[static_cast<std::size_t>(l.nodes())]) {}
  NodeDomain& node(int number) const noexcept { return nodes[static_cast<std::size_t>(number)]; }
  NodeDomain& node_of(int member) const noexcept { return node(layout.node_of(member)); }

  const TeamLayout layout;
  const std::unique_ptr<NodeDomain[]> nodes;
};

/// May others than its node take it?
enum class Reach : std::uint8_t { anywhere, node_only };

/// Of a task that is about to be queued, and may have a node in the graph of its team. Defined in
/// deps/task_graph.cpp, as a ready set knows no tasks.
Urgency urgency_when_ready(const Runnable& task) noexcept;
/// Have tasks that run the same code passed messages? Defined in task/task.cpp, likewise.
bool passes_messages(const Runnable& task) noexcept;
/// The key of an item in a queue, by how urgent it is now; `number`: see ReadyFacts.
std::uint64_t queue_key(const Policy& policy, const Runnable& item, Urgency urgency,
                        std::uint64_t number = 0) noexcept;

class ReadySet {
 public:
  explicit ReadySet(int members) : one_node_(members), policy_(&default_policy()) {
    cores_.reserve(static_cast<std::size_t>(members));
  }
  /// As often as there are members, before anybody else has the set.
  void add(CoreDomain& core) { cores_.push_back(&core); }

  // ---- while nothing is ready ----

  void use(const Policy& policy) noexcept {
    // A look first, as in region.cpp's update(): mostly it is as it was. relaxed: what starts the
    // members hands it over.
    if (&policy != &this->policy()) policy_.store(&policy, std::memory_order_relaxed);
  }
  /// Where the members are from now on. Every node has a member.
  void lay_out(const TeamLayout& layout);

  // ---- any thread ----

  const Policy& policy() const noexcept { return *policy_.load(std::memory_order_relaxed); }
  const TeamLayout& layout() const noexcept {
    const Placement* const placed = placement();
    return placed != nullptr ? placed->layout : one_node_;
  }

  /// The key of what becomes ready now.
  std::uint64_t key_of(const Runnable& item) noexcept {
    const Policy& policy = this->policy();
    return policy.key == nullptr ? item.key : key_slow(policy, item);
  }
  /// Something with a key, for one core or one node. From here on it may be gone.
  void push(CoreDomain& to, Runnable* item) noexcept { to.ordered.push(item, key_of(*item)); }
  /// `node` is taken modulo their number; on one node `near` gets it.
  void push_to_node(int node, CoreDomain& near, Runnable* item, Reach reach) noexcept;
  /// Something for one core alone, whose worker is to be called (Inbox::call()).
  void push_bound(CoreDomain& to, Runnable* item) noexcept { to.bound.push(item, key_of(*item)); }
  /// How often so far, in both ways, to a node that there is; a hint.
  std::uint64_t pushes_to_node(int node) const noexcept {
    const NodeDomain& to = placement()->node(node);
    return to.open.pushes() + to.bound.pushes();
  }
  /// A queued task gets another key; false: it is queued no more.
  bool rekey_slow(const Runnable* item, std::uint64_t key) noexcept;

  /// Could a pop by member `self` find something, as far as the hints go?
  bool may_find(int self, Look look) const noexcept;
  /// The same for all that member `self` may run, also what others keep to themselves. For the last
  /// look before sleep. `begins`: may tasks begin there?
  bool has_any(int self, bool begins) const noexcept;

  // ---- the worker of member `self` ----

  /// What it should run now; nullptr: nothing that the request allows was found. Where it says so
  /// in search.moved, the caller is to wake a sleeper.
  Runnable* pop(int self, Search& search, const PopRequest& request) noexcept;
  /// The private queues alone: the member's own, then its node's.
  Runnable* pop_bound(int self, const PopRequest& request) noexcept;
  bool has_bound(int self) const noexcept {
    const Placement* const placed = placement();
    return core(self).bound.smallest() != kNoKey ||
           (placed != nullptr && placed->node_of(self).bound.smallest() != kNoKey);
  }
  /// The public ordered queues alone; and the member's own deque alone.
  Runnable* pop_ordered(int self, Search& search, const PopRequest& request) noexcept {
    return take(choose_queue(self, search), request);
  }
  Runnable* pop_own_deque(int self, Search& search, const PopRequest& request) noexcept;
  /// The smallest key in reach of it.
  std::uint64_t smallest(int self, Search& search) noexcept {
    return choose_queue(self, search).queue->smallest();
  }

 private:
  struct Chosen {
    OrderedQueue* queue;
    int number;  // of all the set's queues
  };
  int size() const noexcept { return static_cast<int>(cores_.size()); }
  CoreDomain& core(int member) const noexcept { return *cores_[static_cast<std::size_t>(member)]; }
  /// nullptr: all on one node. acquire: it is whole; pairs with lay_out().
  const Placement* placement() const noexcept { return placement_.load(std::memory_order_acquire); }
  /// Of a node's queues. Private ones have their public neighbour's number: what is remembered by
  /// number is about public ones.
  int open_number(int node) const noexcept { return size() + node; }

  [[gnu::noinline]] std::uint64_t key_slow(const Policy& policy, const Runnable& item) noexcept;
  Chosen choose_queue(int self, Search& search) noexcept;
  Chosen compare_slow(int self, Search& search, const Placement* placed) noexcept;
  Runnable* take(Chosen from, const PopRequest& request) noexcept;
  Runnable* take_some_slow(Chosen from, const PopRequest& request) noexcept;
  Runnable* take_plain(int self, Search& search) noexcept;
  Runnable* steal(int self, Search& search, const PopRequest& request) noexcept;
  Runnable* steal_from(int victim, int self, Search& search, const PopRequest& request) noexcept;

  std::vector<CoreDomain*> cores_;  // by member
  const TeamLayout one_node_;
  std::atomic<const Placement*> placement_{nullptr};
  std::vector<std::unique_ptr<Placement>> placements_;  // all there were; lay_out() alone
  std::atomic<const Policy*> policy_;
  // How many became ready, for policies that count. relaxed: a number alone.
  alignas(platform::kCacheLine) std::atomic<std::uint64_t> ready_count_{0};
};

inline ReadySet::Chosen ReadySet::choose_queue(int self, Search& search) noexcept {
  const Placement* const placed = placement();
  if ((!search.long_tasks && placed == nullptr) || size() == 1) [[likely]]
    return {&core(self).ordered, self};
  return compare_slow(self, search, placed);
}

/// What the request allows of one ordered queue: what has begun any time.
inline Runnable* ReadySet::take(Chosen from, const PopRequest& request) noexcept {
  if (request.begins && request.resumes && request.filter == nullptr) return from.queue->pop();
  return take_some_slow(from, request);
}

}  // namespace tidemill::core
