// Tasks with affinities to threads and nodes, strict ones and others, with and without dependences,
// tied and untied, that yield, pause and wait for strict children on other threads: everyone runs
// once, a strict one on its thread or node, and all ends. Bursts of strict tasks come while
// everybody sleeps. A second argument: so many tasks from each thread, for a slow machine.
#include <tidemill/affinity.h>
#include <unistd.h>

#include "support.hpp"

namespace {

struct Counts {
  std::atomic<int> created{0};  // by the storm itself; what these create isn't counted
  std::atomic<int> ran{0};
  std::atomic<int> astray{0};
};

/// What a task has an affinity to.
struct Where {
  bool node = false;  // else a thread
  int number = 0;
  bool strict = true;
};

void check_place(Counts& counts, const Where& where) {
  if (!where.strict) return;
  const int here = where.node ? omp_get_node_num() : omp_get_thread_num();
  // relaxed, both: read after the region.
  if (here != where.number) counts.astray.fetch_add(1, std::memory_order_relaxed);
}

Where any_place(race::Random& random) {
  Where where;
  where.node = random.next() % 2 == 0;
  const int all = where.node ? omp_get_num_nodes() : omp_get_num_threads();
  where.number = static_cast<int>(random.next() % static_cast<unsigned>(all));
  where.strict = random.next() % 2 == 0;
  return where;
}

void set_place(const Where& where) {
  omp_set_task_affinity(where.node ? omp_affinity_numa : omp_affinity_thread,
                        static_cast<std::uintptr_t>(where.number), where.strict);
}

/// A chain of strict children, from thread to thread, each waited for.
void travel(Counts& counts, int from, int left) {
  if (left == 0) return;
  const int to = (from + 1) % omp_get_num_threads();
#pragma omp task affinity(*tidemill_thread(to, TIDEMILL_STRICT)) shared(counts) \
    firstprivate(to, left)
  {
    check_place(counts, {.number = to});
    counts.ran.fetch_add(1, std::memory_order_relaxed);
    travel(counts, to, left - 1);
  }
#pragma omp taskwait
}

void create(Counts& counts, race::Random& random, race::Foreign& foreign, int (&chain)[4]) {
  const Where where = any_place(random);
  const bool waits = random.next() % 16 == 0;
  set_place(where);
  switch (random.next() % 5) {
    case 0:
#pragma omp task shared(counts) firstprivate(where)
    {
      check_place(counts, where);
      counts.ran.fetch_add(1, std::memory_order_relaxed);
    } break;
    case 1: {
      int& cell = chain[random.next() % 4];
#pragma omp task depend(inout : cell) shared(counts, cell) firstprivate(where)
      {
        check_place(counts, where);
        ++cell;
        counts.ran.fetch_add(1, std::memory_order_relaxed);
      }
      break;
    }
    case 2:
#pragma omp task untied shared(counts, foreign) firstprivate(where, waits)
    {
      check_place(counts, where);
#pragma omp taskyield
      if (waits) race::block_until(foreign);
      check_place(counts, where);
      counts.ran.fetch_add(1, std::memory_order_relaxed);
    } break;
    case 3:
#pragma omp task shared(counts) firstprivate(where)
    {
      counts.ran.fetch_add(1, std::memory_order_relaxed);
      travel(counts, omp_get_thread_num(), 3);
    } break;
    default:
#pragma omp task if (0) shared(counts) firstprivate(where)
    {
      check_place(counts, where);
      counts.ran.fetch_add(1, std::memory_order_relaxed);
    }
  }
}

/// A task or two for each thread and node, when all but the creator have nothing to do.
void burst(Counts& counts, race::Random& random) {
#pragma omp single
  for (int i = 0; i < 20; ++i) {
    if (i % 4 == 0) usleep(static_cast<useconds_t>(random.next() % 300));
    Where where = any_place(random);
    where.strict = true;
    set_place(where);
    counts.created.fetch_add(1, std::memory_order_relaxed);
#pragma omp task shared(counts) firstprivate(where)
    {
      check_place(counts, where);
      counts.ran.fetch_add(1, std::memory_order_relaxed);
    }
    if (i % 3 == 0) {
#pragma omp taskwait
    }
  }
}

}  // namespace

int main(int argc, char** argv) {
  const int repeats = race::repeats(argc, argv, 40);
  const int tasks = argc > 2 ? std::atoi(argv[2]) : 400;
  race::Watchdog watchdog("affinity_storm");
  race::Foreign foreign(11);
  for (int turn = 0; turn < repeats; ++turn) {
    Counts counts;
#pragma omp parallel shared(counts, foreign)
    {
      race::Random random(static_cast<std::uint64_t>(turn * 64 + omp_get_thread_num()));
      int chain[4] = {0, 0, 0, 0};
      for (int i = 0; i < tasks; ++i) create(counts, random, foreign, chain);
      counts.created.fetch_add(tasks, std::memory_order_relaxed);
#pragma omp taskwait
      burst(counts, random);
    }
    race::check_equal("tasks that ran elsewhere", counts.astray.load(), 0);
    if (counts.ran.load() < counts.created.load())
      race::fail("tasks that ran", counts.ran.load(), counts.created.load());
    watchdog.progress();
  }
  return 0;
}
