#include "core/deps/dependence_table.hpp"

#include <algorithm>
#include <bit>

#include "core/task/task.hpp"

namespace tidemill::core {

namespace {

bool concurrent(Access a) noexcept { return a == Access::in || a == Access::inoutset; }

void pin(Task* task) noexcept {
  task->pins.fetch_add(1, std::memory_order_relaxed);  // the table or the creator holds one already
}

}  // namespace

DependenceTable::DependenceTable() : slots_(64, nullptr) {}

Successor* DependenceTable::Edges::next_node() {
  if (room > 0) {
    --room;
    return nodes++;
  }
  auto* chunk = new SuccessorChunk;
  chunk->next = task->more_edges;
  task->more_edges = chunk;
  nodes = chunk->successors + 1;
  room = SuccessorChunk::kCount - 1;
  return chunk->successors;
}

DependenceTable::Entry& DependenceTable::find(void* address) {
  const std::size_t mask = slots_.size() - 1;
  std::size_t i = hash(address) & mask;
  for (; slots_[i] != nullptr; i = (i + 1) & mask)
    if (slots_[i]->address == address) return *slots_[i];
  if (2 * (entries_.size() + 1) > slots_.size()) {
    grow_slow();
    return find(address);
  }
  entries_.push_back({address, Access::in, {}, {}});
  slots_[i] = &entries_.back();
  return entries_.back();
}

void DependenceTable::grow_slow() {
  std::vector<Entry*> wider(slots_.size() * 2, nullptr);
  const std::size_t mask = wider.size() - 1;
  for (Entry& entry : entries_) {
    std::size_t i = hash(entry.address) & mask;
    while (wider[i] != nullptr) i = (i + 1) & mask;
    wider[i] = &entry;
  }
  slots_.swap(wider);
}

// Completed predecessors need no edge, and nobody after us has to look at them again.
void DependenceTable::wait_for(Tasks& predecessors, Edges& edges) {
  std::erase_if(predecessors, [&](Task* predecessor) {
    if (predecessor == edges.task) return false;  // named twice by the same task
    if (is_complete(predecessor)) {
      unpin(predecessor);
      return true;
    }
    Successor* node = edges.next_node();
    node->task = edges.task;
    if (add_successor(predecessor, node)) ++edges.count;
    return false;
  });
}

std::int32_t DependenceTable::add(Task* task, std::span<const Dependence> dependences,
                                  Successor* nodes, std::size_t room) {
  Edges edges{task, nodes, room};
  for (const Dependence& dependence : dependences) {
    Entry& entry = find(dependence.address);
    // mutexinoutset runs in creation order here, which excludes each other as asked.
    const Access access =
        dependence.access == Access::mutexinoutset ? Access::out : dependence.access;
    const bool joins = concurrent(access) && access == entry.access && !entry.current.empty();
    if (!joins && !(entry.current.size() == 1 && entry.current.front() == task)) {
      for (Task* old : entry.previous) unpin(old);
      entry.previous.swap(entry.current);
      entry.current.clear();
    }
    // A task that names the same address in two ways excludes all others, like a writer.
    if (entry.current.empty())
      entry.access = access;
    else if (!joins && access != entry.access)
      entry.access = Access::out;
    wait_for(entry.previous, edges);
    if (std::has_single_bit(entry.current.size()) && entry.current.size() >= 8)
      std::erase_if(entry.current, [](Task* t) { return is_complete(t) && (unpin(t), true); });
    if (entry.current.empty() || entry.current.back() != task) {
      pin(task);
      entry.current.push_back(task);
    }
  }
  return edges.count;
}

void DependenceTable::clear() noexcept {
  for (Entry& entry : entries_) {
    for (Task* task : entry.current) unpin(task);
    for (Task* task : entry.previous) unpin(task);
  }
  entries_.clear();
  std::fill(slots_.begin(), slots_.end(), nullptr);
}

}  // namespace tidemill::core
