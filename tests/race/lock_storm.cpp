// Locks and critical sections held across a suspension: others wait for them as tasks, so one
// thread is enough; nobody is inside twice, nobody waits for ever.
#include <sched.h>

#include <chrono>
#include <vector>

#include "support.hpp"

namespace {

struct Storm {
  race::Foreign foreign{41};
  omp_lock_t lock;
  omp_nest_lock_t nest;
  std::atomic<int> in_lock{0}, in_nest{0}, in_critical{0};
  long by_lock = 0, by_nest = 0, by_critical = 0;  // guarded by what they are named after
};

void enter(std::atomic<int>& inside) {
  if (inside.fetch_add(1) != 0) race::fail("tasks inside a lock", 2, 1);
}

void with_lock(Storm& s, bool suspends) {
  omp_set_lock(&s.lock);
  enter(s.in_lock);
  if (suspends) race::block_until(s.foreign);
  ++s.by_lock;
  s.in_lock.fetch_sub(1);
  omp_unset_lock(&s.lock);
}

void with_test(Storm& s) {
  while (omp_test_lock(&s.lock) == 0) {
#pragma omp taskyield
  }
  enter(s.in_lock);
  ++s.by_lock;
  s.in_lock.fetch_sub(1);
  omp_unset_lock(&s.lock);
}

void with_nest(Storm& s, bool suspends) {
  omp_set_nest_lock(&s.nest);
  enter(s.in_nest);
  omp_set_nest_lock(&s.nest);
  if (suspends) race::block_until(s.foreign);
  race::check_equal("depth of a nest lock", omp_test_nest_lock(&s.nest), 3);
  omp_unset_nest_lock(&s.nest);
  ++s.by_nest;
  omp_unset_nest_lock(&s.nest);
  s.in_nest.fetch_sub(1);
  omp_unset_nest_lock(&s.nest);
}

void with_critical(Storm& s, bool suspends) {
#pragma omp critical(storm)
  {
    enter(s.in_critical);
    if (suspends) race::block_until(s.foreign);
    ++s.by_critical;
    s.in_critical.fetch_sub(1);
  }
}

void one_of_each(Storm& s, std::uint64_t seed) {
  race::Random random(seed);
  with_lock(s, random.one_in(3));
  if (random.one_in(4)) race::block_until(s.foreign);
  with_critical(s, random.one_in(3));
  with_nest(s, random.one_in(3));
  with_test(s);
}

/// One lock that is hardly ever free, so that waiters are overtaken often, and handed it then. Its
/// last holders are among those that slept: a waiter forgotten is never woken.
void fight(Storm& s, race::Random& random, race::Watchdog& dog) {
  constexpr int kTimes = 400;
  for (int i = 0; i < kTimes; ++i) {
    omp_set_lock(&s.lock);
    enter(s.in_lock);
    for (std::uint64_t n = random.next() % 8192; n > 0; --n) asm volatile("" ::: "memory");
    s.in_lock.fetch_sub(1);
    omp_unset_lock(&s.lock);
    dog.progress();
  }
}

/// One frees a lock for the last time while the other is about to sleep for it: nobody comes by
/// later who would wake a sleeper that was overlooked.
struct Pair {
  omp_lock_t lock;
  std::atomic<int> held{0}, passed{0};  // the round in which it was, and who waited got it
};

void wait_for(std::atomic<int>& round, int number) {
  for (int looks = 1; round.load() != number; ++looks)
    if (looks % 256 == 0) sched_yield();
}

void spin_for(std::uint64_t ns) {
  const auto start = std::chrono::steady_clock::now();
  while (std::chrono::steady_clock::now() - start < std::chrono::nanoseconds(ns)) {
  }
}

void free_last(Pair& pair, int round, race::Random& random) {
  for (int i = 0; i < 70; ++i) {  // until nobody is looked for any more
    omp_set_lock(&pair.lock);
    omp_unset_lock(&pair.lock);
  }
  omp_set_lock(&pair.lock);
  pair.held = round;
  spin_for(7'000 + random.next() % 4'096);  // about as long as a waiter spins
  omp_unset_lock(&pair.lock);
  wait_for(pair.passed, round);
}

void pass_once(Pair& pair, int round) {
  wait_for(pair.held, round);
  omp_set_lock(&pair.lock);
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
        free_last(pair, round, random);
      else
        pass_once(pair, round);
      dog.progress();
    }
  }
}

}  // namespace

int main(int argc, char** argv) {
  const int repeats = race::repeats(argc, argv, 4);
  race::Watchdog dog("lock_storm");
  Storm storm;
  omp_init_lock(&storm.lock);
  omp_init_nest_lock(&storm.nest);
  constexpr int kTasks = 24;
  long expected = 0;
  for (int r = 0; r < repeats; ++r) {
    int threads = 0;
#pragma omp parallel shared(storm, dog, threads)
    {
      const auto base = static_cast<std::uint64_t>(r * 1000 + omp_get_thread_num() * 50 + 1);
#pragma omp single nowait
      threads = omp_get_num_threads();
      for (int i = 0; i < kTasks; ++i) {
        const std::uint64_t seed = base + static_cast<std::uint64_t>(i);
        if (i % 2 == 0) {
#pragma omp task shared(storm, dog)
          one_of_each(storm, seed), dog.progress();
        } else {
#pragma omp task untied shared(storm, dog)
          one_of_each(storm, seed), dog.progress();
        }
      }
      one_of_each(storm, base + 999);
    }
#pragma omp parallel shared(storm, dog)
    {
      race::Random random(static_cast<std::uint64_t>(r * 100 + omp_get_thread_num() + 7));
      fight(storm, random, dog);
    }
    expected += static_cast<long>(threads) * (kTasks + 1);
    race::check_equal("sections under a lock", storm.by_lock, 2 * expected);
    race::check_equal("sections under a nest lock", storm.by_nest, expected);
    race::check_equal("critical sections", storm.by_critical, expected);
  }
  if (omp_get_max_threads() > 1) {
    std::vector<Pair> pairs(static_cast<std::size_t>(omp_get_max_threads()) / 2);
    for (Pair& pair : pairs) omp_init_lock(&pair.lock);
    meet(pairs, 500 * repeats, dog);
    for (Pair& pair : pairs) omp_destroy_lock(&pair.lock);
  }
  omp_destroy_lock(&storm.lock);
  omp_destroy_nest_lock(&storm.nest);
}
