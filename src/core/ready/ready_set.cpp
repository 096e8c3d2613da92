#include "core/ready/ready_set.hpp"

#include <algorithm>

namespace tidemill::core {

namespace {

constexpr int kMostCompared = 4;

bool is_task(const Runnable& item) noexcept { return item.kind == Runnable::Kind::task; }

}  // namespace

void ReadySet::lay_out(const TeamLayout& layout) {
  const Placement* now = nullptr;
  if (layout.nodes() > 1) {
    for (const auto& known : placements_)
      if (known->layout == layout) now = known.get();
    if (now == nullptr) now = placements_.emplace_back(new Placement(layout)).get();
  }
  // release: the placement whole; pairs with placement(). First a look: mostly it is as it was.
  if (now != placement()) placement_.store(now, std::memory_order_release);
}

std::uint64_t queue_key(const Policy& policy, const Runnable& item, Urgency urgency,
                        std::uint64_t number) noexcept {
  const bool messages = policy.knows_messages && is_task(item) && passes_messages(item);
  return ready_key(
      policy,
      {.created = item.key, .number = number, .passes_messages = messages, .urgency = urgency});
}

std::uint64_t ReadySet::key_slow(const Policy& policy, const Runnable& item) noexcept {
  const bool tracks = policy.keeps_predecessors && is_task(item);
  const Urgency urgency = tracks ? urgency_when_ready(item) : 0;
  const std::uint64_t number =
      policy.counts_ready ? ready_count_.fetch_add(1, std::memory_order_relaxed) : 0;
  return queue_key(policy, item, urgency, number);
}

void ReadySet::push_to_node(int number, CoreDomain& near, Runnable* item, Reach reach) noexcept {
  const Placement* const placed = placement();
  if (placed == nullptr) return push(near, item);
  NodeDomain& to = placed->node(number % placed->layout.nodes());
  (reach == Reach::anywhere ? to.open : to.bound).push(item, key_of(*item));
}

bool ReadySet::rekey_slow(const Runnable* item, std::uint64_t key) noexcept {
  for (CoreDomain* c : cores_)
    if (c->ordered.rekey_slow(item, key) || c->bound.rekey_slow(item, key)) return true;
  const Placement* const placed = placement();
  for (int n = 0; placed != nullptr && n < placed->layout.nodes(); ++n)
    if (placed->node(n).open.rekey_slow(item, key) || placed->node(n).bound.rekey_slow(item, key))
      return true;
  return false;
}

bool ReadySet::may_find(int self, Look look) const noexcept {
  for (int i = 0; i < size(); ++i) {
    const CoreDomain& other = core(i);
    if (other.ordered.smallest() != kNoKey || other.deque.maybe_shared()) return true;
    if ((look == Look::insistent || i == self) && other.deque.maybe_nonempty()) return true;
  }
  return has_bound(self) || (placement() != nullptr && has_any(self, true));
}

bool ReadySet::has_any(int self, bool begins) const noexcept {
  const auto holds = [begins](const OrderedQueue& queue) {
    return begins ? queue.smallest() != kNoKey : is_resumed_key(queue.smallest());
  };
  for (const CoreDomain* c : cores_)
    if (holds(c->ordered) || (begins && c->deque.maybe_nonempty())) return true;
  if (holds(core(self).bound)) return true;
  const Placement* const placed = placement();
  if (placed == nullptr) return false;
  for (int n = 0; n < placed->layout.nodes(); ++n)
    if (holds(placed->node(n).open)) return true;
  return holds(placed->node_of(self).bound);
}

// ---- ordered queues ----

/// Not when the last look through all of it was in vain, and nothing has been pushed since. One
/// that leaves out what goes on isn't through all.
[[gnu::noinline]] Runnable* ReadySet::take_some_slow(Chosen from,
                                                     const PopRequest& request) noexcept {
  OrderedQueue& queue = *from.queue;
  if (queue.smallest() == kNoKey) return nullptr;
  if (request.resumes && is_resumed_key(queue.smallest()))
    if (Runnable* item = queue.pop_resumed()) return item;
  if (!request.begins) return nullptr;
  Filter* const filter = request.filter;
  if (filter != nullptr && filter->in_vain(from.number, queue.pushes())) return nullptr;
  // Siblings lie one after the other, and one answer holds for all of them while the queue is
  // locked.
  const void* asked_by = nullptr;
  bool answer = false;
  const auto allowed = [&](Runnable* item) {
    if (!is_task(*item) || filter == nullptr) return is_task(*item) || request.resumes;
    const void* const by = filter->allowed_by(*item);
    if (by == nullptr || by != asked_by) {
      answer = filter->allows(*item);
      asked_by = by;
    }
    return answer;
  };
  std::uint64_t seen = 0;
  Runnable* const item = queue.pop_slow(allowed, &seen);
  if (item == nullptr && filter != nullptr && request.resumes)
    filter->looked_in_vain(from.number, seen);
  return item;
}

/// The own queue, or one in reach whose smallest key is before ours.
[[gnu::noinline]] ReadySet::Chosen ReadySet::compare_slow(int self, Search& search,
                                                          const Placement* placed) noexcept {
  Chosen best{&core(self).ordered, self};
  std::uint64_t smallest = best.queue->smallest();
  const auto look_at = [&](OrderedQueue& queue, int number) {
    const std::uint64_t key = queue.smallest();
    if (key >= smallest) return;
    smallest = key;
    best = {&queue, number};
  };
  const TeamLayout& layout = placed != nullptr ? placed->layout : one_node_;
  const int home = layout.node_of(self);
  if (placed != nullptr) look_at(placed->node(home).open, open_number(home));
  if (!search.long_tasks) return best;
  const std::span<const int> near = layout.members_of(home);
  const int size = static_cast<int>(near.size());
  const int looks = std::min(size - 1, kMostCompared);
  int at = looks == size - 1
               ? 0
               : static_cast<int>(search.next_random() % static_cast<std::uint64_t>(size));
  for (int i = 0; i <= looks; ++i, at = at + 1 == size ? 0 : at + 1) {
    const int other = near[static_cast<std::size_t>(at)];
    if (other != self) look_at(core(other).ordered, other);
  }
  return best;
}

// ---- deques ----

inline Runnable* ReadySet::take_plain(int self, Search& search) noexcept {
  TaskDeque& deque = core(self).deque;
  if (policy().plain == PlainOrder::any && search.next_random() % 2 == 0) [[unlikely]]
    return deque.pop_oldest();
  return deque.pop();
}

/// Newest own task without a key. What is forbidden goes to the ordered queue once we are about to
/// sleep, where everybody can find it, and is put back before.
Runnable* ReadySet::pop_own_deque(int self, Search& search, const PopRequest& request) noexcept {
  CoreDomain& own = core(self);
  while (Runnable* task = take_plain(self, search)) {
    if (request.filter == nullptr || request.filter->allows(*task)) {
      if (request.others_hungry || own.deque.shares_singles()) own.deque.share();
      return task;
    }
    ++search.moved;  // also if it is put back: a sleeper's last look may have missed it
    if (request.look == Look::quick) {
      own.deque.push(task);
      return nullptr;
    }
    push(own, task);
  }
  return nullptr;
}

// ---- others ----

/// `insistent`: also what they have kept to themselves for a while.
[[gnu::noinline]] Runnable* ReadySet::steal_from(int victim, int self, Search& search,
                                                 const PopRequest& request) noexcept {
  TaskDeque& deque = core(victim).deque;
  if (request.look != Look::insistent && !deque.maybe_shared()) return nullptr;
  const std::uint64_t from = platform::ticks();
  Runnable* task = nullptr;
  std::int64_t count = 1;
  if (request.look == Look::insistent)
    task = deque.steal_private();
  else  // of several, others might be forbidden
    task = deque.steal(core(self).deque,
                       request.filter == nullptr ? search.steal_feedback.most() : 1, &count);
  if (task == nullptr) return nullptr;
  search.stolen = static_cast<int>(count);
  // They were in nobody's deque for a moment: a sleeper's last look may have missed them.
  if (count > 1) ++search.moved;
  search.steal_feedback.took(deque, count, from, platform::ticks());
  if (request.filter == nullptr || request.filter->allows(*task)) return task;
  push(core(self), task);
  ++search.moved;
  return nullptr;
}

Runnable* ReadySet::steal(int self, Search& search, const PopRequest& request) noexcept {
  const bool from_deques =
      request.begins &&
      (search.steal_feedback.worth_a_look(platform::ticks()) || request.look == Look::insistent);
  const Placement* const placed = placement();
  const TeamLayout& layout = placed != nullptr ? placed->layout : one_node_;
  VictimWalk walk(layout, self, policy().victims, search.next_random());
  int last_node = layout.node_of(self);
  for (int victim = walk.next(); victim >= 0; victim = walk.next()) {
    const int at = layout.node_of(victim);
    if (at != last_node) {
      last_node = at;
      if (Runnable* item = take({&placed->node(at).open, open_number(at)}, request)) return item;
    }
    if (Runnable* item = take({&core(victim).ordered, victim}, request)) {
      search.stolen = 1;
      return item;
    }
    if (!from_deques) continue;
    if (Runnable* task = steal_from(victim, self, search, request)) return task;
  }
  return nullptr;
}

Runnable* ReadySet::pop_bound(int self, const PopRequest& request) noexcept {
  PopRequest any = request;
  any.filter = request.private_filter;
  if (Runnable* item = take({&core(self).bound, self}, any)) return item;
  const Placement* const placed = placement();
  if (placed == nullptr) return nullptr;
  const int home = placed->layout.node_of(self);
  return take({&placed->node(home).bound, open_number(home)}, any);
}

Runnable* ReadySet::pop(int self, Search& search, const PopRequest& request) noexcept {
  if (has_bound(self)) [[unlikely]]
    if (Runnable* item = pop_bound(self, request)) return item;
  const Chosen chosen = choose_queue(self, search);
  if (Runnable* item = take(chosen, request)) return item;
  // The smallest key of all may be of something forbidden: the own queues may hold what is not.
  if (chosen.number != self) {
    if (Runnable* item = take({&core(self).ordered, self}, request)) return item;
    if (const Placement* const placed = placement())
      if (Runnable* item = take(
              {&placed->node_of(self).open, open_number(placed->layout.node_of(self))}, request))
        return item;
  }
  if (request.begins)
    if (Runnable* item = pop_own_deque(self, search, request)) return item;
  return size() > 1 ? steal(self, search, request) : nullptr;
}

}  // namespace tidemill::core
