#include "core/task/included.hpp"

#include "core/sched/dispatch.hpp"

namespace tidemill::core {

void finish_undeferred(Task* task) {
  Worker& w = current_worker();
  if (!has_events_left(*task)) return finish_body(w, task);
  // While the body's part isn't taken off nobody completes the task, so these are still ours to
  // write; they are handed over by finish_body().
  task->wait.reset();
  task->wakes = Task::Wakes::when_complete;
  task->named = true;
  ++task->names;
  finish_body(w, task);
  wait_slot_natively(task->wait);
  forget(task);
}

void finish_included_slow(Worker& w, Task* task) {
  stand_in(task, nullptr);  // it wasn't counted there
  if (ends_plainly(*task)) {
    trace::complete(&w, task);
    return w.blocks.free(task, task->size_class);
  }
  enrol_late(w, task);
  finish_undeferred(task);
}

void run_included(Worker& w, void (*function)(void*), void* data, bool final) {
  Task* const task = take_shell(w);
  task->body = function;
  task->data = data;
  task->final = final;
  begin_included(w, task);
  function(data);
  end_included(w, task);
}

bool submit_included(Task* task, Run run, bool has_dependences) {
  if (task->way == Task::Way::general) return false;
  Worker& w = current_worker();
  if (!includes(w, run, has_dependences)) return false;
  begin_included(w, task);
  task->body(task->data);
  end_included(w, task);
  return true;
}

}  // namespace tidemill::core
