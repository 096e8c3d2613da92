/* The policies "messages" and "fa" on one thread: tasks that pass messages go before those created
 * a little earlier, once one of their kind has passed one; and not for ever. */
#include <omp.h>
#include <stdio.h>
#include <string.h>
#include <tidemill/policy.h>
#include <tidemill/tasking.h>
#include <unistd.h>

enum { kComputing = 4, kSend = kComputing, kReceive, kTasks, kMostAhead = 140000, kWorkUs = 300 };

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

/* The order of long tasks on one thread under "fa": three on their own, then `a`, which leads to
 * `b`, which leads to one that sends; and, if `twice`, also straight to one that does. So `a` is
 * more urgent than it was, and then once more, while it is queued. */
static void run_path(char order[8], int twice) {
  int next = 0;
#pragma omp parallel num_threads(1)
  {
    int a = 0, b = 0, alone[3];
    (void)a, (void)b, (void)alone;
    for (int i = 0; i < 3; ++i) {
#pragma omp task depend(out : alone[i]) shared(next)
      usleep(kWorkUs), order[next++] = '.';
    }
#pragma omp task depend(out : a) shared(next)
    usleep(kWorkUs), order[next++] = 'a';
#pragma omp task depend(in : a) depend(out : b) shared(next)
    usleep(kWorkUs), order[next++] = 'b';
#pragma omp task depend(in : b) shared(next)
    {
      tidemill_current_task_sends();
      usleep(kWorkUs), order[next++] = 's';
    }
    if (twice) {
#pragma omp task depend(in : a) shared(next)
      {
        tidemill_current_task_sends();
        usleep(kWorkUs), order[next++] = 't';
      }
    }
#pragma omp taskwait
  }
  order[next] = '\0';
}

/* None of it moves the clock by which tasks are put in the order of their creation. */
static void run_paths(void) {
  char order[8];
  for (int i = 0; i < 8; ++i) {
    run_path(order, i % 2);
    if (i < 2) continue;
    expect(strcmp(order, i % 2 ? "atbs..." : "abs...") == 0, "what leads to a send first");
    if (failures > 0) printf("not in the order %s\n", order);
  }
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
  expect(memcmp(order, messages, kTasks * sizeof(int)) == 0, "those that pass messages first");
  run(order, 1);
  const int* const by_priority = omp_get_max_task_priority() > 0 ? priority : messages;
  expect(memcmp(order, by_priority, kTasks * sizeof(int)) == 0, "within a priority");
  run_chain();
  expect(stop && links < kMostAhead, "a chain of messages leaves the thread to others in the end");
  tidemill_set_policy("fifo");
  run(order, 0);
  expect(memcmp(order, created, kTasks * sizeof(int)) == 0, "fifo knows no messages");
}

int main(void) {
  static const int created[] = {0, 1, 2, 3, kSend, kReceive};
  int order[kTasks];
  expect(strcmp(tidemill_get_policy(), "fifo") == 0, "the default where nobody expects messages");
  tidemill_expect_sends();
  expect(strcmp(tidemill_get_policy(), "fa") == 0, "the default where somebody does");
  run(order, 0);
  expect(memcmp(order, created, kTasks * sizeof(int)) == 0, "none has passed a message yet");
  run_paths();
  check(order);
  tidemill_set_policy("messages");
  check(order);
  return failures != 0;
}
