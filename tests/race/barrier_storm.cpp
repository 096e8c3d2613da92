// Barriers: every member sees every other one's arrival, none leaves early, all explicit tasks
// are over; members arrive suspended, late, or in a hurry to be at the next barrier already.
//
// The race it is after: a releaser that is still waking the sleepers of one barrier while members
// of its team arm themselves for the next one.
#include "support.hpp"

namespace {

constexpr int kMostThreads = 64;

struct alignas(64) Slot {
  std::atomic<long> round{0};  // relaxed: the barrier orders
};

struct Rounds {
  Slot slots[kMostThreads];
  std::atomic<long> tasks{0};
};

void check_all_at(const Rounds& rounds, int threads, long round) {
  for (int i = 0; i < threads; ++i) {
    const long seen = rounds.slots[i].round.load(std::memory_order_relaxed);
    // One ahead is right: that member may have gone on to the next round already.
    if (seen != round && seen != round + 1)
      race::fail("a member left a barrier early", seen, round);
  }
}

void spawn_tasks(Rounds& rounds, race::Random& random, race::Foreign& foreign, int count) {
  for (int i = 0; i < count; ++i) {
    const bool blocks = random.one_in(4);
#pragma omp task firstprivate(blocks) shared(rounds, foreign)
    {
      if (blocks) race::block_until(foreign);
#pragma omp task shared(rounds)
      rounds.tasks.fetch_add(1, std::memory_order_relaxed);
      rounds.tasks.fetch_add(1, std::memory_order_relaxed);
    }
  }
}

/// Empty rounds: members race from one barrier to the next.
void bare(int repeats, race::Watchdog& dog) {
  Rounds rounds;
#pragma omp parallel
  {
    const int me = omp_get_thread_num();
    const int threads = omp_get_num_threads();
    race::Random random(static_cast<std::uint64_t>(me) + 1);
    for (long r = 1; r <= repeats; ++r) {
      if (random.one_in(2)) race::random_pause(random);
      rounds.slots[me].round.store(r, std::memory_order_relaxed);
#pragma omp barrier
      check_all_at(rounds, threads, r);
      dog.progress();
    }
  }
}

/// Rounds with tasks of all members, some suspended; implicit tasks suspended before they arrive.
void with_tasks(int repeats, race::Watchdog& dog, race::Foreign& foreign) {
  Rounds rounds;
#pragma omp parallel shared(rounds, dog, foreign)
  {
    const int me = omp_get_thread_num();
    const int threads = omp_get_num_threads();
    race::Random random(static_cast<std::uint64_t>(me) + 77);
    constexpr int kTasks = 3;
    for (long r = 1; r <= repeats; ++r) {
      spawn_tasks(rounds, random, foreign, kTasks);
      if (random.one_in(2)) race::block_until(foreign);
      rounds.slots[me].round.store(r, std::memory_order_relaxed);
#pragma omp barrier
      check_all_at(rounds, threads, r);
      race::check_equal("tasks complete at a barrier", rounds.tasks.load(),
                        r * threads * 2 * kTasks);
#pragma omp barrier
      dog.progress();
    }
  }
}

/// Many short regions: the implicit barrier, and the team that is kept between regions.
void regions(int repeats, race::Watchdog& dog, race::Foreign& foreign) {
  std::atomic<long> entered{0};
  long expected = 0;
  for (int r = 0; r < repeats; ++r) {
    const int threads = 1 + r % omp_get_max_threads();
#pragma omp parallel num_threads(threads) shared(entered, foreign)
    {
      if (omp_get_thread_num() == r % threads) race::block_until(foreign);
      entered.fetch_add(1, std::memory_order_relaxed);
#pragma omp atomic
      expected += 1;
    }
    race::check_equal("members of a region", entered.load(), expected);
    dog.progress();
  }
}

}  // namespace

int main(int argc, char** argv) {
  const int repeats = race::repeats(argc, argv, 400);
  race::Watchdog dog("barrier_storm");
  race::Foreign foreign;
  bare(20 * repeats, dog);
  with_tasks(repeats, dog, foreign);
  regions(repeats, dog, foreign);
}
