/* Nodes have their numbers by the order of OMP_PLACES, here {6},{0},{7},{1} on a machine of 4 nodes
 * with 2 processors each: the team's first node is the machine's fourth, its second the machine's
 * first. If the machine is only described, the kernel has all pages on the latter. */
#include "../conformance/check.h"

#include <sys/mman.h>
#include <sys/syscall.h>
#include <tidemill/affinity.h>
#include <unistd.h>

enum { kThreads = 4, kTasks = 200 };

/* The number of the node where the kernel has it. */
static int team_node_of(void* page) {
  int node = -1;
  CHECK(syscall(SYS_move_pages, 0, 1ul, &page, NULL, &node, 0) == 0 && (node == 0 || node == 3));
  return node == 0;
}

static void data(const char* page, int node) {
  int wrong = 0;
#pragma omp parallel num_threads(kThreads) shared(wrong)
#pragma omp single
  {
    CHECK_EQUAL(omp_get_node_from_data(page), node);
    for (int i = 0; i < kTasks; ++i) {
#pragma omp task affinity(*tidemill_data(page, TIDEMILL_STRICT)) shared(wrong)
      {
#pragma omp atomic
        wrong += omp_get_node_num() != node;
      }
    }
  }
  CHECK_EQUAL(wrong, 0);
}

/* Evaluated once the task is ready: by then somebody has written the page. */
static void data_at_the_end_of_a_chain(char* page) {
  int ran_on = -1;
#pragma omp parallel num_threads(kThreads) shared(ran_on)
#pragma omp single
  {
    CHECK_EQUAL(omp_get_node_from_data(page), 0);
#pragma omp task depend(out : page[0])
    {
      for (int turn = 0; turn < 100; ++turn) sched_yield();
      page[0] = 1;
    }
#pragma omp task depend(in : page[0]) affinity(*tidemill_data(page, TIDEMILL_STRICT)) shared(ran_on)
    ran_on = omp_get_node_num();
  }
  CHECK_EQUAL(ran_on, team_node_of(page));
}

int main(void) {
  char* const pages =
      mmap(NULL, 4 * 4096, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  CHECK(pages != MAP_FAILED);
#pragma omp parallel num_threads(kThreads)
  {
    CHECK_EQUAL(omp_get_num_nodes(), 2);
    CHECK_EQUAL(omp_get_node_num(), omp_get_thread_num() % 2);
  }
  data(pages + 4096, 0);
  memset(pages, 1, 4096);
  data(pages, team_node_of(pages));
  data_at_the_end_of_a_chain(pages + 2 * 4096);
  puts("all as it should be");
  return 0;
}
