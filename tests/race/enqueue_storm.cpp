// A task that is enqueued (task/create.hpp): its creator puts it into its queue, then looks for
// hungry members; one of them counts itself in, then looks into the queue. As publish_storm.cpp,
// with what the runtime does.
#include "core/task/create.hpp"
#include "meeting.hpp"

namespace {

using tidemill::core::Family;
using tidemill::core::Task;
using tidemill::core::TaskDeque;
using tidemill::core::Worker;

void create(Worker& w) {
  int nothing = 0;
  ++w.locks_held;  // so that it doesn't run immediately
  tidemill::core::create<tidemill::core::kPlainTask>(
      w, {.body = {[](void*) {}, &nothing, nullptr, sizeof nothing, alignof(int)}});
  --w.locks_held;
}

void end_all(Worker& w) {
  while (auto* const task = static_cast<Task*>(w.member->deque.pop())) {
    w.memory.blocks.free(task, task->size_class);
    w.task->family.subtract_own(Family::kChild + Family::kUnreleased);
  }
}

}  // namespace

int main(int argc, char** argv) {
  const long rounds = 1000L * race::repeats(argc, argv, 60);
  race::Watchdog dog("enqueue_storm");
#pragma omp parallel num_threads(1)
  {
    Worker& w = tidemill::core::current_worker();  // both threads' in turn, never at once
    const TaskDeque& deque = w.member->deque;
    create(w);  // of two tasks the creator shares one when it sees somebody hungry
    race::meet(
        "enqueued: its creator or the sleeper sees the other", rounds, dog,
        w.member->team->hungry_count,
        [&] {
          create(w);
          return deque.maybe_shared();
        },
        [&] { return deque.size() == 2; },
        [&] {
          end_all(w);
          create(w);
        });
    end_all(w);
  }
}
