/* Data that moves, or lies nowhere or on a node without threads of the team: where its tasks run.
 */
#include "nodes.h"

enum { kPages = 2, kKeptUs = 15000 /* the runtime keeps the kernel's answers for 10 ms */ };

static struct TeamNodes nodes;

/* The pages move while the task waits for a predecessor: it is sent where they are then. */
static void tasks_follow_pages_that_move(void) {
  char* block;
  map_blocks(&block, 1, kPages);
  memset(block, 1, kPages * kPage);
  int wrong = 0, gate = 0;
#pragma omp parallel num_threads(nodes.threads) shared(wrong, gate)
#pragma omp single
  for (int i = 0; i < 4 * nodes.count; ++i) {
    const int node = (3 * i + 1) % nodes.count;
    CHECK_EQUAL(nodes.kernel[omp_get_node_from_data(block)], node_of_page(block));
#pragma omp task depend(out : gate) firstprivate(node)
    {
      move_to(block, kPages, nodes.kernel[node]);
      usleep(kKeptUs);
    }
#pragma omp task depend(in                                                                     \
                        : gate) affinity(*tidemill_data(block, TIDEMILL_STRICT)) shared(wrong) \
    firstprivate(node)
    {
#pragma omp atomic
      wrong += node_here() != nodes.kernel[node] || node_of_page(block) != nodes.kernel[node];
    }
#pragma omp taskwait
  }
  CHECK_EQUAL(wrong, 0);
}

/* A page that nobody has written lies nowhere, and the runtime's question doesn't change that. */
static void untouched_data_is_on_the_first_node(void) {
  char* block;
  map_blocks(&block, 1, 1);
  int wrong = 0;
#pragma omp parallel num_threads(nodes.threads) shared(wrong)
#pragma omp single
  for (int i = 0; i < 20; ++i) {
#pragma omp task affinity(*tidemill_data(block, TIDEMILL_STRICT)) shared(wrong)
    {
#pragma omp atomic
      wrong += node_here() != nodes.kernel[0];
    }
  }
  CHECK_EQUAL(wrong, 0);
  CHECK(node_of_page(block) < 0);
}

/* A smaller team, on the first two nodes. */
static void data_elsewhere_is_on_the_first_node(void) {
  char* block;
  map_blocks(&block, 1, 1);
  block[0] = 1;
  move_to(block, 1, nodes.kernel[3]);
  const struct TeamNodes few = nodes_of_team(4);
  CHECK_EQUAL(few.count, 2);
  int wrong = 0;
#pragma omp parallel num_threads(4) shared(wrong)
#pragma omp single
  for (int i = 0; i < 20; ++i) {
    CHECK_EQUAL(omp_get_node_from_data(block), 0);
#pragma omp task affinity(*tidemill_data(block, TIDEMILL_STRICT)) shared(wrong)
    {
#pragma omp atomic
      wrong += node_here() != few.kernel[0];
    }
  }
  CHECK_EQUAL(wrong, 0);
}

int main(void) {
  nodes = nodes_of_team(omp_get_max_threads());
  CHECK_EQUAL(nodes.count, 4);
  tasks_follow_pages_that_move();
  untouched_data_is_on_the_first_node();
  data_elsewhere_is_on_the_first_node();
  puts("tasks follow data that moves");
  return 0;
}
