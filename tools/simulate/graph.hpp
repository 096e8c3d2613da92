// A program's tasks as the driver sees them: all of its ranks' tasks in the order of their
// creation, their edges, and their messages. What a problem's file (heat.cpp, ...) builds.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace tidemill::simulate {

inline constexpr int kNone = -1;

/// What holds a worker while it runs.
enum class Needs : unsigned char {
  worker,                // a worker for its time, once its message, if any, is there
  worker_until_message,  // the same, and until its message is there: it blocks its thread
  nothing,  // no worker: it is over in no time, or suspended until its message is there
};

struct SimulatedTask {
  int rank = 0;
  double time = 0;             // of a worker
  int priority = 0;            // as the program writes it
  int kind = 0;                // what code it runs
  std::uint64_t identity = 0;  // the same for the same task of another iteration; 0: unknown
  std::uint64_t channel = 0;   // likewise, of its message; 0: ranks don't tell each other
  Needs needs = Needs::worker;
  int sends_to = kNone;           // the task that receives what this one sends at its end
  bool receives = false;          // that message; it can't end before
  int peer = 0;                   // of what it receives
  std::vector<int> predecessors;  // of the same rank; the sender is none of them
  std::vector<int> successors;
};

class TaskGraph {
 public:
  /// A task after all earlier ones of its rank. Its number.
  int add(int rank, double time) {
    SimulatedTask& task = tasks_.emplace_back();
    task.rank = rank;
    task.time = time;
    return size() - 1;
  }
  void add_edge(int predecessor, int successor) {
    (*this)[predecessor].successors.push_back(successor);
    (*this)[successor].predecessors.push_back(predecessor);
  }
  void add_message(int sender, int receiver) {
    (*this)[sender].sends_to = receiver;
    (*this)[receiver].receives = true;
    (*this)[receiver].peer = (*this)[sender].rank;
  }

  int size() const noexcept { return static_cast<int>(tasks_.size()); }
  SimulatedTask& operator[](int task) noexcept { return tasks_[static_cast<std::size_t>(task)]; }
  const SimulatedTask& operator[](int task) const noexcept {
    return tasks_[static_cast<std::size_t>(task)];
  }

 private:
  std::vector<SimulatedTask> tasks_;
};

}  // namespace tidemill::simulate
