// The dependences among the children of one task (OpenMP 5.2, 15.9.5), by address.
//
// Each address remembers the accesses that a later one may have to wait for: the `current` set
// (one writer, or any number of concurrent readers or `inoutset` tasks) and the `previous` set,
// which the current one waits for. An access that may join the current set waits for `previous`;
// any other closes the set and waits for `current`.
//
// Owned and used by the parent task alone: no lock. Tasks named here are pinned (Task::pins), so
// a completed one is still there to be found complete.
#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <span>
#include <vector>

#include "core/task/spawn.hpp"

namespace tidemill::core {

struct Successor;

class DependenceTable {
 public:
  DependenceTable();
  ~DependenceTable() { clear(); }
  DependenceTable(const DependenceTable&) = delete;
  DependenceTable& operator=(const DependenceTable&) = delete;

  /// Enters the accesses of a new task, adding an edge from every incomplete predecessor; the
  /// first `room` edges use `nodes`. Returns the number of edges. The task isn't published yet.
  std::int32_t add(Task* task, std::span<const Dependence> dependences, Successor* nodes,
                   std::size_t room);

  /// Forgets everything: all children are complete, or the parent makes no more.
  void clear() noexcept;

 private:
  using Tasks = std::vector<Task*>;
  struct Entry {
    void* address;
    Access access;  // of the current set
    Tasks current;
    Tasks previous;
  };
  struct Edges {
    Task* task;
    Successor* nodes;
    std::size_t room;
    std::int32_t count = 0;
    Successor* next_node();
  };

  Entry& find(void* address);
  void grow_slow();
  void wait_for(Tasks& predecessors, Edges& edges);
  static std::size_t hash(void* address) noexcept {
    return static_cast<std::size_t>(
        (reinterpret_cast<std::uintptr_t>(address) >> 3) * 0x9e3779b97f4a7c15u >> 20);
  }

  std::deque<Entry> entries_;  // stable addresses
  std::vector<Entry*> slots_;  // linear probing; a power of two, at most half full
};

}  // namespace tidemill::core
