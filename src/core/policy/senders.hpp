// What `fa` and `ga` share: tasks like one that has sent are expected to send, too
// (policy/send_profiles.hpp). Those created later are urgent from their creation on; those that
// exist already are looked for by workers that have nothing else to do, in small steps: Algorithm 2
// of Pereira et al. 2021.
#pragma once

#include "core/policy/key.hpp"
#include "core/policy/propagation.hpp"
#include "core/policy/task_name.hpp"

namespace tidemill::core {

class Graph;

/// Of a task that is expected to send.
using UrgencyOfSend = Urgency (*)(Graph& graph, TaskName task);

/// If the task is expected to send, it is made so urgent.
void note_created(Graph& graph, TaskName task, UrgencyOfSend of_send);
void note_sender(Graph& graph, TaskName task);
void note_completed(Graph& graph, TaskName task);
/// A piece of a few microseconds. False: all tasks are matched, and all is propagated.
bool match_some(Graph& graph, UrgencyOfSend of_send, Weight weight);

}  // namespace tidemill::core
