/* Thousands of strict tasks of each kind, created by all threads at once: each runs on its thread
 * or node, as the kernel sees it. And tasks for threads that sleep. */
#include "nodes.h"

enum { kTasks = 150, kBlocks = 8, kSleeps = 12, kSleepUs = 15000 };
/* What Clang makes of `if(0)` runs in place: there are none to check. */
#ifdef __clang__
enum { kUndeferred = 0 };
#else
enum { kUndeferred = 5 };
#endif

static struct TeamNodes nodes;
static char* blocks[kBlocks];
static int ran, astray;

static void count(int right) {
#pragma omp atomic
  ++ran;
  if (right) return;
#pragma omp atomic
  ++astray;
}
static void count_thread(int thread) {
  count(omp_get_thread_num() == thread && node_here() == nodes.kernel[nodes.node[thread]]);
}
static void count_node(int node) {
  count(omp_get_node_num() == node && node_here() == nodes.kernel[node]);
}

static void by_thread(void) {
#pragma omp parallel num_threads(nodes.threads)
  for (int i = 0; i < kTasks; ++i) {
    const int thread = (omp_get_thread_num() + 3 * i) % nodes.threads;
#pragma omp task affinity(*tidemill_thread(thread, TIDEMILL_STRICT)) firstprivate(thread)
    count_thread(thread);
  }
}

static void by_node(void) {
#pragma omp parallel num_threads(nodes.threads)
  for (int i = 0; i < kTasks; ++i) {
    const int node = (omp_get_thread_num() + i) % nodes.count;
#pragma omp task affinity(*tidemill_node(node, TIDEMILL_STRICT)) firstprivate(node)
    count_node(node);
  }
}

static void by_data(void) {
#pragma omp parallel num_threads(nodes.threads)
  for (int i = 0; i < kTasks; ++i) {
    const int b = (omp_get_thread_num() + i) % kBlocks;
#pragma omp task affinity(*tidemill_data(blocks[b], TIDEMILL_STRICT)) firstprivate(b)
    count_node(b % nodes.count);
  }
}

/* Each becomes ready where its predecessor ran, which is another node. */
static void by_node_in_chains(void) {
  int chain[3] = {0, 0, 0};
#pragma omp parallel num_threads(nodes.threads) shared(chain)
#pragma omp single
  for (int i = 0; i < kTasks; ++i) {
    const int node = i % nodes.count;
    int* const link = &chain[i % 3];
#pragma omp task depend(inout                                                      \
                        : link[0]) affinity(*tidemill_node(node, TIDEMILL_STRICT)) \
    firstprivate(node, link)
    {
      ++*link;
      count_node(node);
    }
  }
  CHECK_EQUAL(chain[0] + chain[1] + chain[2], kTasks);
}

/* All tasks of a taskloop; and undeferred ones, for which their creator waits: it sees what they
 * have counted. */
static void loops_and_undeferred(void) {
#pragma omp parallel num_threads(nodes.threads)
#pragma omp single
  for (int node = 0; node < nodes.count; ++node) {
    omp_set_task_affinity(omp_affinity_numa, (uintptr_t)node, 1);
#pragma omp taskloop num_tasks(20) firstprivate(node)
    for (int i = 0; i < 20; ++i) count_node(node);
    for (int i = 0; i < kUndeferred; ++i) {
      int done = 0;
#pragma omp task if (0) affinity(*tidemill_node(node, TIDEMILL_STRICT)) shared(done) \
    firstprivate(node)
      {
        count_node(node);
        done = 1;
      }
      CHECK_EQUAL(done, 1);
    }
  }
}

/* Each time everybody else has gone to sleep. */
static void sleepers(void) {
#pragma omp parallel num_threads(nodes.threads)
#pragma omp single
  for (int i = 0; i < kSleeps; ++i) {
    const int thread = (1 + i) % nodes.threads;
    usleep(kSleepUs);
#pragma omp task affinity(*tidemill_thread(thread, TIDEMILL_STRICT)) firstprivate(thread)
    count_thread(thread);
    usleep(kSleepUs);
#pragma omp task affinity(*tidemill_node(i, TIDEMILL_STRICT)) firstprivate(i)
    count_node(i % nodes.count);
#pragma omp taskwait
  }
}

int main(void) {
  nodes = nodes_of_team(omp_get_max_threads());
  map_blocks(blocks, kBlocks, 1);
#pragma omp parallel num_threads(nodes.threads)
#pragma omp single
  for (int b = 0; b < kBlocks; ++b) {
#pragma omp task affinity(*tidemill_node(b, TIDEMILL_STRICT)) firstprivate(b)
    blocks[b][0] = 1;
  }
  by_thread();
  by_node();
  by_data();
  by_node_in_chains();
  loops_and_undeferred();
  sleepers();
  printf("%d strict tasks, %d of them astray\n", ran, astray);
  CHECK_EQUAL(astray, 0);
  CHECK_EQUAL(ran,
              3 * nodes.threads * kTasks + kTasks + nodes.count * (20 + kUndeferred) + 2 * kSleeps);
  return 0;
}
