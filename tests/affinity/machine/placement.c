/* Where threads, tasks and pages are, by the runtime and by the kernel, for whatever OMP_PLACES and
 * OMP_PROC_BIND say. Argument: how many nodes the team is to have. */
#include "nodes.h"

enum { kBlocks = 12, kPages = 4 };

static struct TeamNodes nodes;
static char* blocks[kBlocks];

static void threads_are_on_their_nodes(void) {
#pragma omp parallel num_threads(nodes.threads)
  {
    const int me = omp_get_thread_num();
    CHECK_EQUAL(omp_get_num_nodes(), nodes.count);
    CHECK_EQUAL(omp_get_node_num(), nodes.node[me]);
    CHECK_EQUAL(node_here(), nodes.kernel[nodes.node[me]]);
  }
}

/* Before it every page lies nowhere, which asking doesn't change. */
static void first_touch(void) {
#pragma omp parallel num_threads(nodes.threads)
#pragma omp single
  for (int b = 0; b < kBlocks; ++b) {
    CHECK_EQUAL(omp_get_node_from_data(blocks[b]), 0);
    CHECK(node_of_page(blocks[b]) < 0);
#pragma omp task affinity(*tidemill_node(b, TIDEMILL_STRICT)) firstprivate(b)
    memset(blocks[b], 1, (size_t)kPages * kPage);
  }
}

static void pages_are_where_they_were_touched(void) {
  for (int b = 0; b < kBlocks; ++b) {
    const int node = nodes.kernel[b % nodes.count];
    CHECK_EQUAL(pages_by_maps(blocks[b], node), kPages);
    for (int page = 0; page < kPages; ++page) {
      CHECK_EQUAL(node_of_page(blocks[b] + page * kPage), node);
      CHECK_EQUAL(node_by_policy(blocks[b] + page * kPage), node);
    }
  }
#pragma omp parallel num_threads(nodes.threads)
#pragma omp master
  for (int i = 0; i < kBlocks * kPages; ++i)
    CHECK_EQUAL(omp_get_node_from_data(blocks[i / kPages] + i % kPages * kPage + 100),
                i / kPages % nodes.count);
}

/* Strict tasks run where their block lies, those with a clause and those after a call. */
static void tasks_follow_their_data(void) {
  int wrong = 0;
#pragma omp parallel num_threads(nodes.threads) shared(wrong)
#pragma omp single
  for (int i = 0; i < 8 * kBlocks; ++i) {
    const char* const block = blocks[i % kBlocks];
#pragma omp task affinity(*tidemill_data(block + kPage, TIDEMILL_STRICT)) shared(wrong) \
    firstprivate(block)
    {
#pragma omp atomic
      wrong += node_here() != node_of_page(block + kPage);
    }
    omp_set_task_affinity(omp_affinity_data, (uintptr_t)block, 1);
#pragma omp task shared(wrong) firstprivate(block)
    {
#pragma omp atomic
      wrong += node_here() != node_of_page(block);
    }
  }
  CHECK_EQUAL(wrong, 0);
}

int main(int argc, char** argv) {
  nodes = nodes_of_team(omp_get_max_threads());
  CHECK_EQUAL(nodes.count, argc > 1 ? atoi(argv[1]) : 0);
  map_blocks(blocks, kBlocks, kPages);
  threads_are_on_their_nodes();
  first_touch();
  pages_are_where_they_were_touched();
  tasks_follow_their_data();
  printf("%d threads on %d nodes; all of %d pages where they were touched\n", nodes.threads,
         nodes.count, kBlocks * kPages);
  return 0;
}
