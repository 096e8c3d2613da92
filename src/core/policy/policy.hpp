// A scheduling policy: the decisions about tasks that a program, a user or a paper may want
// otherwise. Pure code: functions of numbers, without thread, lock, atomic or clock, and without
// anything of the runtime's (a test sees to it). So the runtime and the discrete-event driver
// (tools/simulate) run the very same code, and a policy's schedule can be looked at without either.
//
// What a policy decides, and who asks it:
//
// 1. *The key of a ready task* (`key`). Asked by the ready set when the task becomes ready, never
//    when it is created. Smaller keys go first. Only tasks with dependences or a priority, and what
//    resumes, have a key; all others wait in deques, newest first, and no policy is asked.
// 2. *How urgent tasks are* (`urgency`, `weight`, `created`, `sends`, `completed`, `sends_on`,
//    `receives_on`, `idle_step`). Asked by whoever creates and completes tasks with dependences,
//    by the communication layer, and by workers without work. The hooks see the tasks that exist
//    (`Graph`) and may make others more urgent; those that are queued get a new key at once. An
//    urgent task's predecessors are made so by its edges. Called only under a policy that
//    `keeps_predecessors`, for tasks with dependences, one hook of a Graph at a time.
// 3. *In which order victims are tried* (`victims`), see policy/victims.hpp.
//
// Whether a new task runs immediately is no policy's own affair: runs_immediately() in
// policy/immediate.hpp is the same for all.
//
// A policy is constant. What it remembers lies in the Graph, so that one policy serves any number
// of teams and threads at once. To add one: a file NAME.cpp in this folder that defines the
// constant `policy_NAME`, and its name in policy/policy.cpp.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>

#include "core/policy/key.hpp"
#include "core/policy/levels.hpp"
#include "core/policy/propagation.hpp"
#include "core/policy/send_profiles.hpp"
#include "core/policy/task_name.hpp"
#include "core/policy/victims.hpp"

namespace tidemill::core {

/// What is known of something that has just become ready.
struct ReadyFacts {
  std::uint64_t created;  // its key by priority and creation; what resumes: resumed_key() of that
  std::uint64_t number;   // so many became ready in this team before; 0 unless the policy counts
  /// Tasks that run the same code do; false unless the policy knows.
  bool passes_messages = false;
  Urgency urgency = 0;
};

/// The tasks with dependences that exist, as the hooks see them, and what the policy remembers of
/// them. The caller of the hook makes sure that no task goes, and nobody else looks, meanwhile.
class Graph {
 public:
  virtual Urgency urgency(TaskName task) const = 0;
  /// At least so urgent from now on; with a new key, if it is queued. True: that is news, and the
  /// task wasn't `due` (TaskFacts). Now it is, until let_go().
  virtual bool raise(TaskName task, Urgency urgency) = 0;
  /// It is due no more. Its predecessors; none if it is complete.
  virtual std::span<const TaskName> let_go(TaskName task) = 0;
  /// By dependences, and the children of a task, for which it may wait. Some may be complete.
  virtual std::span<const TaskName> predecessors(TaskName task) = 0;
  /// Nobody's, if it is complete.
  virtual TaskFacts& facts(TaskName task) = 0;

  /// All incomplete tasks, one after the other, in the order of creation; TaskName{}: that was all.
  virtual TaskName next_to_match() = 0;
  virtual void match_all_again() = 0;

  // ---- for a policy that `learns_sends`: as processes tell each other through the communication
  // layer ----
  virtual void tell_kind(const SeenKind& kind) = 0;
  virtual KindState seen_elsewhere(const Profile& profile) = 0;

  // ---- for a policy that `asks_receivers` ----
  /// As next_to_match(), in the opposite order; since walk_back().
  virtual TaskName next_back() = 0;
  virtual void walk_back() = 0;
  virtual int workers() const = 0;
  /// Of tasks alike lately, in nanoseconds; 0: not known.
  virtual std::uint32_t duration(TaskName task) = 0;
  /// What other processes and this one tell each other, through the communication layer.
  virtual std::uint32_t slack_of(std::uint64_t identity) = 0;
  virtual void sends_on(std::uint64_t identity, std::uint64_t channel) = 0;
  /// False: not now.
  virtual bool tell(const Received& receive, std::uint32_t slack) = 0;

  Propagation propagation;
  SendProfiles profiles;
  Pace pace;
  Levels levels;

 protected:
  ~Graph() = default;
};

/// Key of a task that passes messages before those created up to 65,536 stamps earlier, but as
/// urgent (policy/messages.cpp).
std::uint64_t messages_first(const ReadyFacts& facts) noexcept;

/// Which of its own tasks without a key a worker takes next.
enum class PlainOrder : std::uint8_t { newest_first, any };

/// How often a worker compares its own smallest key with others' before it takes a task.
enum class Comparing : std::uint8_t { long_tasks, always };

struct Policy {
  std::string_view name;
  std::string_view meaning;  // a few words for users

  /// nullptr: as created.
  std::uint64_t (*key)(const ReadyFacts& facts) noexcept = nullptr;
  bool counts_ready = false;    // ReadyFacts::number is needed
  bool knows_messages = false;  // ReadyFacts::passes_messages is needed

  /// Of a task with a priority, as it is written; nullptr: 0.
  Urgency (*urgency)(int priority) noexcept = nullptr;
  Weight weight = nullptr;  // nullptr: a predecessor is one less urgent than its successor
  /// A task is there, without edges yet.
  void (*created)(Graph& graph, TaskName task) = nullptr;
  /// The running task sends a message, for the first time.
  void (*sends)(Graph& graph, TaskName task) = nullptr;
  void (*completed)(Graph& graph, TaskName task) = nullptr;
  /// The running task sends, or receives, on that channel.
  void (*sends_on)(Graph& graph, TaskName task, std::uint64_t channel) = nullptr;
  void (*receives_on)(Graph& graph, TaskName task, const Received& receive) = nullptr;
  /// A bounded piece of what can wait until a worker has nothing else to do. False: all is done.
  bool (*idle_step)(Graph& graph) = nullptr;
  bool keeps_predecessors = false;
  /// Of use only once tasks send: nothing need be kept before, nor long after the last message.
  bool learns_sends = false;
  /// What receivers tell of what they need is of use.
  bool asks_receivers = false;

  VictimOrder victims = VictimOrder::nearest_first;
  PlainOrder plain = PlainOrder::newest_first;
  Comparing comparing = Comparing::long_tasks;
  bool for_tests = false;  // not offered to users
};

/// The key by which something is queued that becomes ready now.
inline std::uint64_t ready_key(const Policy& policy, const ReadyFacts& facts) noexcept {
  return policy.key == nullptr ? facts.created : policy.key(facts);
}

/// The policy of that name, in small or large letters; nullptr: there is none.
const Policy* find_policy(std::string_view name) noexcept;
/// `messages`: tasks of the program will pass some.
const Policy& default_policy(bool messages = false) noexcept;

/// All of them, in the order of the list.
std::span<const Policy* const> all_policies() noexcept;

}  // namespace tidemill::core
