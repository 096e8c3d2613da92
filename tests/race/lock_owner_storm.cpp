// A task that holds a lock waits for what only a thread can do that waits for the lock in place
// itself: that thread has to leave its place, whether it still looks or sleeps already.
//
// Of each pair of threads one takes the lock, then waits or gives way again and again; the other
// has begun a task that ends this, left it for a moment, and come to wait for the lock.
#include <sched.h>

#include <algorithm>
#include <chrono>
#include <vector>

#include "support.hpp"

namespace {

struct alignas(64) Pair {
  omp_lock_t lock;
  void* holder = nullptr;
  // The last round in which ...
  std::atomic<int> begun{0};   // the task was begun
  std::atomic<int> held{0};    // the lock was taken
  std::atomic<int> ready{0};   // its holder came to wait
  std::atomic<int> ended{0};   // the task had seen that
  std::atomic<int> passed{0};  // the other got the lock
};

void spin_for(std::uint64_t ns) {
  const auto start = std::chrono::steady_clock::now();
  while (std::chrono::steady_clock::now() - start < std::chrono::nanoseconds(ns)) {
  }
}

/// Lets nothing else run on the thread.
void wait_for(const std::atomic<int>& last, int round) {
  for (int looks = 1; last != round; ++looks)
    if (looks % 256 == 0) sched_yield();
}

void give_way_until(const std::atomic<int>& last, int round, std::uint64_t busy_ns) {
  while (last != round) {
#pragma omp taskyield
    spin_for(busy_ns);
  }
}

void hold(Pair& pair, int round, race::Random& random) {
  wait_for(pair.begun, round);
  omp_set_lock(&pair.lock);
  pair.holder = tidemill_get_current_blocking_context();
  pair.held = round;
  spin_for(random.next() % 16'384);  // the other spins, looks, or is about to sleep
  const bool gives_way = round % 2 == 0;
  pair.ready = round;
  if (gives_way)
    give_way_until(pair.ended, round, 20'000);  // for a moment only, every time
  else
    tidemill_block_current_task(pair.holder);
  omp_unset_lock(&pair.lock);
  wait_for(pair.passed, round);
}

void end_wait(Pair& pair, int round) {
  pair.begun = round;
  give_way_until(pair.ready, round, 0);
  pair.ended = round;
  if (round % 2 != 0) tidemill_unblock_task(pair.holder);
}

void pass(Pair& pair, int round) {
#pragma omp task shared(pair) firstprivate(round)
  end_wait(pair, round);
  give_way_until(pair.begun, round, 0);
  wait_for(pair.held, round);
  omp_set_lock(&pair.lock);
  race::check_equal("round in which the wait had ended", pair.ended, round);
  omp_unset_lock(&pair.lock);
  pair.passed = round;
}

void meet(std::vector<Pair>& pairs, int rounds, race::Watchdog& dog) {
#pragma omp parallel num_threads(2 * static_cast <int>(pairs.size())) shared(pairs, dog)
  {
    const auto number = static_cast<std::size_t>(omp_get_thread_num());
    race::Random random(number + 1);
    Pair& pair = pairs[number / 2];
    for (int round = 1; round <= rounds; ++round) {
      if (number % 2 == 0)
        hold(pair, round, random);
      else
        pass(pair, round);
      dog.progress();
    }
  }
}

}  // namespace

int main(int argc, char** argv) {
  const int rounds = race::repeats(argc, argv, 10000);
  race::Watchdog dog("lock_owner_storm");
  std::vector<Pair> pairs(static_cast<std::size_t>(std::max(1, omp_get_max_threads() / 2)));
  for (Pair& pair : pairs) omp_init_lock(&pair.lock);
  meet(pairs, rounds, dog);
  for (Pair& pair : pairs) omp_destroy_lock(&pair.lock);
  return 0;
}
