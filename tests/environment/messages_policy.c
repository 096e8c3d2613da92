/* The policies "messages" and "fa" on one thread: tasks that pass messages go before those created
 * a little earlier, once one of their kind has passed one; and not for ever. */
#include <omp.h>
#include <stdio.h>
#include <string.h>
#include <tidemill/policy.h>
#include <tidemill/tasking.h>

enum { kComputing = 4, kSend = kComputing, kReceive, kTasks, kMostAhead = 140000 };

static int failures = 0;

static void expect(int holds, const char* what) {
  if (holds) return;
  printf("FAILED %s\n", what);
  ++failures;
}

/* `order`: the tasks as they run, which one event makes ready at once. */
static void run(int order[kTasks], int mark) {
  int next = 0;
#pragma omp parallel num_threads(1)
  {
    omp_event_handle_t event;
    int x = 0;
    (void)x;
#pragma omp task detach(event) depend(out : x)
    (void)event;
    for (int i = 0; i < kComputing; ++i) {
#pragma omp task depend(in : x) firstprivate(i) shared(next) priority(i == 0 ? mark : 0)
      order[next++] = i;
    }
#pragma omp task depend(in : x) shared(next)
    {
      tidemill_current_task_sends();
      order[next++] = kSend;
    }
#pragma omp task depend(in : x) shared(next)
    {
      tidemill_current_task_receives();
      order[next++] = kReceive;
    }
    omp_fulfill_event(event);
#pragma omp taskwait
  }
  expect(next == kTasks, "each task runs once");
}

static int stop, links, chain;

static void add_link(void) {
#pragma omp task depend(inout : chain)
  {
    tidemill_current_task_sends();
    ++links;
    if (!stop && links < 2 * kMostAhead) add_link();
  }
}

/* Each link creates the next one, until a task says stop that was created after the first. */
static void run_chain(void) {
  stop = links = 0;
#pragma omp parallel num_threads(1)
  {
    omp_event_handle_t event;
#pragma omp task detach(event) depend(out : chain)
    (void)event;
    add_link();
#pragma omp task depend(in : event)
    stop = 1;
    omp_fulfill_event(event);
#pragma omp taskwait
  }
}

static void check(int order[kTasks]) {
  static const int created[] = {0, 1, 2, 3, kSend, kReceive};
  static const int messages[] = {kSend, kReceive, 0, 1, 2, 3};
  static const int priority[] = {0, kSend, kReceive, 1, 2, 3};
  run(order, 0);
  expect(memcmp(order, messages, sizeof order) == 0, "those that pass messages first");
  run(order, 1);
  const int* const by_priority = omp_get_max_task_priority() > 0 ? priority : messages;
  expect(memcmp(order, by_priority, sizeof order) == 0, "within a priority");
  run_chain();
  expect(stop && links < kMostAhead, "a chain of messages leaves the thread to others in the end");
  tidemill_set_policy("fifo");
  run(order, 0);
  expect(memcmp(order, created, sizeof order) == 0, "fifo knows no messages");
}

int main(void) {
  static const int created[] = {0, 1, 2, 3, kSend, kReceive};
  int order[kTasks];
  expect(strcmp(tidemill_get_policy(), "fifo") == 0, "the default where nobody expects messages");
  tidemill_expect_sends();
  expect(strcmp(tidemill_get_policy(), "fa") == 0, "the default where somebody does");
  run(order, 0);
  expect(memcmp(order, created, sizeof order) == 0, "none has passed a message yet");
  check(order);
  tidemill_set_policy("messages");
  check(order);
  return failures != 0;
}
