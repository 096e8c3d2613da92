// A pusher and a sleeper meet, millions of times: of the push and the look for sleepers, and the
// announcement and the last look, one sees the other.
#pragma once

#include <sched.h>

#include <atomic>
#include <cstdint>
#include <thread>

#include "platform/asymmetric_fence.hpp"
#include "support.hpp"

namespace race {

/// Waits for `word` to become `value`; gives the core away when the partner has none.
inline void await(const std::atomic<long>& word, long value) {
  for (int i = 0; word.load(std::memory_order_acquire) != value; ++i)
    if (i > 2000) sched_yield();
}

inline void wait_a_little(Random& random, std::uint64_t most) {
  for (std::uint64_t i = random.next() % most; i > 0; --i) asm volatile("" ::: "memory");
}

/// As Idle::sleep() has it, with `sleepers` for Team::idle_count. `push` says whether it has seen
/// one; `look`, whether what was pushed is there.
template <class Push, class Look, class Clear>
void meet(const char* what, long rounds, Watchdog& dog, std::atomic<int>& sleepers, Push push,
          Look look, Clear clear) {
  alignas(64) std::atomic<long> start{0};
  alignas(64) std::atomic<long> end{0};
  bool seen_by_pusher = false;  // handed over by `end`
  std::thread pusher([&] {
    Random random(101);
    for (long r = 1; r <= rounds; ++r) {
      await(start, r);
      // As the sleeper announces itself, or as its heavy fence interrupts us.
      wait_a_little(random, r % 2 == 0 ? 40 : 8000);
      seen_by_pusher = push();
      end.store(r, std::memory_order_release);
    }
  });
  Random random(102);
  for (long r = 1; r <= rounds; ++r) {
    start.store(r, std::memory_order_release);
    wait_a_little(random, 1000);  // it takes the pusher some time to see the start
    sleepers.store(1, std::memory_order_relaxed);
    tidemill::platform::heavy_fence();
    const bool seen_by_sleeper = look();
    await(end, r);
    if (!seen_by_pusher && !seen_by_sleeper) fail(what, 0, 1);
    clear();
    sleepers.store(0, std::memory_order_relaxed);
    if (r % 1000 == 0) dog.progress();
  }
  pusher.join();
}

}  // namespace race
