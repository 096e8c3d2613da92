/* The functions of tidemill/affinity.h on a described machine of 4 nodes with 2 processors each
 * (TIDEMILL_TOPOLOGY), or a real one, a thread on each: what they answer, and where tasks run. By
 * GCC and Clang. A kernel with one node has it at the number of the team's first. */
#include "../conformance/check.h"

#include <sys/mman.h>
#include <tidemill/affinity.h>
#include <tidemill/tasking.h>

enum { kNodes = 4, kThreads = 8, kTasks = 400 };

static int unless(int right) { return right ? 0 : 1; }

static void outside(void) {
  CHECK_EQUAL(omp_get_num_nodes(), 1);
  CHECK_EQUAL(omp_get_node_num(), 0);
  CHECK_EQUAL(omp_get_node_from_data(&outside), 0);
}

static void queries(void) {
  int seen[kNodes] = {0};
#pragma omp parallel num_threads(kThreads) shared(seen)
  {
    CHECK_EQUAL(omp_get_num_threads(), kThreads);
    CHECK_EQUAL(omp_get_num_nodes(), kNodes);
    CHECK_EQUAL(omp_get_node_num(), omp_get_thread_num() / 2);
#pragma omp atomic
    ++seen[omp_get_node_num()];
  }
  for (int node = 0; node < kNodes; ++node) CHECK_EQUAL(seen[node], 2);
#pragma omp parallel num_threads(2) /* both on the first node */
  CHECK_EQUAL(omp_get_num_nodes(), 1);
}

/* Numbers beyond the last, and negative ones, count modulo. */
static void strict_ones(omp_affinitykind_t kind, int resources) {
  int wrong = 0;
#pragma omp parallel num_threads(kThreads) shared(wrong)
#pragma omp single
  for (int i = -kTasks / 2; i < kTasks / 2; ++i) {
    omp_set_task_affinity(kind, (uintptr_t)(intptr_t)i, 1);
#pragma omp task shared(wrong) firstprivate(i)
    {
      const int here = kind == omp_affinity_thread ? omp_get_thread_num() : omp_get_node_num();
      omp_affinitykind_t own;
      uintptr_t value;
      int strict;
      CHECK(omp_get_task_affinity(&own, &value, &strict));
      CHECK(own == kind && strict == 1);
      CHECK_EQUAL((intptr_t)value, i);
#pragma omp atomic
      wrong += unless(here == (i % resources + resources) % resources);
    }
  }
  CHECK_EQUAL(wrong, 0);
}

/* Of memory that this thread has written the first node; so of memory that lies nowhere yet. */
static void data(void) {
  char* const pages =
      mmap(NULL, 4 * 4096, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  CHECK(pages != MAP_FAILED);
  memset(pages, 1, 2 * 4096);
  int wrong = 0;
#pragma omp parallel num_threads(kThreads) shared(wrong)
#pragma omp single
  for (int i = 0; i < kTasks; ++i) {
    CHECK_EQUAL(omp_get_node_from_data(pages + i % 4 * 4096), 0);
    omp_set_task_affinity(omp_affinity_data, (uintptr_t)(pages + i % 4 * 4096), 1);
#pragma omp task shared(wrong)
    {
#pragma omp atomic
      wrong += unless(omp_get_node_num() == 0);
    }
  }
  CHECK_EQUAL(wrong, 0);
  munmap(pages, 4 * 4096);
}

/* What is not strict runs somewhere, once. */
static void hints(void) {
  int count = 0;
#pragma omp parallel num_threads(kThreads) shared(count)
#pragma omp single
  for (int i = 0; i < kTasks; ++i) {
    omp_set_task_affinity((omp_affinitykind_t)(1 + i % 3),
                          i % 3 == 2 ? (uintptr_t)&count : (uintptr_t)i, 0);
#pragma omp task shared(count)
    {
#pragma omp atomic
      ++count;
    }
  }
  CHECK_EQUAL(count, kTasks);
}

/* The next task alone has it, also if the creator waits first; and its children don't. */
static void next_one_alone(void) {
#pragma omp parallel num_threads(kThreads)
#pragma omp single
  {
    omp_set_task_affinity(omp_affinity_numa, 3, 1);
#pragma omp taskwait
#pragma omp taskyield
#pragma omp task
    {
      CHECK_EQUAL(omp_get_node_num(), 3);
#pragma omp task
      CHECK_EQUAL(omp_get_task_affinity(NULL, NULL, NULL), 0);
    }
#pragma omp task
    CHECK_EQUAL(omp_get_task_affinity(NULL, NULL, NULL), 0);
    omp_set_task_affinity(omp_affinity_numa, 3, 1);
    omp_set_task_affinity(omp_affinity_none, 0, 0); /* taken back */
#pragma omp task
    CHECK_EQUAL(omp_get_task_affinity(NULL, NULL, NULL), 0);
    CHECK_EQUAL(omp_get_task_affinity(NULL, NULL, NULL), 0); /* an implicit task's own */
  }
}

/* All tasks of a taskloop. */
static void taskloops(void) {
  int wrong = 0;
#pragma omp parallel num_threads(kThreads) shared(wrong)
#pragma omp single
  {
    omp_set_task_affinity(omp_affinity_thread, 5, 1);
#pragma omp taskloop num_tasks(20) shared(wrong)
    for (int i = 0; i < 100; ++i) {
#pragma omp atomic
      wrong += unless(omp_get_thread_num() == 5);
    }
#pragma omp task
    CHECK_EQUAL(omp_get_task_affinity(NULL, NULL, NULL), 0);
  }
  CHECK_EQUAL(wrong, 0);
}

/* With dependences: the affinity is evaluated when the task becomes ready, by whichever thread. */
static void chains(void) {
  int wrong = 0;
  int chain[3] = {0};
#pragma omp parallel num_threads(kThreads) shared(wrong, chain)
#pragma omp single
  for (int i = 0; i < kTasks; ++i) {
    omp_set_task_affinity(omp_affinity_numa, (uintptr_t)i, 1);
#pragma omp task depend(inout : chain[i % 3]) shared(wrong, chain) firstprivate(i)
    {
      ++chain[i % 3];
#pragma omp atomic
      wrong += unless(omp_get_node_num() == i % kNodes);
    }
  }
  CHECK_EQUAL(wrong, 0);
  CHECK_EQUAL(chain[0] + chain[1] + chain[2], kTasks);
}

/* Every thread waits for strict children on others, which wait for theirs: the task scheduling
 * constraint gives way, or nobody would go on. */
static void crossed(int depth) {
  if (depth == 0) return;
  const int next = (omp_get_thread_num() + 1) % kThreads;
  omp_set_task_affinity(omp_affinity_thread, (uintptr_t)next, 1);
#pragma omp task firstprivate(depth, next)
  {
    CHECK_EQUAL(omp_get_thread_num(), next);
    crossed(depth - 1);
  }
#pragma omp taskwait
}

/* Of tasks with priorities from 0 on, created in this order, the one that begins after `begun`
 * others. Under `sa` and `ga` each priority above 0 is the same mark, also if
 * OMP_MAX_TASK_PRIORITY isn't set: marked ones first, as they were created. */
static int next_priority(int begun, int tasks) {
  const char* const policy = getenv("TIDEMILL_POLICY");
  const int marks = policy != NULL && (strcmp(policy, "sa") == 0 || strcmp(policy, "ga") == 0);
  if (marks) return (begun + 1) % tasks;
  return omp_get_max_task_priority() < tasks ? -1 : tasks - 1 - begun; /* -1: any */
}

/* A strict task of every priority, if they count: those that wait on a thread run highest first. */
static void priorities(void) {
  enum { kPriorities = 50 };
  int begun = 0, wrong = 0;
#pragma omp parallel num_threads(2) shared(begun, wrong)
#pragma omp single
  {
    const int me = omp_get_thread_num();
    for (int i = 0; i < kPriorities; ++i) {
      omp_set_task_affinity(omp_affinity_thread, (uintptr_t)me, 1);
#pragma omp task priority(i) firstprivate(i) shared(begun, wrong)
      {
        const int expected = next_priority(begun++, kPriorities);
        wrong += unless(expected == i || expected == -1);
      }
    }
  }
  CHECK_EQUAL(begun, kPriorities);
  CHECK_EQUAL(wrong, 0);
}

/* Untied tasks come back to their node after a pause. */
static void pauses(void) {
  int wrong = 0;
#pragma omp parallel num_threads(kThreads) shared(wrong)
#pragma omp single
  for (int i = 0; i < 100; ++i) {
    omp_set_task_affinity(omp_affinity_numa, (uintptr_t)i, 1);
#pragma omp task untied shared(wrong) firstprivate(i)
    for (int turn = 0; turn < 10; ++turn) {
#pragma omp atomic
      wrong += unless(omp_get_node_num() == i % kNodes);
#pragma omp taskyield
#pragma omp task if (turn % 3 == 0)
      sched_yield();
#pragma omp taskwait
    }
  }
  CHECK_EQUAL(wrong, 0);
}

/* An inner team's tasks are for its own threads. */
static void nested(void) {
  int wrong = 0;
#pragma omp parallel num_threads(2) shared(wrong)
  {
    const int outer = omp_get_thread_num();
    omp_set_task_affinity(omp_affinity_thread, (uintptr_t)(1 - outer), 1);
#pragma omp task shared(wrong) firstprivate(outer)
    {
#pragma omp atomic
      wrong += unless(omp_get_thread_num() == 1 - outer && omp_get_level() == 1);
    }
#pragma omp parallel num_threads(2) shared(wrong)
#pragma omp single
    for (int i = 0; i < 20; ++i) {
      omp_set_task_affinity(omp_affinity_thread, (uintptr_t)i, 1);
#pragma omp task shared(wrong) firstprivate(i)
      {
#pragma omp atomic
        wrong += unless(omp_get_thread_num() == i % 2 && omp_get_level() == 2);
      }
    }
  }
  CHECK_EQUAL(wrong, 0);
}

/* Arguments: how many turns; or "warn", for warnings.py and machine.py, which know of the machine.
 */
int main(int argc, char** argv) {
  const int turns = argc > 1 ? atoi(argv[1]) : 2;
  tidemill_expect_sends(); /* or the default policy would stand in for `fa` and `ga` */
  outside();
  if (turns == 0) {
    hints();
    hints();
    return 0;
  }
  omp_set_dynamic(0);
  omp_set_max_active_levels(2);
  for (int turn = 0; turn < turns; ++turn) {
    queries();
    strict_ones(omp_affinity_thread, kThreads);
    strict_ones(omp_affinity_numa, kNodes);
    data();
    hints();
    next_one_alone();
    taskloops();
    chains();
#pragma omp parallel num_threads(kThreads)
    crossed(20);
    priorities();
    pauses();
    nested();
  }
  puts("all as it should be");
  return 0;
}
