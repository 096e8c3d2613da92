/* The scheduling policy as a program sees it: its name, who may change it and when, and the order
 * of tasks that become ready together, on one thread. Argument: the policy expected at the start.
 */
#include <errno.h>
#include <omp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <tidemill/policy.h>

enum { kTasks = 6 };

static int failures = 0;

static void expect(int holds, const char* what) {
  if (holds) return;
  printf("FAILED %s\n", what);
  ++failures;
}

/* `order`: the numbers of the tasks as they run, which one event makes ready at once. Those of
 * `urgent` and above have a priority. */
static void run(int order[kTasks], int urgent) {
  int next = 0;
#pragma omp parallel num_threads(1)
  {
    omp_event_handle_t event;
    int x = 0;
#pragma omp task detach(event) depend(out : x)
    (void)event;
    for (int i = 0; i < kTasks; ++i) {
#pragma omp task depend(in : x) firstprivate(i) shared(next) priority(i >= urgent ? 1 : 0)
      order[next++] = i;
    }
    omp_fulfill_event(event);
#pragma omp taskwait
  }
  expect(next == kTasks, "each task runs once");
}

static void test_orders(void) {
  int fifo[kTasks], ready[kTasks], lifo[kTasks];
  expect(tidemill_set_policy("fifo") == 0, "fifo is a policy");
  run(fifo, kTasks);
  for (int i = 0; i < kTasks; ++i) expect(fifo[i] == i, "fifo: the first created first");
  expect(tidemill_set_policy("ready") == 0, "ready is a policy");
  run(ready, kTasks);
  expect(tidemill_set_policy(" LIFO ") == 0, "lifo is a policy");
  expect(strcmp(tidemill_get_policy(), "lifo") == 0, "the name of the one that was set");
  run(lifo, kTasks);
  for (int i = 0; i < kTasks; ++i)
    expect(lifo[i] == ready[kTasks - 1 - i], "lifo is ready the other way round");
}

static void test_priorities(const char* policy) {
  if (omp_get_max_task_priority() == 0) return;
  int order[kTasks];
  tidemill_set_policy(policy);
  run(order, 4);
  for (int i = 0; i < kTasks; ++i)
    expect((order[i] >= 4) == (i < kTasks - 4), "a higher priority first under every policy");
}

static void test_a_region_keeps_its_policy(void) {
  tidemill_set_policy("fifo");
#pragma omp parallel num_threads(2)
  {
#pragma omp single
    expect(tidemill_set_policy("ready") == 0, "to be set inside a region, for the next");
  }
  expect(strcmp(tidemill_get_policy(), "ready") == 0, "set inside a region");
}

static void test_errors(void) {
  const char* const before = tidemill_get_policy();
  expect(tidemill_set_policy(NULL) == EINVAL, "NULL is no policy");
  expect(tidemill_set_policy("") == EINVAL, "nothing is no policy");
  expect(tidemill_set_policy("fast") == EINVAL, "fast is no policy");
  expect(tidemill_get_policy() == before, "after an error all is as it was");
}

int main(int argc, char** argv) {
  if (argc != 2) return 2;
  expect(strcmp(tidemill_get_policy(), argv[1]) == 0, "what the environment says");
  test_errors();
  test_orders();
  test_priorities("fifo");
  test_priorities("ready");
  test_priorities("lifo");
  test_a_region_keeps_its_policy();
  return failures != 0;
}
