/* Tasks with an affinity in and beside other constructs: where they run, that all of them run, and
 * that no affinity is left for a task it wasn't for. On a machine of 4 nodes with 2 processors
 * each, or any other: only numbers of threads are read back. By GCC and Clang, with
 * OMP_CANCELLATION. */
#include "../conformance/check.h"

#include <tidemill/affinity.h>

enum { kThreads = 8, kTasks = 100 };

static int wrong; /* atomically */

static void expect(int right) {
  if (right) return;
#pragma omp atomic
  ++wrong;
}

static void expect_thread(int thread) { expect(omp_get_thread_num() == thread % kThreads); }

/* The next task is for that thread. */
static void send(int thread) {
  omp_set_task_affinity(omp_affinity_thread, (uintptr_t)thread, TIDEMILL_STRICT);
}

static int has_affinity(void) { return omp_get_task_affinity(NULL, NULL, NULL); }

/* Numbers and addresses that name nothing. */
static void odd_values(void) {
  const uintptr_t values[] = {0,
                              1,
                              kThreads,
                              INT_MAX,
                              (uintptr_t)(intptr_t)INT_MIN,
                              ~(uintptr_t)0,
                              (uintptr_t)1 << 47,
                              (uintptr_t)1 << 59};
  int ran = 0, expected = 0;
#pragma omp parallel num_threads(kThreads) shared(ran)
#pragma omp single
  for (int kind = -1; kind <= 5; ++kind)
    for (unsigned i = 0; i < sizeof values / sizeof *values; ++i)
      for (int strict = -1; strict <= 1; ++strict, ++expected) {
        omp_set_task_affinity((omp_affinitykind_t)kind, values[i], strict);
#pragma omp task firstprivate(kind) shared(ran)
        {
          expect(has_affinity() == (kind >= 1 && kind <= 3));
#pragma omp atomic
          ++ran;
        }
      }
  CHECK_EQUAL(ran, expected);
}

static void team_of_one(void) {
#pragma omp parallel num_threads(1)
  for (int i = -3; i < 3; ++i) {
    uintptr_t value = 0;
    CHECK_EQUAL(omp_get_num_nodes(), 1);
    send(i);
#pragma omp task shared(value)
    { expect(omp_get_thread_num() == 0 && omp_get_task_affinity(NULL, &value, NULL)); }
#pragma omp taskwait
    CHECK_EQUAL((intptr_t)value, i);
#pragma omp task affinity(*tidemill_node(i, TIDEMILL_STRICT)) if (i % 2)
    expect(omp_get_thread_num() == 0);
  }
}

/* What a final task creates ignores affinity, and leaves none behind. */
static void included(void) {
#pragma omp parallel num_threads(kThreads)
#pragma omp single
  for (int i = 0; i < kTasks; ++i) {
    send(i);
#pragma omp task final(1) firstprivate(i)
    {
      expect_thread(i);
      send(i + 1);
#pragma omp task firstprivate(i)
      {
        expect_thread(i);
        expect(!has_affinity());
      }
#pragma omp task affinity(*tidemill_thread(i + 1, TIDEMILL_STRICT)) firstprivate(i)
      {
        expect_thread(i);
        expect(!has_affinity());
      }
#pragma omp task
      expect(!has_affinity());
    }
#pragma omp task
    expect(!has_affinity());
  }
}

/* GCC: an undeferred task runs on its thread; Clang: in place. It waits for its predecessor. */
static void undeferred(void) {
  int before = 0, count = 0;
#pragma omp parallel num_threads(kThreads) shared(before, count)
#pragma omp single
  for (int i = 0; i < kTasks; ++i) {
#pragma omp task depend(out : before) shared(before)
    before = i;
    send(i);
#pragma omp task depend(in : before) if (0) shared(before, count)
    {
#ifndef __clang__
      expect_thread(i);
#endif
      expect(before == i);
      ++count; /* its creator waits */
    }
#pragma omp task
    expect(!has_affinity());
  }
  CHECK_EQUAL(count, kTasks);
}

/* Creators that wait for undeferred tasks on each other's threads. */
static void undeferred_crosswise(int depth) {
  if (depth == 0) return;
  send(omp_get_thread_num() + 1);
#pragma omp task if (0) firstprivate(depth)
  undeferred_crosswise(depth - 1);
}

/* Its event is fulfilled by a task on another thread, maybe before its body is over. */
static void detached(void) {
  int bodies = 0, after = 0;
#pragma omp parallel num_threads(kThreads) shared(bodies, after)
#pragma omp single
  for (int i = 0; i < kTasks; ++i) {
    omp_event_handle_t event;
    send(i);
#pragma omp task detach(event) depend(out : after) shared(bodies) firstprivate(i)
    {
      expect_thread(i);
#pragma omp atomic
      ++bodies;
    }
    send(i + 3);
#pragma omp task firstprivate(event, i)
    {
      expect_thread(i + 3);
      omp_fulfill_event(event);
    }
    send(i + 5);
#pragma omp task depend(inout : after) shared(after) firstprivate(i)
    {
      expect_thread(i + 5);
      ++after;
    }
  }
  CHECK_EQUAL(bodies, kTasks);
  CHECK_EQUAL(after, kTasks);
}

/* Whatever has begun by then, all end. */
static void cancelled(void) {
  CHECK(omp_get_cancellation());
#pragma omp parallel num_threads(kThreads)
#pragma omp single
  for (int turn = 0; turn < 20; ++turn) {
#pragma omp taskgroup
    for (int i = 0; i < kTasks; ++i) {
      send(i);
#pragma omp task firstprivate(i)
      {
        expect_thread(i);
        if (i == turn) {
#pragma omp cancel taskgroup
        }
      }
    }
#pragma omp task
    expect(!has_affinity());
  }
}

/* One at a time, each on its thread. */
static void exclusive(void) {
  int inside = 0, count = 0;
#pragma omp parallel num_threads(kThreads) shared(inside, count)
#pragma omp single
  for (int i = 0; i < kTasks; ++i) {
    send(i);
#pragma omp task depend(mutexinoutset : count) shared(inside, count) firstprivate(i)
    {
      expect_thread(i);
#pragma omp atomic
      ++inside;
      expect(inside == 1);
      ++count;
#pragma omp atomic
      --inside;
    }
  }
  CHECK_EQUAL(count, kTasks);
}

static void reductions(void) {
  int sum = 0;
  long all = 0;
#pragma omp parallel num_threads(kThreads) shared(sum, all)
#pragma omp single
  {
#pragma omp taskgroup task_reduction(+ : sum)
    for (int i = 0; i < kTasks; ++i) {
      send(i);
#pragma omp task in_reduction(+ : sum) firstprivate(i)
      {
        expect_thread(i);
        sum += i;
      }
    }
    send(6);
#pragma omp taskloop reduction(+ : all) grainsize(3)
    for (int i = 0; i < kTasks; ++i) {
      expect_thread(6);
      all += i;
    }
#pragma omp task
    expect(!has_affinity());
  }
  CHECK_EQUAL(sum, kTasks * (kTasks - 1) / 2);
  CHECK_EQUAL(all, kTasks * (kTasks - 1) / 2);
}

/* Regions that don't wait: the tasks run at the end of the parallel one. */
static void without_waiting(void) {
  int count = 0;
#pragma omp parallel num_threads(kThreads) shared(count)
  {
#pragma omp single nowait
    for (int i = 0; i < kTasks; ++i) {
      send(i);
#pragma omp task shared(count) firstprivate(i)
      {
        expect_thread(i);
#pragma omp atomic
        ++count;
      }
    }
#pragma omp for nowait
    for (int i = 0; i < kTasks; ++i) {
#pragma omp task affinity(*tidemill_thread(i, TIDEMILL_STRICT)) shared(count) firstprivate(i)
      {
        expect_thread(i);
#pragma omp atomic
        ++count;
      }
    }
    send(2);
#pragma omp taskloop nogroup num_tasks(4) shared(count)
    for (int i = 0; i < 4; ++i) {
      expect_thread(2);
#pragma omp atomic
      ++count;
    }
  }
  CHECK_EQUAL(count, 2 * kTasks + 4 * kThreads);
}

/* The affinity set before a parallel region is for the task after it, and no other region's. */
static void across_regions(void) {
#pragma omp parallel num_threads(2)
  {
    const int other = 1 - omp_get_thread_num();
    send(other);
#pragma omp parallel num_threads(2)
    {
#pragma omp task
      expect(!has_affinity());
      send(1); /* for no task: dies with the region */
    }
#pragma omp parallel num_threads(2)
#pragma omp task
    expect(!has_affinity());
#pragma omp task firstprivate(other)
    expect(omp_get_thread_num() == other);
  }
}

/* A strict task has a region of its own, in which others are sent by its threads' numbers. */
static void region_within(void) {
  int count = 0;
#pragma omp parallel num_threads(2) shared(count)
#pragma omp single
  for (int i = 0; i < 10; ++i) {
    send(i);
#pragma omp task firstprivate(i) shared(count)
    {
      expect(omp_get_thread_num() == i % 2);
#pragma omp parallel num_threads(3) shared(count)
#pragma omp single
      for (int j = 0; j < 9; ++j) {
        send(j);
#pragma omp task firstprivate(j) shared(count)
        {
          expect(omp_get_thread_num() == j % 3 && omp_get_level() == 2);
#pragma omp atomic
          ++count;
        }
      }
      expect(omp_get_thread_num() == i % 2);
    }
  }
  CHECK_EQUAL(count, 90);
}

int main(void) {
  omp_set_dynamic(0);
  omp_set_max_active_levels(2);
  for (int turn = 0; turn < 2; ++turn) {
    odd_values();
    team_of_one();
    included();
    undeferred();
#pragma omp parallel num_threads(kThreads)
    undeferred_crosswise(30);
    detached();
    cancelled();
    exclusive();
    reductions();
    without_waiting();
    across_regions();
    region_within();
  }
  CHECK_EQUAL(wrong, 0);
  puts("all as it should be");
  return 0;
}
