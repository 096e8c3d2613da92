/* A GCC binary that calls omp_fulfill_event: other replacements for libgomp read the handle in
 * their own format and crash. Detached tasks in a team, in a serial team, outside any region,
 * fulfilled by their creator, by a sibling and by themselves. */
#include "check.h"

static void fulfilled_by_sibling(int threads) {
  int order = 0;
#pragma omp parallel num_threads(threads) shared(order)
#pragma omp single
  {
    omp_event_handle_t event;
#pragma omp task detach(event) depend(out : order) shared(order)
    order = 1;
#pragma omp task firstprivate(event)
    omp_fulfill_event(event);
#pragma omp task depend(in : order) shared(order)
    {
      CHECK_EQUAL(order, 1);
      order = 2;
    }
#pragma omp taskwait
    CHECK_EQUAL(order, 2);
  }
}

/* The body has returned long before; nobody else is there to complete the task. */
static void fulfilled_by_creator(int threads) {
  int body = 0;
#pragma omp parallel num_threads(threads) shared(body)
#pragma omp single
  {
    omp_event_handle_t event;
#pragma omp task detach(event) shared(body)
#pragma omp atomic write
    body = 1;
    omp_fulfill_event(event);
#pragma omp taskwait
    int seen;
#pragma omp atomic read
    seen = body;
    CHECK_EQUAL(seen, 1);
  }
}

static void outside_any_region(void) {
  omp_event_handle_t event;
  int body = 0;
#pragma omp task detach(event) shared(body)
  body = 1;
  omp_fulfill_event(event);
#pragma omp taskwait
  CHECK_EQUAL(body, 1);
}

static void fulfilled_inside(int threads) {
  int after = 0;
#pragma omp parallel num_threads(threads) shared(after)
#pragma omp single
  for (int i = 0; i < 20; ++i) {
    omp_event_handle_t event;
#pragma omp task detach(event) depend(inout : after) shared(after)
    {
      omp_fulfill_event(event);
      ++after; /* the body has not ended: the next task must not have begun */
    }
  }
  CHECK_EQUAL(after, 20);
}

int main(void) {
  for (int threads = 1; threads <= 4; threads *= 2) {
    fulfilled_by_sibling(threads);
    fulfilled_by_creator(threads);
    fulfilled_inside(threads);
  }
  outside_any_region();
  return 0;
}
