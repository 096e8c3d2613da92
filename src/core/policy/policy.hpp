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
// 2. *What an edge or a send changes* (`edge_added`, `sends`). Asked by whoever enters dependences
//    and by the communication layer. The hook sees the graph as far as it exists (`Graph`) and may
//    give other tasks a new priority; those that are queued get a new key at once. Predecessors are
//    kept only for a policy that says `keeps_predecessors`.
// 3. *In which order victims are tried* (`victims`), see policy/victims.hpp.
//
// Whether a new task runs immediately is no policy's own affair: runs_immediately() in
// policy/immediate.hpp is the same for all.
//
// A policy is constant. What it remembers of tasks lies in the tasks (Graph::priority), so that one
// policy serves any number of teams and threads at once. To add one: a file NAME.cpp in this folder
// that defines the constant `policy_NAME`, and its line in policy/list.hpp.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>

#include "core/policy/key.hpp"
#include "core/policy/victims.hpp"

namespace tidemill::core {

/// What is known of something that has just become ready.
struct ReadyFacts {
  std::uint64_t created;  // its key by priority and creation; what resumes: resumed_key() of that
  std::uint64_t number;   // so many became ready in this team before; 0 unless the policy counts
};

/// A task as a policy names it: for Graph alone to look into.
enum class TaskName : std::uintptr_t {};

/// The tasks that exist, as the hooks see them. The caller of the hook makes sure that no task
/// goes meanwhile.
class Graph {
 public:
  virtual int priority(TaskName task) const = 0;
  /// Also gives the task a new key, if it is queued.
  virtual void set_priority(TaskName task, int priority) = 0;
  /// Incomplete ones; none unless the policy `keeps_predecessors`.
  virtual std::span<const TaskName> predecessors(TaskName task) const = 0;

 protected:
  ~Graph() = default;
};

/// Which of its own tasks without a key a worker takes next.
enum class PlainOrder : std::uint8_t { newest_first, any };

/// How often a worker compares its own smallest key with others' before it takes a task.
enum class Comparing : std::uint8_t { long_tasks, always };

struct Policy {
  std::string_view name;
  std::string_view meaning;  // a few words for users

  /// nullptr: as created.
  std::uint64_t (*key)(const ReadyFacts& facts) noexcept = nullptr;
  bool counts_ready = false;  // ReadyFacts::number is needed

  void (*edge_added)(Graph& graph, TaskName predecessor, TaskName successor) = nullptr;
  void (*sends)(Graph& graph, TaskName task) = nullptr;
  bool keeps_predecessors = false;

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
const Policy& default_policy() noexcept;

/// All of them, in the order of the list.
std::span<const Policy* const> all_policies() noexcept;

}  // namespace tidemill::core
