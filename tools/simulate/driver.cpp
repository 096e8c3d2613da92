#include "driver.hpp"

#include <algorithm>
#include <map>
#include <memory>
#include <queue>
#include <set>
#include <stdexcept>
#include <string>
#include <tuple>
#include <utility>

#include "core/policy/needs.hpp"

namespace tidemill::simulate {

namespace {

using core::TaskName;

/// A task's unit of time, to policies: a millisecond.
constexpr double kNsOfUnit = 1e6;

// 0 is no task's name.
int number_of(TaskName name) noexcept { return static_cast<int>(name) - 1; }
TaskName name_of(int task) noexcept { return TaskName(static_cast<std::uintptr_t>(task) + 1); }

/// What happens at a time; of several, the smallest `tie` first.
struct Event {
  double at;
  std::uint64_t tie;
  bool is_message;
  int task;
  int worker;
  bool operator>(const Event& other) const noexcept {
    return std::tie(at, tie) > std::tie(other.at, other.tie);
  }
};

class Simulation {
 public:
  Simulation(const TaskGraph& graph, const Machine& machine, const core::Policy& policy)
      : graph_(graph), machine_(machine), policy_(policy) {
    int ranks = 0;
    for (int t = 0; t < graph.size(); ++t) ranks = std::max(ranks, graph[t].rank + 1);
    ranks_.resize(static_cast<std::size_t>(ranks));
    const int queues = machine.layout != nullptr ? machine.workers : 1;
    for (Rank& rank : ranks_) {
      rank.queues.resize(static_cast<std::size_t>(queues));
      rank.graph = std::make_unique<RankGraph>(*this);
      for (int w = 0; w < machine.workers; ++w) rank.idle.insert(w);
    }
    states_.resize(static_cast<std::size_t>(graph.size()));
    outcome_.begins.resize(static_cast<std::size_t>(graph.size()));
    if (machine.layout != nullptr)
      outcome_.steals.resize(static_cast<std::size_t>(machine.layout->nodes()));
  }

  Outcome run() {
    create_all();
    for (int t = 0; t < graph_.size(); ++t)
      if (state(t).missing == 0) make_ready(t, t % machine_.workers);
    for (std::size_t r = 0; r < ranks_.size(); ++r) occupy_workers(static_cast<int>(r));
    while (!events_.empty()) {
      const Event event = events_.top();
      events_.pop();
      now_ = event.at;
      if (event.is_message)
        arrive(event.task);
      else
        end(event.task, event.worker);
      occupy_workers(graph_[event.task].rank);
    }
    if (completed_ != graph_.size())
      throw std::runtime_error(std::to_string(graph_.size() - completed_) +
                               " tasks of the graph never ran: it has a cycle, or a receive "
                               "without a send");
    outcome_.time = now_;
    return outcome_;
  }

 private:
  using Queue = std::set<std::pair<std::uint64_t, int>>;  // key, task
  /// What the policy sees of a rank.
  class RankGraph final : public core::Graph {
   public:
    explicit RankGraph(Simulation& simulation) noexcept : s_(simulation) {}
    core::Urgency urgency(TaskName task) const override {
      return s_.state(number_of(task)).urgency;
    }
    bool raise(TaskName task, core::Urgency urgency) override {
      State& state = s_.state(number_of(task));
      if (urgency <= state.urgency) return false;
      state.urgency = urgency;
      if (state.queue != nullptr) s_.requeue(number_of(task));
      return !std::exchange(state.facts.due, true);
    }
    std::span<const TaskName> predecessors(TaskName task) override {
      return s_.state(number_of(task)).predecessors;
    }
    core::TaskFacts& facts(TaskName task) override { return s_.state(number_of(task)).facts; }
    std::span<const TaskName> let_go(TaskName task) override {
      State& state = s_.state(number_of(task));
      state.facts.due = false;
      return state.complete ? std::span<const TaskName>{} : state.predecessors;
    }
    TaskName next_to_match() override {
      while (next_ < tasks.size())
        if (const int task = tasks[next_++]; !s_.state(task).complete) return name_of(task);
      return {};
    }
    void match_all_again() override { next_ = 0; }
    TaskName next_back() override {
      while (back_ > 0)
        if (const int task = tasks[--back_]; !s_.state(task).complete) return name_of(task);
      return {};
    }
    void walk_back() override { back_ = tasks.size(); }
    int workers() const override { return s_.machine_.workers; }
    std::uint32_t slack_of(std::uint64_t identity) override { return needs.slack_of(identity); }
    void sends_on(std::uint64_t identity, std::uint64_t channel) override {
      needs.sends_on(identity, channel);
    }
    std::uint32_t duration(TaskName task) override {
      const auto at = times.find(s_.graph_[number_of(task)].kind);
      return at == times.end() ? 0 : static_cast<std::uint32_t>(at->second * kNsOfUnit);
    }
    void tell_kind(const core::SeenKind& kind) override { s_.tell_ranks(*this, kind); }
    core::KindState seen_elsewhere(const core::Profile& profile) override {
      const auto at = heard.find(profile.code);
      return at == heard.end() ? core::KindState::nothing : at->second;
    }
    bool tell(const core::Received& receive, std::uint32_t slack) override {
      s_.tell_sender(receive, slack);
      return true;
    }

    std::vector<int> tasks;
    core::Needs needs;
    std::map<std::uint64_t, core::KindState> heard;  // from the other ranks, of what code
    std::map<int, double> times;                     // of kinds of tasks that have been run

   private:
    Simulation& s_;
    std::size_t next_ = 0, back_ = 0;
  };
  struct Rank {
    std::vector<Queue> queues;
    std::set<int> idle;             // workers
    std::uint64_t ready_count = 0;  // so many became ready
    std::unique_ptr<RankGraph> graph;
  };
  struct State {
    int missing = 0;  // predecessors that are incomplete
    core::Urgency urgency = 0;
    core::TaskFacts facts;
    bool complete = false;
    bool arrived = false;    // its message
    int waits_on = kNone;    // the worker that is blocked until it arrives
    bool waits = false;      // for the message alone
    Queue* queue = nullptr;  // it is in
    std::uint64_t key = 0;   // there
    std::uint64_t ready_number = 0;
    std::vector<TaskName> predecessors;  // for the policy, if it asks
  };

  State& state(int task) noexcept { return states_[static_cast<std::size_t>(task)]; }
  const State& state(int task) const noexcept { return states_[static_cast<std::size_t>(task)]; }
  Rank& rank_of(int task) noexcept { return ranks_[static_cast<std::size_t>(graph_[task].rank)]; }

  bool begins_by_message(int task) const noexcept {
    return graph_[task].receives && graph_[task].needs == Needs::worker;
  }

  bool passes_messages(int task) const noexcept {
    return policy_.knows_messages && (graph_[task].sends_to != kNone || graph_[task].receives);
  }

  std::uint64_t key_of(int task, std::uint64_t ready_number) const noexcept {
    const auto stamp = static_cast<std::uint64_t>(task);
    return core::ready_key(policy_, {.created = core::order_key(graph_[task].priority, stamp),
                                     .number = ready_number,
                                     .passes_messages = passes_messages(task),
                                     .urgency = state(task).urgency});
  }

  void requeue(int task) {
    State& s = state(task);
    s.queue->erase({s.key, task});
    s.key = key_of(task, s.ready_number);
    s.queue->insert({s.key, task});
  }

  /// In program order, as the ranks' creators are far ahead of their tasks.
  void create_all() {
    for (int t = 0; t < graph_.size(); ++t) {
      if (begins_by_message(t)) ++state(t).missing;
      state(t).missing += static_cast<int>(graph_[t].predecessors.size());
      if (policy_.keeps_predecessors) tell_created(t);
    }
  }

  void tell_created(int task) {
    const std::vector<int>& before = graph_[task].predecessors;
    RankGraph& graph = *rank_of(task).graph;
    State& s = state(task);
    graph.tasks.push_back(task);
    // All of a kind have as many dependences as are written there.
    s.facts.profile.code = static_cast<std::uint64_t>(graph_[task].kind);
    s.facts.stamp = graph.tasks.size();
    s.facts.identity = graph_[task].identity;
    if (policy_.urgency != nullptr) s.urgency = policy_.urgency(graph_[task].priority);
    if (policy_.created != nullptr) policy_.created(graph, name_of(task));
    for (const int p : before) s.predecessors.push_back(name_of(p));
    if (policy_.keeps_predecessors)
      for (const int p : before)
        graph.propagation.raise_before(graph, name_of(p), name_of(task), policy_.weight);
    propagate(graph);
    // As its message is waited for from now on.
    if (graph_[task].receives && graph_[task].channel != 0 && policy_.receives_on != nullptr)
      policy_.receives_on(graph, name_of(task), {graph_[task].channel, graph_[task].peer});
  }
  void propagate(core::Graph& graph) {
    while (!graph.propagation.is_done()) graph.propagation.step(graph, 1 << 20, policy_.weight);
  }

  /// At once, as it goes beside the messages.
  void tell_sender(const core::Received& receive, std::uint32_t slack) {
    RankGraph& graph = *ranks_[static_cast<std::size_t>(receive.peer)].graph;
    if (graph.needs.set(receive.channel, slack)) graph.match_all_again();
  }

  /// Likewise.
  void tell_ranks(const core::Graph& by, const core::SeenKind& kind) {
    for (Rank& rank : ranks_) {
      if (rank.graph.get() == &by) continue;
      core::KindState& seen = rank.graph->heard[kind.profile.code];
      seen = std::max(seen, kind.seen);
      core::note_heard(*rank.graph);
    }
  }

  /// `worker`: the one of its rank that made it so.
  void make_ready(int task, int worker) {
    if (graph_[task].needs == Needs::nothing) return begin(task, worker);
    Rank& rank = rank_of(task);
    State& s = state(task);
    s.ready_number = rank.ready_count++;
    s.key = key_of(task, s.ready_number);
    s.queue = &rank.queues[machine_.layout != nullptr ? static_cast<std::size_t>(worker) : 0];
    s.queue->insert({s.key, task});
  }

  /// The queue that a worker without work takes from; nullptr: all are empty.
  Queue* choose_queue(Rank& rank, int worker) {
    if (machine_.layout == nullptr) return rank.queues[0].empty() ? nullptr : &rank.queues[0];
    const auto queue = [&](int w) { return &rank.queues[static_cast<std::size_t>(w)]; };
    if (!queue(worker)->empty()) return queue(worker);
    const core::TeamLayout& layout = *machine_.layout;
    core::VictimWalk walk(layout, worker, policy_.victims, next_random());
    for (int victim = walk.next(); victim >= 0; victim = walk.next()) {
      if (queue(victim)->empty()) continue;
      const auto nodes = layout.nearest_to(layout.node_of(worker));
      const auto at = std::find(nodes.begin(), nodes.end(), layout.node_of(victim));
      ++outcome_.steals[static_cast<std::size_t>(at - nodes.begin())];
      return queue(victim);
    }
    return nullptr;
  }

  /// Knuth's linear congruential generator, its upper half.
  std::uint64_t next_random() noexcept {
    random_ = random_ * 6364136223846793005u + 1442695040888963407u;
    return random_ >> 32;
  }

  void occupy_workers(int number) {
    Rank& rank = ranks_[static_cast<std::size_t>(number)];
    while (!rank.idle.empty()) {
      const int worker = *rank.idle.begin();
      Queue* const queue = choose_queue(rank, worker);
      if (queue == nullptr) {  // of one idle worker, so of all
        while (policy_.idle_step != nullptr && policy_.idle_step(*rank.graph)) {
        }
        return;
      }
      const int task = queue->begin()->second;
      queue->erase(queue->begin());
      state(task).queue = nullptr;
      begin(task, worker);
    }
  }

  void begin(int task, int worker) {
    const SimulatedTask& t = graph_[task];
    outcome_.begins[static_cast<std::size_t>(task)] = now_;
    if (t.time > 0) {
      rank_of(task).idle.erase(worker);
      outcome_.busy += t.time;
      schedule(t.time, false, task, worker);
    } else {
      end_body(task, worker);
    }
  }

  void schedule(double in, bool is_message, int task, int worker) {
    const std::uint64_t kind = is_message ? std::uint64_t{1} << 32 : 0;
    const std::uint64_t tie =
        machine_.ties == Ties::set_off ? event_count_++ : kind + static_cast<std::uint64_t>(task);
    events_.push({now_ + in, tie, is_message, task, worker});
  }

  void end(int task, int worker) {
    rank_of(task).idle.insert(worker);
    end_body(task, worker);
  }

  void end_body(int task, int worker) {
    const SimulatedTask& t = graph_[task];
    if (t.sends_to != kNone) {
      if (policy_.sends != nullptr) policy_.sends(*rank_of(task).graph, name_of(task));
      if (policy_.sends_on != nullptr && t.channel != 0)
        policy_.sends_on(*rank_of(task).graph, name_of(task), t.channel);
      schedule(machine_.latency, true, t.sends_to, kNone);
    }
    if (!t.receives || begins_by_message(task) || state(task).arrived)
      return complete(task, worker);
    state(task).waits = true;
    if (t.needs != Needs::worker_until_message) return;
    state(task).waits_on = worker;
    rank_of(task).idle.erase(worker);
  }

  void arrive(int task) {
    State& s = state(task);
    if (begins_by_message(task)) {
      if (--s.missing == 0) make_ready(task, task % machine_.workers);
      return;
    }
    s.arrived = true;
    if (!s.waits) return;
    if (s.waits_on != kNone) rank_of(task).idle.insert(s.waits_on);
    complete(task, s.waits_on != kNone ? s.waits_on : task % machine_.workers);
  }

  void complete(int task, int worker) {
    ++completed_;
    state(task).complete = true;
    rank_of(task).graph->times[graph_[task].kind] = graph_[task].time;
    if (policy_.completed != nullptr) policy_.completed(*rank_of(task).graph, name_of(task));
    for (const int successor : graph_[task].successors) {
      State& s = state(successor);
      if (policy_.keeps_predecessors) std::erase(s.predecessors, name_of(task));
      if (--s.missing == 0) make_ready(successor, worker);
    }
  }

  const TaskGraph& graph_;
  const Machine& machine_;
  const core::Policy& policy_;
  std::vector<Rank> ranks_;
  std::vector<State> states_;
  std::priority_queue<Event, std::vector<Event>, std::greater<>> events_;
  std::uint64_t event_count_ = 0;
  std::uint64_t random_ = 1;
  double now_ = 0;
  int completed_ = 0;
  Outcome outcome_;
};

}  // namespace

Outcome simulate(const TaskGraph& graph, const Machine& machine, const core::Policy& policy) {
  return Simulation(graph, machine, policy).run();
}

}  // namespace tidemill::simulate
