/* Tasks with a priority go before those without, wherever their creator waits for them and whatever
 * else the others have. A taskwait ran its plain children first, and Clang's detached tasks ranked
 * above all others. On one thread the order can be seen. */
#include "check.h"

enum { kEach = 8 };
enum Wait { kTaskwait, kTaskgroup, kRegion, kWaits };

static int order[3 * kEach];
static int next;

static void note(int what) { order[next++] = what; }

static void create_tasks(void) {
  for (int i = 0; i < kEach; ++i) {
    omp_event_handle_t event;
#pragma omp task detach(event)
    {
      note(0);
      omp_fulfill_event(event);
    }
#pragma omp task
    note(0);
#pragma omp task priority(5)
    note(5);
  }
}

static void create_and_wait(enum Wait wait) {
  if (wait == kTaskgroup) {
#pragma omp taskgroup
    create_tasks();
    return;
  }
  create_tasks();
  if (wait == kTaskwait) {
#pragma omp taskwait
  }
}

int main(void) {
  CHECK_EQUAL(omp_get_max_threads(), 1);
  for (enum Wait wait = kTaskwait; wait < kWaits; ++wait) {
    next = 0;
#pragma omp parallel
    create_and_wait(wait);
    CHECK_EQUAL(next, 3 * kEach);
    for (int at = 0; at < kEach; ++at) CHECK_EQUAL(order[at], 5);
  }
  return 0;
}
