// The two sides of "no lost wake-up", alone: a pusher pushes, then looks for sleepers; a worker
// counts itself among the sleepers, then looks into the queue. One of them must see the other,
// or a ready task and a sleeping worker never meet. Millions of meetings instead of the few that
// a whole runtime has in a second (tests/race/sleepers.cpp).
#include "core/ready/deque.hpp"
#include "core/ready/ordered_queue.hpp"
#include "meeting.hpp"

namespace {

using tidemill::core::Deque;
using tidemill::core::kNoKey;
using tidemill::core::OrderedQueue;
using tidemill::core::Runnable;

/// As Team::notify_one() has it.
bool look_for(const std::atomic<int>& sleepers) {
  tidemill::platform::light_fence();
  return sleepers.load(std::memory_order_relaxed) != 0;
}

}  // namespace

int main(int argc, char** argv) {
  const long rounds = 1000L * race::repeats(argc, argv, 60);
  race::Watchdog dog("publish_storm");
  Runnable item(Runnable::Kind::task);
  item.key = 5;
  alignas(64) std::atomic<int> sleepers{0};
  OrderedQueue ordered;
  race::meet(
      "ordered queue: pusher or sleeper sees the other", rounds, dog, sleepers,
      [&] {
        ordered.push(&item, item.key);
        return look_for(sleepers);
      },
      [&] { return ordered.smallest() != kNoKey; }, [&] { ordered.pop(); });
  Deque<Runnable> deque;
  // Popped by the pusher's thread in the runtime; here both threads take turns, never at once.
  race::meet(
      "deque: pusher or sleeper sees the other", rounds, dog, sleepers,
      [&] {
        deque.push(&item);
        return look_for(sleepers);
      },
      [&] { return deque.maybe_nonempty(); }, [&] { deque.pop(); });
}
