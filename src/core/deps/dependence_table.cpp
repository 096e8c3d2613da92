#include "core/deps/dependence_table.hpp"

#include <algorithm>
#include <bit>

#include "core/deps/task_graph.hpp"
#include "core/model/edges.hpp"
#include "core/trace/points.hpp"

namespace tidemill::core {

namespace {

/// True, and forgotten, if complete: needs no edge, and nobody after us has to look at it again.
bool forget_complete(Task* task) noexcept {
  if (!is_complete(task)) return false;
  forget(task);
  return true;
}

}  // namespace

DependenceTable::DependenceTable(TaskGraph* graph) : graph_(graph) {
  entries_.reserve(kFewestSlots / 2);
  index_all(kFewestSlots);
}

/// An observer wants to know of edges, or the table's graph.
[[gnu::cold, gnu::noinline]] void DependenceTable::Edges::note_slow(Task* predecessor) {
  trace::dependence(predecessor, task);
  if (tracked == nullptr) return;
  ++predecessor->names;  // what comes next may forget one that is complete meanwhile
  tracked->push_back(predecessor);
}

/// False: the predecessor is complete and needs no edge.
inline bool DependenceTable::Edges::add(Task* predecessor) {
  const AddedEdge added = add_successor(predecessor, task);
  if (added != AddedEdge::yes) return added == AddedEdge::was_there;
  if (noted) [[unlikely]]
    note_slow(predecessor);
  ++count;
  return true;
}

/// Where it is until the next address is inserted.
inline DependenceTable::Entry& DependenceTable::entry_of(void* address) {
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
  entries_.push_back({.address = address});
  slots_[i] = static_cast<std::uint32_t>(entries_.size());
  return entries_.back();
}

/// A small table grows; a large one first drops the addresses whose tasks are all complete, and
/// grows if most are left, or it would be full again soon.
void DependenceTable::make_room_slow() {
  std::size_t slots = slots_.size();
  if (slots < kSmallSlots) return index_all(2 * slots);
  std::erase_if(entries_, [](Entry& entry) {
    entry.accesses.remove_current_if(forget_complete);
    entry.accesses.remove_previous_if(forget_complete);
    return entry.accesses.all().empty();
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

/// Edges from those of the previous set that are incomplete; the others are forgotten.
[[gnu::always_inline]] inline void DependenceTable::wait_for_previous(Accesses& accesses,
                                                                      Edges& edges) {
  accesses.remove_previous_if([&edges](Task* predecessor) {
    if (predecessor == edges.task || edges.add(predecessor)) [[likely]]  // or named twice by it
      return false;
    forget(predecessor);
    return true;
  });
}

[[gnu::always_inline]] inline void DependenceTable::enter(Task* task, Entry& entry, Access access,
                                                          Edges& edges) {
  const std::uint32_t size = entry.accesses.current_size();
  if (size != 0 && entry.accesses.all().back() == task) [[unlikely]]
    return enter_again_slow(task, entry, access, edges);
  if (!entry.accesses.are_joined_by(access)) {
    // What comes waits for the current set, and begins a new one.
    entry.accesses.close(access, forget);
  } else if (size >= 8 && (size & (size - 1)) == 0) {
    entry.accesses.remove_current_if(forget_complete);
  }
  wait_for_previous(entry.accesses, edges);
  ++task->names;
  entry.accesses.push_back(task);
}

/// The newest of the current set names the address once more. In another way than before it
/// excludes all others, like a writer.
[[gnu::noinline]] void DependenceTable::enter_again_slow(Task* task, Entry& entry, Access access,
                                                         Edges& edges) {
  if (is_concurrent(access) && access == entry.accesses.kind()) return;
  if (entry.accesses.current_size() == 1) {
    if (access != entry.accesses.kind()) entry.accesses.set_kind(Access::out);
    return;
  }
  // A set of its own; `task` itself is among the previous ones now.
  entry.accesses.close(access, forget);
  wait_for_previous(entry.accesses, edges);
  ++task->names;
  entry.accesses.push_back(task);
}

DependenceTable::Entered DependenceTable::add(Task* task, std::span<const Dependence> dependences) {
  const bool tracks = graph_ != nullptr && graph_->wants(*task);
  Edges edges{task, tracks ? &predecessors_ : nullptr, tracks || trace::wanted(trace::kGraph)};
  std::uint32_t kinds = 0;  // 1 << Access
  for (const Dependence& dependence : dependences) {
    kinds |= 1u << static_cast<unsigned>(dependence.access);
    if (dependence.access != Access::all_memory)
      enter(task, entry_of(dependence.address), dependence.access, edges);
  }
  const bool all_memory = (kinds & 1u << static_cast<unsigned>(Access::all_memory)) != 0;
  const bool exclusive = (kinds & 1u << static_cast<unsigned>(Access::mutexinoutset)) != 0;
  if (all_memory)
    enter_all_slow(task, edges);
  else if (all_memory_met_) [[unlikely]]
    enter_special(task, Access::in, edges);
  std::int32_t marks = tracks ? track_slow(task, dependences) : 0;
  if (exclusive) [[unlikely]] {
    if (exclusion_ == nullptr) exclusion_ = std::make_unique<Exclusion>();
    exclusion_->make_claim(task, dependences);
    marks |= kExclusive;
  }
  return {edges.count, marks};
}

[[gnu::noinline]] std::int32_t DependenceTable::track_slow(
    Task* task, std::span<const Dependence> dependences) {
  const bool entered = graph_->enter(task, dependences, predecessors_);
  for (Task* predecessor : predecessors_) forget(predecessor);
  predecessors_.clear();
  return entered ? kTracked : 0;
}

/// By the address that stands for all memory.
void DependenceTable::enter_special(Task* task, Access access, Edges& edges) {
  enter(task, entry_of(&all_memory_met_), access, edges);
}

// Waits for every address's tasks; those that come after wait for it through an address of its own,
// which all of them read from now on.
void DependenceTable::enter_all_slow(Task* task, Edges& edges) {
  for (Entry& entry : entries_)
    if (entry.address != &all_memory_met_) enter(task, entry, Access::out, edges);
  all_memory_met_ = true;
  enter_special(task, Access::out, edges);
}

void DependenceTable::clear() noexcept {
  all_memory_met_ = false;
  for (Entry& entry : entries_)
    for (Task* task : entry.accesses.all()) forget(task);
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
