/* The order of tasks on one thread under the policies that look at the graph: four tasks on their
 * own, then a way of two tasks to one that sends. And of tasks that are too short for it.
 * Arguments: the value of OMP_MAX_TASK_PRIORITY; `marks`: only `ga`, from the start of a process;
 * `creation`: only which tasks run at their creation.
 */
#include <omp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <tidemill/policy.h>
#include <tidemill/tasking.h>

enum {
  kAlone = 4,
  kFirst = kAlone,
  kSecond,
  kSend,
  kTasks,
  kWorkUs = 100,
  kShortUs = 5,
  kMany = 20000,
  kFew = 100
};

static int failures = 0;

static void expect(const char* what, const int order[kTasks], const int expected[kTasks]) {
  if (memcmp(order, expected, kTasks * sizeof(int)) == 0) return;
  printf("FAILED %s:", what);
  for (int i = 0; i < kTasks; ++i) printf(" %d", order[i]);
  printf("\n");
  ++failures;
}

/* Not asleep: on a busy machine a sleep takes long, and the policy asks how long tasks take. For
 * the same reason briefly: one that loses its core meanwhile looks long. */
static void spin(int us) {
  for (const double begin = omp_get_wtime(); omp_get_wtime() < begin + us * 1e-6;) {
  }
}

static int work(int task) {
  spin(kShortUs);
  return task;
}

/* A row of tasks, of which some are timed, created before the first of them runs. */
static void run_row(int tasks, int us) {
  int x = 0;
  (void)x;
#pragma omp parallel num_threads(1)
  {
    omp_event_handle_t event;
#pragma omp task detach(event) depend(out : x)
    (void)event;
    for (int i = 0; i < tasks; ++i) {
#pragma omp task depend(inout : x) firstprivate(us)
      if (us > 0) spin(us);
    }
    omp_fulfill_event(event);
  }
}

/* `order`: the tasks as they run. `held`: they become ready at once, when all have been created;
 * else those that can are queued when the mark comes. */
static void run(int order[kTasks], int held, int mark) {
  int next = 0;
#pragma omp parallel num_threads(1)
  {
    omp_event_handle_t event;
    int x = 0, y = 0;
    (void)x;
    (void)y;
#pragma omp task detach(event) depend(out : x)
    (void)event;
    if (!held) omp_fulfill_event(event);
    for (int i = 0; i < kAlone; ++i) {
#pragma omp task depend(in : x) firstprivate(i) shared(next)
      order[next++] = work(i);
    }
#pragma omp task depend(in : x) depend(out : y) shared(next)
    order[next++] = work(kFirst);
#pragma omp task depend(inout : y) shared(next)
    order[next++] = work(kSecond);
#pragma omp task depend(in : y) shared(next) priority(mark)
    {
      tidemill_current_task_sends();
      order[next++] = work(kSend);
    }
    if (held) omp_fulfill_event(event);
#pragma omp taskwait
  }
  if (next != kTasks) {
    printf("FAILED each task runs once: %d instead of %d\n", next, kTasks);
    ++failures;
  }
}

/* Of so many tasks without predecessors: how many have run when their creator goes on? */
static int run_at_creation(int tasks, int sends) {
  static int ran[kMany];
  int at_creation = 0;
  memset(ran, 0, sizeof ran);
#pragma omp parallel num_threads(1)
  for (int i = 0; i < tasks; ++i) {
#pragma omp task depend(inout : ran[i]) firstprivate(i, sends)
    {
      if (sends) tidemill_current_task_sends();
      /* Longer than tasks that their creator waits for, as they are short. */
      spin(kShortUs);
      ran[i] = 1;
    }
    at_creation += ran[i];
  }
  return at_creation;
}

static void expect_at_creation(const char* what, int ran, int least, int most) {
  if (ran >= least && ran <= most) return;
  printf("FAILED %s: %d tasks ran at their creation, not %d to %d\n", what, ran, least, most);
  ++failures;
}

/* Where nothing sends, and tasks are too short to be kept in view, there is no order to keep. */
static void check_creation(void) {
  tidemill_set_policy("fa");
  tidemill_expect_sends();
  expect_at_creation("fa, at first", run_at_creation(kFew, 0), 0, 0);
  run_at_creation(kMany, 0); /* until it is clear, also where a few take long for being preempted */
  expect_at_creation("fa, no message", run_at_creation(kFew, 0), kFew, kFew);
  expect_at_creation("fa, from the first message on", run_at_creation(kFew, 1), 1, 1);
  expect_at_creation("fa, after it", run_at_creation(kFew, 0), 0, 0);
  tidemill_set_policy("fifo");
  expect_at_creation("fifo", run_at_creation(kFew, 1), kFew, kFew);
}

int main(int argc, char** argv) {
  static const int created[] = {0, 1, 2, 3, kFirst, kSecond, kSend};
  static const int sends_first[] = {kFirst, kSecond, kSend, 0, 1, 2, 3};
  int order[kTasks];
  if (argc < 2) return 2;
  if (omp_get_max_task_priority() != atoi(argv[1])) {
    printf("FAILED omp_get_max_task_priority\n");
    ++failures;
  }
  if (argc > 2 && strcmp(argv[2], "marks") == 0) {
    tidemill_set_policy("ga");
    tidemill_expect_sends();
    run(order, 0, 3);
    expect("ga, before any message", order, sends_first);
    return failures != 0;
  }
  if (argc > 2 && strcmp(argv[2], "creation") == 0) {
    check_creation();
    return failures != 0;
  }
  tidemill_set_policy("fa");
  run(order, 1, 0);
  expect("fa, and nobody expects a send", order, created);
  tidemill_expect_sends();
  run(order, 1, 0);
  expect("fa, and none of its tasks has sent", order, created);
  run(order, 1, 0);
  expect("fa, once one has sent", order, sends_first);
  run(order, 0, 0);
  expect("fa, of tasks that are queued", order, sends_first);
  run_row(3000, 0);
  run_row(3000, 0);
  run(order, 1, 0);
  expect("fa, where tasks are short", order, created);
  run_row(400, kWorkUs);
  run_row(400, kWorkUs);
  run(order, 1, 0);
  expect("fa, where they are long again", order, sends_first);
  for (int held = 0; held < 2; ++held) {
    tidemill_set_policy("fifo");
    run(order, held, 0);
    expect("fifo", order, created);
    tidemill_set_policy("sa");
    run(order, held, 0);
    expect("sa without a mark", order, created);
    run(order, held, 3);
    expect("sa", order, sends_first);
  }
  return failures != 0;
}
