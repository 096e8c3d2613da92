/* Suspended tasks come back to their node, whoever wakes them: after a taskwait for children on
 * other nodes, for one whose event is fulfilled on another node, and after a taskyield. */
#include "nodes.h"

enum { kTasks = 80, kTurns = 4 };

static struct TeamNodes nodes;
static int looks, astray;

static void check_node(int node) {
#pragma omp atomic
  ++looks;
  if (node_here() == nodes.kernel[node % nodes.count]) return;
#pragma omp atomic
  ++astray;
}

static void wait_for_child_on(int node) {
#pragma omp task affinity(*tidemill_node(node, TIDEMILL_STRICT)) firstprivate(node)
  check_node(node);
#pragma omp taskwait
}

/* The child's body is over at once; its event is fulfilled by a task on another node. */
static void wait_for_event_from(int node) {
  omp_event_handle_t event;
#pragma omp task detach(event) firstprivate(node)
  {
#pragma omp task affinity(*tidemill_node(node, TIDEMILL_STRICT)) firstprivate(node, event)
    {
      check_node(node);
      omp_fulfill_event(event);
    }
  }
#pragma omp taskwait
}

static void come_back(int node) {
  for (int turn = 0; turn < kTurns; ++turn) {
    check_node(node);
    wait_for_child_on(node + 1 + turn);
    check_node(node);
#pragma omp taskyield
    check_node(node);
    wait_for_event_from(node + 2 + turn);
    check_node(node);
  }
}

static void tied_and_untied(void) {
#pragma omp parallel num_threads(nodes.threads)
#pragma omp single
  for (int i = 0; i < kTasks; i += 2) {
#pragma omp task untied affinity(*tidemill_node(i, TIDEMILL_STRICT)) firstprivate(i)
    come_back(i);
#pragma omp task affinity(*tidemill_node(i + 1, TIDEMILL_STRICT)) firstprivate(i)
    come_back(i + 1);
  }
}

/* Its predecessor's event is fulfilled on a third node, where the task becomes ready. */
static void successors_of_events(void) {
  int gate = 0;
#pragma omp parallel num_threads(nodes.threads) shared(gate)
#pragma omp single
  for (int i = 0; i < kTasks; ++i) {
    omp_event_handle_t event;
#pragma omp task depend(out : gate) detach(event) firstprivate(i)
    {
#pragma omp task affinity(*tidemill_node(i + 1, TIDEMILL_STRICT)) firstprivate(event)
      omp_fulfill_event(event);
    }
#pragma omp task depend(in : gate) affinity(*tidemill_node(i, TIDEMILL_STRICT)) firstprivate(i)
    check_node(i);
  }
}

int main(void) {
  nodes = nodes_of_team(omp_get_max_threads());
  CHECK_EQUAL(nodes.count, 4);
  tied_and_untied();
  successors_of_events();
  printf("%d looks, %d of them on another node\n", looks, astray);
  CHECK_EQUAL(astray, 0);
  CHECK_EQUAL(looks, kTasks * kTurns * 6 + kTasks);
  return 0;
}
