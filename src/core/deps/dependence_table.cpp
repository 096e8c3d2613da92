#include "core/deps/dependence_table.hpp"

#include <algorithm>
#include <bit>
#include <utility>

#include "core/deps/task_graph.hpp"
#include "core/model/task.hpp"
#include "core/trace/points.hpp"

namespace tidemill::core {

namespace {

/// Those of one such kind don't wait for each other.
bool concurrent(Access a) noexcept {
  return a == Access::in || a == Access::inoutset || a == Access::mutexinoutset;
}

/// True, and forgotten, if complete: needs no edge, and nobody after us has to look at it again.
bool forget_complete(Task* task) noexcept {
  if (!is_complete(task)) return false;
  forget(task);
  return true;
}

}  // namespace

DependenceTable::DependenceTable(TaskGraph* graph)
    : graph_(graph), special_(graph != nullptr ? kHasGraph : std::uint8_t{0}) {
  index_all(kFewestSlots);
}

[[gnu::noinline]] void DependenceTable::Edges::make_room_slow() {
  auto* chunk = task->more_edges = SuccessorChunk::make(task->more_edges);
  task->has_more = true;
  first = nodes = chunk->successors;
  room = SuccessorChunk::kCount;
}

/// A neighbour is often met twice, as who writes what the task reads and who reads what it writes.
/// The parent's code alone adds edges, so one that this task has is the last of its predecessor's.
inline bool DependenceTable::Edges::has_edge_from(const Task& predecessor) const noexcept {
  // relaxed: an address to compare; only this thread pushes edges of children of its task.
  const std::uintptr_t last = predecessor.successors.load(std::memory_order_relaxed);
  return last - reinterpret_cast<std::uintptr_t>(first) <
         static_cast<std::uintptr_t>(nodes - first) * sizeof(Successor);
}

/// Somebody wants to know about edges: an observer, or the table's graph.
[[gnu::cold, gnu::noinline]] void DependenceTable::Edges::note_slow(Task* predecessor) {
  trace::dependence(predecessor, task);
  DependenceTable* const table = task->parent->children_by_address;
  if (table == nullptr || table->graph_ == nullptr) return;
  ++predecessor->names;  // what comes next may forget one that is complete meanwhile
  table->predecessors_.push_back(predecessor);
}

/// False: the predecessor is complete and needs no edge.
inline bool DependenceTable::Edges::add(Task* predecessor) {
  if (is_complete(predecessor)) return false;
  if (has_edge_from(*predecessor)) return true;
  if (room == 0) [[unlikely]]
    make_room_slow();
  nodes->task = task;
  if (!add_successor(predecessor, nodes)) return false;
  if (trace::wanted(trace::kGraph | trace::kEdges)) [[unlikely]]
    note_slow(predecessor);
  ++nodes;
  --room;
  ++count;
  return true;
}

inline DependenceTable::Entry& DependenceTable::find(void* address) {
  const std::uint32_t* const slots = slots_.data();
  Entry* const entries = entries_.data();
  const std::size_t mask = slots_.size() - 1;
  for (std::size_t i = slot_of(address); slots[i] != 0; i = (i + 1) & mask)
    if (entries[slots[i] - 1].address == address) return entries[slots[i] - 1];
  return insert_slow(address);
}

DependenceTable::Entry& DependenceTable::insert_slow(void* address) {
  if (2 * (entries_.size() + 1) > slots_.size()) make_room_slow();
  const std::size_t mask = slots_.size() - 1;
  std::size_t i = slot_of(address);
  while (slots_[i] != 0) i = (i + 1) & mask;
  entries_.push_back({.address = address, .access = Access::in, .sets = {}});
  slots_[i] = static_cast<std::uint32_t>(entries_.size());
  return entries_.back();
}

/// A small table grows; a large one first drops the addresses whose tasks are all complete, and
/// grows if most are left, or it would be full again soon.
void DependenceTable::make_room_slow() {
  std::size_t slots = slots_.size();
  if (slots < kSmallSlots) return index_all(2 * slots);
  std::erase_if(entries_, [](Entry& entry) {
    entry.older().remove_if(forget_complete);
    entry.newer().remove_if(forget_complete);
    return entry.older().empty() && entry.newer().empty();
  });
  while (8 * entries_.size() > 3 * slots) slots *= 2;
  index_all(slots);
}

void DependenceTable::index_all(std::size_t slots) {
  slots_.assign(slots, 0);
  shift_ = 64 - std::countr_zero(slots);
  const std::size_t mask = slots - 1;
  for (std::size_t e = 0; e < entries_.size(); ++e) {
    std::size_t i = slot_of(entries_[e].address);
    while (slots_[i] != 0) i = (i + 1) & mask;
    slots_[i] = static_cast<std::uint32_t>(e + 1);
  }
}

/// Edges from those of the set that are incomplete; the others are forgotten. The order of those
/// left changes.
[[gnu::always_inline]] inline void DependenceTable::wait_for(TaskSet& previous, Edges& edges) {
  for (std::uint32_t i = 0; i < previous.size();) {
    Task* predecessor = previous[i];
    if (predecessor == edges.task || edges.add(predecessor)) [[likely]] {  // or named twice by it
      ++i;
    } else {
      forget(predecessor);
      previous.remove(i);
    }
  }
}

[[gnu::always_inline]] inline void DependenceTable::enter(Task* task, Entry& entry, Access access,
                                                          Edges& edges) {
  TaskSet* current = &entry.newer();
  TaskSet* previous = &entry.older();
  const std::uint32_t size = current->size();
  if (size != 0 && current->back() == task) [[unlikely]]
    return enter_again_slow(task, entry, access, edges);
  if (size == 0 || !concurrent(access) || access != entry.access) {
    // What comes waits for the current set, and begins a new one.
    previous->forget_all(forget);
    std::swap(current, previous);
    entry.current ^= 1;
    entry.access = access;
  } else if (size >= 8 && (size & (size - 1)) == 0) {
    current->remove_if(forget_complete);
  }
  wait_for(*previous, edges);
  ++task->names;
  current->push_back(task);
}

/// The newest of the current set names the address once more. In another way than before it
/// excludes all others, like a writer.
[[gnu::noinline]] void DependenceTable::enter_again_slow(Task* task, Entry& entry, Access access,
                                                         Edges& edges) {
  if (concurrent(access) && access == entry.access) return;
  if (entry.newer().size() == 1) {
    if (access != entry.access) entry.access = Access::out;
    return;
  }
  // A set of its own; `task` itself is among the previous ones now.
  entry.older().forget_all(forget);
  entry.current ^= 1;
  entry.access = access;
  wait_for(entry.older(), edges);
  ++task->names;
  entry.newer().push_back(task);
}

DependenceTable::Entered DependenceTable::add(Task* task, std::span<const Dependence> dependences,
                                              Successor* nodes, std::size_t room) {
  Edges edges{task, nodes, room};
  bool all_memory = false, exclusive = false;
  for (const Dependence& dependence : dependences) {
    if (dependence.access == Access::all_memory) {
      all_memory = true;
      continue;
    }
    exclusive |= dependence.access == Access::mutexinoutset;
    enter(task, find(dependence.address), dependence.access, edges);
  }
  std::int32_t marks = 0;
  if (all_memory || special_ != 0) [[unlikely]]
    marks = enter_special_slow(task, dependences, all_memory, edges);
  if (exclusive) [[unlikely]] {
    if (exclusion_ == nullptr) exclusion_ = std::make_unique<Exclusion>();
    exclusion_->make_claim(task, dependences);
    marks |= kExclusive;
  }
  return {edges.count, marks};
}

[[gnu::noinline]] std::int32_t DependenceTable::enter_special_slow(
    Task* task, std::span<const Dependence> dependences, bool all_memory, Edges& edges) {
  if (all_memory)
    enter_all_slow(task, edges);
  else if ((special_ & kAllMemoryMet) != 0)
    enter(task, find(&special_), Access::in, edges);
  if (graph_ == nullptr) return 0;
  const bool tracked = graph_->enter(task, dependences, predecessors_);
  for (Task* predecessor : predecessors_) forget(predecessor);
  predecessors_.clear();
  return tracked ? kTracked : 0;
}

// Waits for every address's tasks; those that come after wait for it through an address of its own,
// which all of them read from now on.
void DependenceTable::enter_all_slow(Task* task, Edges& edges) {
  for (Entry& entry : entries_)
    if (entry.address != &special_) enter(task, entry, Access::out, edges);
  special_ |= kAllMemoryMet;
  enter(task, find(&special_), Access::out, edges);
}

void DependenceTable::clear() noexcept {
  special_ &= kHasGraph;
  for (Entry& entry : entries_) {
    entry.newer().forget_all(forget);
    entry.older().forget_all(forget);
  }
  // Small again after a large phase, or every later clear() would pay for it.
  if (slots_.size() > kFewestSlots && 16 * entries_.size() < slots_.size()) {
    entries_.clear();
    index_all(kFewestSlots);
  } else if (!entries_.empty()) {
    entries_.clear();
    std::fill(slots_.begin(), slots_.end(), 0);
  }
}

}  // namespace tidemill::core
