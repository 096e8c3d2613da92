// Cancellation: members that wait in a barrier nobody passes any more are woken, none leaves the
// region before all have; tasks of a cancelled taskgroup or region are over when it is, whether
// they ran or not, and what depends on them goes on. A barrier that isn't cut short is passed when
// the last member has come there or left the region.
//
// The races it is after: a member that arms itself in a barrier while the region is cancelled, and
// a canceller that still looks round when members have armed themselves at the region's end.
#include <cstdlib>

#include "support.hpp"

namespace {

struct Counts {
  std::atomic<long> begun{0};
  std::atomic<long> ended{0};
  std::atomic<long> left{0};
};

void some_task(Counts& counts, race::Random& random, race::Foreign& foreign) {
  const bool blocks = random.one_in(6);
#pragma omp task firstprivate(blocks) shared(counts, foreign)
  {
    counts.begun.fetch_add(1, std::memory_order_relaxed);
    if (blocks) race::block_until(foreign);
    counts.ended.fetch_add(1, std::memory_order_relaxed);
  }
}

/// One member cancels; the others are on their way to, or asleep in, one of several barriers.
void regions(int repeats, race::Watchdog& dog, race::Foreign& foreign) {
  for (int r = 0; r < repeats; ++r) {
    Counts counts;
#pragma omp parallel shared(counts, foreign) firstprivate(r)
    {
      const int me = omp_get_thread_num();
      race::Random random(static_cast<std::uint64_t>(r) * 64 + static_cast<std::uint64_t>(me) + 1);
      const int turn = r % 3;  // the barrier before which it is cancelled
      for (int b = 0; b < 4; ++b) {
        if (random.one_in(2)) race::random_pause(random);
        some_task(counts, random, foreign);
        if (b == turn && me == r % omp_get_num_threads()) {
#pragma omp cancel parallel
        }
        if (b > turn) counts.left.fetch_add(1000, std::memory_order_relaxed);  // never
#pragma omp barrier
      }
    }
    if (counts.left.load() != 0) race::fail("members passed a cancelled barrier", 1, 0);
    race::check_equal("tasks that began and are over", counts.ended.load(), counts.begun.load());
    dog.progress();
  }
}

/// Members that have come to the end of a `single copyprivate` wait for those that come, and not
/// for those that have left, before or meanwhile.
void copies(int repeats, race::Watchdog& dog) {
  for (int r = 0; r < repeats; ++r) {
#pragma omp parallel shared(dog) firstprivate(r)
    {
      const int me = omp_get_thread_num();
      race::Random random(static_cast<std::uint64_t>(r) * 64 + static_cast<std::uint64_t>(me) + 7);
      for (int s = 0; s < 4; ++s) {
        int value = -1;
        if (random.one_in(2)) race::random_pause(random);
        if (s == r % 4 && me == r % omp_get_num_threads()) {
#pragma omp cancel parallel
        }
#pragma omp single copyprivate(value)
        value = s;
        race::check_equal("what the single's member had", value, s);
      }
    }
    dog.progress();
  }
}

/// A cancelled loop and cancelled sections: all meet at the barrier behind, and go on.
void loops(int repeats, race::Watchdog& dog) {
  std::atomic<long> rounds{0};
  int threads = 1;
#pragma omp parallel shared(rounds, dog, threads)
  {
    race::Random random(static_cast<std::uint64_t>(omp_get_thread_num()) + 13);
#pragma omp single
    threads = omp_get_num_threads();
    for (int r = 0; r < repeats; ++r) {
#pragma omp for schedule(dynamic, 1)
      for (int i = 0; i < 40; ++i) {
#pragma omp cancellation point for
        if (random.one_in(3)) race::random_pause(random);
        if (i == 11) {
#pragma omp cancel for
        }
      }
      rounds.fetch_add(1, std::memory_order_relaxed);
#pragma omp barrier
      race::check_equal("members behind a cancelled loop", rounds.load(), (r + 1L) * threads);
#pragma omp barrier
#pragma omp single nowait
      dog.progress();
    }
  }
}

// A function of its own: see docs/mechanisms/race-tests.md on shared references.
void link_of_chain(Counts& counts, long& chain, race::Foreign& foreign, int kind, int t) {
#pragma omp task shared(counts, chain, foreign) firstprivate(kind, t) depend(inout : chain)
  {
    counts.begun.fetch_add(1, std::memory_order_relaxed);
    ++chain;
    if (kind == 0) race::block_until(foreign);
    race::Random own(static_cast<std::uint64_t>(t) + 1);
    some_task(counts, own, foreign);
    counts.ended.fetch_add(1, std::memory_order_relaxed);
    if (kind == 1 && t > 4) {
#pragma omp cancel taskgroup
    }
  }
}

/// Chains of dependences cut short; nested groups; a group whose tasks are suspended.
void groups(int repeats, race::Watchdog& dog, race::Foreign& foreign) {
#pragma omp parallel shared(dog, foreign)
  {
    const int me = omp_get_thread_num();
    race::Random random(static_cast<std::uint64_t>(me) + 29);
    for (int r = 0; r < repeats; ++r) {
      Counts counts;
      long chain = 0;
#pragma omp taskgroup
      {
        for (int t = 0; t < 30; ++t)
          link_of_chain(counts, chain, foreign, static_cast<int>(random.next() % 8), t);
      }
      race::check_equal("tasks of a group that are over", counts.ended.load(), counts.begun.load());
#pragma omp task shared(chain) depend(inout : chain)
      chain = -1;
#pragma omp taskwait
      race::check_equal("a task after the group", chain, -1);
      dog.progress();
    }
  }
}

}  // namespace

int main(int argc, char** argv) {
  setenv("OMP_CANCELLATION", "true", 1);  // before the runtime's first use
  const int repeats = race::repeats(argc, argv, 300);
  race::Watchdog dog("cancel_storm");
  race::Foreign foreign;
  race::check_equal("OMP_CANCELLATION", omp_get_cancellation(), 1);
  regions(repeats, dog, foreign);
  copies(repeats, dog);
  loops(repeats, dog);
  groups(repeats, dog, foreign);
}
