// Tasks with affinities of every kind, strict ones and others, with and without dependences, tied
// and untied, that yield, pause and wait for strict children on other threads: everyone runs once,
// a strict one on its thread, and all ends.
#include <tidemill/affinity.h>

#include "support.hpp"

namespace {

constexpr int kTasks = 400;

struct Counts {
  std::atomic<int> ran{0};
  std::atomic<int> astray{0};
};

void check_thread(Counts& counts, int thread) {
  // relaxed, both: read after the region.
  if (omp_get_thread_num() != thread) counts.astray.fetch_add(1, std::memory_order_relaxed);
}

/// A chain of strict children, from thread to thread, each waited for.
void travel(Counts& counts, int from, int left) {
  if (left == 0) return;
  const int to = (from + 1) % omp_get_num_threads();
#pragma omp task affinity(*tidemill_thread(to, TIDEMILL_STRICT)) shared(counts) \
    firstprivate(to, left)
  {
    check_thread(counts, to);
    counts.ran.fetch_add(1, std::memory_order_relaxed);
    travel(counts, to, left - 1);
  }
#pragma omp taskwait
}

void create(Counts& counts, race::Random& random, race::Foreign& foreign, int (&chain)[4]) {
  const int threads = omp_get_num_threads();
  const int thread = static_cast<int>(random.next() % static_cast<unsigned>(threads));
  const bool strict = random.next() % 2 == 0;
  const bool waits = random.next() % 16 == 0;
  omp_set_task_affinity(omp_affinity_thread, static_cast<std::uintptr_t>(thread), strict);
  switch (random.next() % 5) {
    case 0:
#pragma omp task shared(counts) firstprivate(thread, strict)
    {
      if (strict) check_thread(counts, thread);
      counts.ran.fetch_add(1, std::memory_order_relaxed);
    } break;
    case 1: {
      int& cell = chain[random.next() % 4];
#pragma omp task depend(inout : cell) shared(counts, cell) firstprivate(thread, strict)
      {
        if (strict) check_thread(counts, thread);
        ++cell;
        counts.ran.fetch_add(1, std::memory_order_relaxed);
      }
      break;
    }
    case 2:
#pragma omp task untied shared(counts, foreign) firstprivate(thread, strict, waits)
    {
      if (strict) check_thread(counts, thread);
#pragma omp taskyield
      if (waits) race::block_until(foreign);
      if (strict) check_thread(counts, thread);
      counts.ran.fetch_add(1, std::memory_order_relaxed);
    } break;
    case 3:
#pragma omp task shared(counts) firstprivate(thread, strict)
    {
      counts.ran.fetch_add(1, std::memory_order_relaxed);
      travel(counts, omp_get_thread_num(), 3);
    } break;
    default:
#pragma omp task if (0) shared(counts) firstprivate(thread, strict)
    {
      if (strict) check_thread(counts, thread);
      counts.ran.fetch_add(1, std::memory_order_relaxed);
    }
  }
}

}  // namespace

int main(int argc, char** argv) {
  const int repeats = race::repeats(argc, argv, 40);
  race::Watchdog watchdog("affinity_storm");
  race::Foreign foreign(11);
  for (int turn = 0; turn < repeats; ++turn) {
    Counts counts;
    std::atomic<int> created{0};
#pragma omp parallel shared(counts, created, foreign)
    {
      race::Random random(static_cast<std::uint64_t>(turn * 64 + omp_get_thread_num()));
      int chain[4] = {0, 0, 0, 0};
      for (int i = 0; i < kTasks; ++i) create(counts, random, foreign, chain);
      created.fetch_add(kTasks, std::memory_order_relaxed);
#pragma omp taskwait
    }
    race::check_equal("tasks that ran on another thread", counts.astray.load(), 0);
    if (counts.ran.load() < created.load())
      race::fail("tasks that ran", counts.ran.load(), created.load());
    watchdog.progress();
  }
  return 0;
}
