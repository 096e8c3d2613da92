/* A program that knows where its threads' time goes. It logs when each thread comes into a body and
 * leaves it, and when each task becomes ready and begins, and adds up at its end. Its threads have
 * work, have none, as a task is suspended, and are kept from ready tasks by a polling service that
 * takes long. All by the clock, none by computing. stats_test.py compares what it prints with the
 * runtime's account.
 *
 * usage: known_times THREADS */
#define _GNU_SOURCE
#include <omp.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <tidemill/tasking.h>
#include <time.h>

enum { kMs = 1000000, kMost = 10000 };

static long long now_ns(void) {
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return now.tv_sec * 1000000000LL + now.tv_nsec;
}

static void sleep_ns(long long ns) {
  struct timespec time = {ns / 1000000000, ns % 1000000000};
  nanosleep(&time, NULL);
}

/* What changes: threads in bodies, ready tasks. */
static struct Change {
  long long at;
  int in_bodies, ready;
} changes[kMost];
static atomic_int change_count, ready_now, bodies;
static atomic_bool slow_service;
static int threads;
static __thread int is_worker;

static void note(int in_bodies, int ready) {
  ready_now += ready;
  const struct Change change = {now_ns(), in_bodies, ready};
  changes[change_count++] = change;
}

static void begin_task(void) { note(1, -1); }
static void end_body(void) { note(-1, 0); }
static void enter_body(void) { note(1, 0); }

static void task(long long ns) {
  begin_task();
  sleep_ns(ns);
  bodies++;
  end_body();
}

static int service(void* data) {
  (void)data;
  /* So many are left that some are when it ends. */
  if (is_worker && slow_service && ready_now >= 4 * threads) sleep_ns(20 * kMs);
  return 0;
}

/* The initial thread waits for so many tasks of that length. */
static void tasks(int count, long long ns) {
#pragma omp taskgroup
  {
    for (int i = 0; i < count; i++) {
      note(0, 1);
#pragma omp task
      task(ns);
    }
    end_body();
  }
  enter_body();
}

static void* unblock(void* context) {
  sleep_ns(300 * kMs);
  note(0, 1);
  tidemill_unblock_task(context);
  return NULL;
}

/* A task is suspended; nothing else is there. */
static void suspended(void) {
  note(0, 1);
#pragma omp taskgroup
  {
#pragma omp task untied
    {
      begin_task();
      pthread_t other;
      void* const context = tidemill_get_current_blocking_context();
      pthread_create(&other, NULL, unblock, context);
      end_body();
      tidemill_block_current_task(context);
      begin_task();
      pthread_join(other, NULL);
      bodies++;
      end_body();
    }
    end_body();
  }
  enter_body();
}

static int by_time(const void* a, const void* b) {
  const long long x = ((const struct Change*)a)->at, y = ((const struct Change*)b)->at;
  return (x > y) - (x < y);
}

static void add_up(long long end) {
  double in_task = 0, idle = 0, overhead = 0;
  int inside = 0, ready = 0;
  note(0, 0);
  changes[change_count - 1].at = end;
  qsort(changes, (size_t)change_count, sizeof *changes, by_time);
  for (int i = 0; i + 1 < change_count; i++) {
    inside += changes[i].in_bodies;
    ready += changes[i].ready;
    const double seconds = 1e-9 * (double)(changes[i + 1].at - changes[i].at);
    in_task += inside * seconds;
    *(ready > 0 ? &overhead : &idle) += (threads - inside) * seconds;
  }
  printf(
      "{\"threads\": %d, \"wall\": %.9f, \"in_task\": %.9f, \"idle\": %.9f, \"overhead\": %.9f, "
      "\"tasks\": %d}\n",
      threads, 1e-9 * (double)(end - changes[0].at), in_task, idle, overhead, bodies);
}

int main(int argc, char** argv) {
  threads = argc > 1 ? atoi(argv[1]) : 1;
  enter_body();
#pragma omp parallel num_threads(threads)
  {
    is_worker = 1;
#pragma omp master
    end_body();
  }
  enter_body();
  tidemill_register_polling_service("known_times", service, NULL);
#pragma omp parallel num_threads(threads)
#pragma omp master
  {
    tasks(4 * threads, 50 * kMs);
    suspended();
    slow_service = 1;
    tasks(24 * threads, 10 * kMs);
    slow_service = 0;
    sleep_ns(100 * kMs); /* the body of an implicit task is a body */
    end_body();
  }
  enter_body();
  tidemill_unregister_polling_service("known_times", service, NULL);
  const long long end = now_ns();
  end_body();
  add_up(end);
  return 0;
}
