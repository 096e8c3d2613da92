// The two sides of "no lost wake-up", alone: a pusher pushes, then looks for sleepers; a worker
// counts itself among the sleepers, then looks into the queue. One of them must see the other,
// or a ready task and a sleeping worker never meet. Millions of meetings instead of the few that
// a whole runtime has in a second (tests/race/sleepers.cpp).
#include "core/sched/deque.hpp"
#include "core/sched/ordered_queue.hpp"
#include "platform/asymmetric_fence.hpp"
#include "support.hpp"

namespace {

using tidemill::core::Deque;
using tidemill::core::kNoKey;
using tidemill::core::OrderedQueue;
using tidemill::core::Runnable;

/// Waits for `word` to become `value`; gives the core away when the partner has none.
void await(const std::atomic<long>& word, long value) {
  for (int i = 0; word.load(std::memory_order_acquire) != value; ++i)
    if (i > 2000) sched_yield();
}

void wait_a_little(race::Random& random, std::uint64_t most) {
  for (std::uint64_t i = random.next() % most; i > 0; --i) asm volatile("" ::: "memory");
}

/// As Team::idle_count, Team::notify_one() and Idle::sleep() have it.
template <class Push, class Look, class Clear>
void meet(const char* what, long rounds, race::Watchdog& dog, Push push, Look look, Clear clear) {
  alignas(64) std::atomic<long> start{0};
  alignas(64) std::atomic<long> end{0};
  alignas(64) std::atomic<int> sleepers{0};
  int seen_by_pusher = 0;  // handed over by `end`
  std::thread pusher([&] {
    race::Random random(101);
    for (long r = 1; r <= rounds; ++r) {
      await(start, r);
      wait_a_little(random, 40);
      push();
      tidemill::platform::light_fence();
      seen_by_pusher = sleepers.load(std::memory_order_relaxed);
      end.store(r, std::memory_order_release);
    }
  });
  race::Random random(102);
  for (long r = 1; r <= rounds; ++r) {
    start.store(r, std::memory_order_release);
    wait_a_little(random, 1000);  // it takes the pusher some time to see the start
    sleepers.store(1, std::memory_order_relaxed);
    tidemill::platform::heavy_fence();
    const bool seen_by_sleeper = look();
    await(end, r);
    if (seen_by_pusher == 0 && !seen_by_sleeper) race::fail(what, 0, 1);
    clear();
    sleepers.store(0, std::memory_order_relaxed);
    if (r % 1000 == 0) dog.progress();
  }
  pusher.join();
}

}  // namespace

int main(int argc, char** argv) {
  const long rounds = 1000L * race::repeats(argc, argv, 60);
  race::Watchdog dog("publish_storm");
  Runnable item(Runnable::Kind::task);
  item.key = 5;
  OrderedQueue ordered;
  meet(
      "ordered queue: pusher or sleeper sees the other", rounds, dog, [&] { ordered.push(&item); },
      [&] { return ordered.smallest() != kNoKey; }, [&] { ordered.pop(); });
  Deque<Runnable> deque;
  // Popped by the pusher's thread in the runtime; here both threads take turns, never at once.
  meet(
      "deque: pusher or sleeper sees the other", rounds, dog, [&] { deque.push(&item); },
      [&] { return deque.maybe_nonempty(); }, [&] { deque.pop(); });
}
