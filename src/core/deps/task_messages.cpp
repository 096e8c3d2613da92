// What messages the current task passes, as the communication layer says.
#include "core/deps/task_graph.hpp"
#include "core/model/duration.hpp"
#include "core/model/worker.hpp"

namespace tidemill::core {

namespace {

/// A message of the current task's. Its graph: the calling member may be at rest, inside a polling
/// service, while the primary thread sets the graph of the next region.
TaskGraph* note_message(const Worker* w) noexcept {
  if (w == nullptr) return nullptr;
  MessageKinds::saw(w->task->duration);
  TaskGraph* const graph = graph_at_rest(*w->member->team);
  if (graph != nullptr && w->task->duration != DurationEntry{0}) graph->meet_message();
  return graph;
}

}  // namespace

void current_task_sends(std::uint64_t channel) noexcept {
  Worker* const w = current_worker_or_null();
  if (TaskGraph* const graph = note_message(w)) graph->sends(*w->task, channel);
}

void current_task_receives(const Received& receive) noexcept {
  Worker* const w = current_worker_or_null();
  TaskGraph* const graph = note_message(w);
  if (graph != nullptr && receive.channel != 0) graph->receives(*w->task, receive);
}

bool current_task_has_channels() noexcept {
  const Worker* const w = current_worker_or_null();
  const TaskGraph* const graph = w != nullptr ? graph_at_rest(*w->member->team) : nullptr;
  return graph != nullptr && graph->has_channels(*w->task);
}

}  // namespace tidemill::core
