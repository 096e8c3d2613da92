#include "core/deps/dependence_table.hpp"

#include <algorithm>
#include <bit>

#include "core/task/task.hpp"

namespace tidemill::core {

namespace {

bool concurrent(Access a) noexcept { return a == Access::in || a == Access::inoutset; }

/// True, and forgotten, if complete: needs no edge, and nobody after us has to look at it again.
bool forget_complete(Task* task) noexcept {
  if (!is_complete(task)) return false;
  forget(task);
  return true;
}

bool forget_always(Task* task) noexcept {
  forget(task);
  return true;
}

}  // namespace

DependenceTable::DependenceTable() { index_all(kFewestSlots); }

Successor* DependenceTable::Edges::next_node() {
  if (room > 0) {
    --room;
    return nodes++;
  }
  auto* chunk = task->more_edges = SuccessorChunk::make(task->more_edges);
  nodes = chunk->successors + 1;
  room = SuccessorChunk::kCount - 1;
  return chunk->successors;
}

DependenceTable::Entry& DependenceTable::find(void* address) {
  const std::size_t mask = slots_.size() - 1;
  for (std::size_t i = slot_of(address); slots_[i] != 0; i = (i + 1) & mask)
    if (entries_[slots_[i] - 1].address == address) return entries_[slots_[i] - 1];
  return insert_slow(address);
}

DependenceTable::Entry& DependenceTable::insert_slow(void* address) {
  if (2 * (entries_.size() + 1) > slots_.size()) make_room_slow();
  const std::size_t mask = slots_.size() - 1;
  std::size_t i = slot_of(address);
  while (slots_[i] != 0) i = (i + 1) & mask;
  entries_.push_back({address, Access::in, {}, {}});
  slots_[i] = static_cast<std::uint32_t>(entries_.size());
  return entries_.back();
}

/// Drops the addresses whose tasks are all complete; grows if that isn't most of them.
void DependenceTable::make_room_slow() {
  std::erase_if(entries_, [](Entry& entry) {
    entry.previous.remove_if(forget_complete);
    entry.current.remove_if(forget_complete);
    return entry.previous.empty() && entry.current.empty();
  });
  std::size_t slots = kFewestSlots;
  while (slots < 4 * (entries_.size() + 1)) slots *= 2;
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
inline void DependenceTable::wait_for_previous(Task* task, Entry& entry, Edges& edges) {
  entry.previous.remove_if([task, &edges](Task* predecessor) {
    if (predecessor == task) return false;  // named twice by the same task
    if (forget_complete(predecessor)) return true;
    Successor* node = edges.next_node();
    node->task = task;
    if (add_successor(predecessor, node)) ++edges.count;
    return false;
  });
}

/// What comes waits for the current set, and begins a new one.
inline void DependenceTable::close_current(Entry& entry, Access access) {
  entry.previous.remove_if(forget_always);
  entry.previous.swap(entry.current);
  entry.access = access;
}

inline void DependenceTable::enter(Task* task, Entry& entry, Access access, Edges& edges) {
  const std::uint32_t size = entry.current.size();
  if (size != 0 && entry.current.back() == task) [[unlikely]]
    return enter_again_slow(task, entry, access, edges);
  if (size == 0 || !concurrent(access) || access != entry.access)
    close_current(entry, access);
  else if (size >= 8 && (size & (size - 1)) == 0)
    entry.current.remove_if(forget_complete);
  wait_for_previous(task, entry, edges);
  ++task->names;
  entry.current.push_back(task);
}

/// The newest of the current set names the address once more. In another way than before it
/// excludes all others, like a writer.
void DependenceTable::enter_again_slow(Task* task, Entry& entry, Access access, Edges& edges) {
  if (concurrent(access) && access == entry.access) return;
  if (entry.current.size() == 1) {
    if (access != entry.access) entry.access = Access::out;
    return;
  }
  close_current(entry, access);  // `task` itself is among the previous ones now
  wait_for_previous(task, entry, edges);
  ++task->names;
  entry.current.push_back(task);
}

std::int32_t DependenceTable::add(Task* task, std::span<const Dependence> dependences,
                                  Successor* nodes, std::size_t room) {
  Edges edges{task, nodes, room};
  bool all_memory = false;
  for (const Dependence& dependence : dependences) {
    if (dependence.access == Access::all_memory) {
      all_memory = true;
      continue;
    }
    // mutexinoutset runs in creation order here, which excludes each other as asked.
    const Access access =
        dependence.access == Access::mutexinoutset ? Access::out : dependence.access;
    enter(task, find(dependence.address), access, edges);
  }
  if (all_memory)
    enter_all_slow(task, edges);
  else if (all_memory_met_)
    enter(task, find(&all_memory_met_), Access::in, edges);
  return edges.count;
}

// Waits for every address's tasks; those that come after wait for it through an address of its own,
// which all of them read from now on.
void DependenceTable::enter_all_slow(Task* task, Edges& edges) {
  for (Entry& entry : entries_)
    if (entry.address != &all_memory_met_) enter(task, entry, Access::out, edges);
  all_memory_met_ = true;
  enter(task, find(&all_memory_met_), Access::out, edges);
}

void DependenceTable::clear() noexcept {
  all_memory_met_ = false;
  for (Entry& entry : entries_) {
    entry.current.remove_if(forget_always);
    entry.previous.remove_if(forget_always);
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
