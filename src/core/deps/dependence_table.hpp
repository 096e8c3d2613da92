// The dependences among the children of one task (OpenMP 5.2, 15.9.5), by address.
//
// Each address remembers the accesses that a later one may have to wait for: the `current` set
// (one writer, or any number of readers, of `inoutset` or of `mutexinoutset` tasks, which don't
// wait for each other) and the `previous` set, which the current one waits for. That those of
// `mutexinoutset` run one at a time is seen to by what they claim besides (deps/exclusion.hpp). An
// access that may join the current set waits for `previous`; any other closes the set and waits for
// `current`.
//
// Owned and used by the parent task alone: no lock, no atomic operation but one per edge. Tasks in
// the table are named (Task::names), so a completed one is still there to be found complete.
// Completed tasks are forgotten when they are met again, or before a large table grows
// (docs/mechanisms/tasks.md, "Dependences").
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "core/deps/accesses.hpp"
#include "core/deps/exclusion.hpp"
#include "core/model/request.hpp"
#include "core/model/worker.hpp"
#include "platform/cpu.hpp"

namespace tidemill::core {

class TaskGraph;

class DependenceTable {
 public:
  /// `graph`: of a policy that looks at edges; or nullptr.
  explicit DependenceTable(TaskGraph* graph = nullptr);
  ~DependenceTable() { clear(); }
  DependenceTable(const DependenceTable&) = delete;
  DependenceTable& operator=(const DependenceTable&) = delete;

  struct Entered {
    std::int32_t edges;
    std::int32_t marks;  // kExclusive: has a claim, kTracked: a node
  };
  /// Enters the accesses of a new task, adding an edge from every incomplete predecessor. The task
  /// isn't published yet.
  Entered add(Task* task, std::span<const Dependence> dependences);

  /// Forgets everything: all children are complete, or the parent makes no more.
  void clear() noexcept;

  /// Addresses it knows; for tests.
  std::size_t size() const noexcept { return entries_.size(); }

 private:
  struct alignas(platform::kCacheLine) Entry {
    void* address;
    Accesses accesses{};
  };
  static_assert(sizeof(Entry) == platform::kCacheLine);
  struct Edges {
    Task* task;
    std::vector<Task*>* tracked;  // where the graph's predecessors go; nullptr: it wants none
    bool noted;                   // by that one, or an observer
    std::int32_t count = 0;
    bool add(Task* predecessor);
    void note_slow(Task* predecessor);
  };

  Entry& entry_of(void* address);
  Entry& insert_slow(void* address);
  void make_room_slow();
  void index_all(std::size_t slots);
  static void wait_for_previous(Accesses& accesses, Edges& edges);
  static void enter(Task* task, Entry& entry, Access access, Edges& edges);
  static void enter_again_slow(Task* task, Entry& entry, Access access, Edges& edges);
  void enter_special(Task* task, Access access, Edges& edges);
  void enter_all_slow(Task* task, Edges& edges);
  std::int32_t track_slow(Task* task, std::span<const Dependence> dependences);

  std::size_t slot_of(void* address) const noexcept {
    const auto bits = reinterpret_cast<std::uintptr_t>(address) * 0x9e3779b97f4a7c15u;
    return static_cast<std::size_t>(bits >> shift_);
  }

  // Blocks of the worker's, like the tasks': each task that has dependent children has a table.
  static constexpr std::size_t kFewestSlots = 16, kSmallSlots = 2048;
  std::vector<Entry, BlockAllocator<Entry>> entries_;
  // entry + 1, 0: free; a power of two, at most half full.
  std::vector<std::uint32_t, BlockAllocator<std::uint32_t>> slots_;
  std::unique_ptr<Exclusion> exclusion_;
  TaskGraph* const graph_;
  std::vector<Task*> predecessors_;  // with edges to the one that is being entered; for graph_
  bool all_memory_met_ = false;      // some task named omp_all_memory
  int shift_ = 0;                    // 64 - log2(slots)
};

}  // namespace tidemill::core
