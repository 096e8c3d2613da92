/* A program that knows where its threads' time goes: what it spends in task bodies, waits without
 * anything to run, and keeps from a thread by a polling service that takes long while tasks are
 * ready. All by the clock, none by computing: other load on the machine makes bodies longer, which
 * are timed. It prints what it knows; stats_test.py compares that with the runtime's account.
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

enum { kMs = 1000000 };

static long long now_ns(void) {
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return now.tv_sec * 1000000000LL + now.tv_nsec;
}

static void sleep_ns(long long ns) {
  struct timespec time = {ns / 1000000000, ns % 1000000000};
  nanosleep(&time, NULL);
}

static atomic_llong in_bodies, in_service;
static atomic_int ready, bodies;
static atomic_bool slow_service;
static int threads;
static __thread int is_worker;

/* A task's body, or a part of it. */
static void stay(long long ns) {
  const long long begin = now_ns();
  ready--;
  sleep_ns(ns);
  bodies++;
  in_bodies += now_ns() - begin;
}

static int service(void* data) {
  (void)data;
  /* So many are left that some are when it ends. */
  if (!is_worker || !slow_service || ready < 4 * threads) return 0;
  const long long begin = now_ns();
  sleep_ns(20 * kMs);
  in_service += now_ns() - begin;
  return 0;
}

/* Each thread has work. */
static void busy(void) {
  ready += 4 * threads;
#pragma omp taskgroup
  for (int i = 0; i < 4 * threads; i++) {
#pragma omp task
    stay(50 * kMs);
  }
}

static void* unblock(void* context) {
  sleep_ns(300 * kMs);
  tidemill_unblock_task(context);
  return NULL;
}

/* A task is suspended; nothing else is there. */
static void idle(void) {
  ready += 1;
#pragma omp taskgroup
#pragma omp task untied
  {
    pthread_t other;
    void* const context = tidemill_get_current_blocking_context();
    stay(20 * kMs);
    pthread_create(&other, NULL, unblock, context);
    tidemill_block_current_task(context);
    pthread_join(other, NULL);
  }
}

/* Between tasks a thread polls, for long. */
static void held_up(void) {
  const int tasks = 24 * threads;
  ready += tasks;
  slow_service = 1;
#pragma omp taskgroup
  for (int i = 0; i < tasks; i++) {
#pragma omp task
    stay(10 * kMs);
  }
  slow_service = 0;
}

int main(int argc, char** argv) {
  threads = argc > 1 ? atoi(argv[1]) : 1;
  const long long begin = now_ns();
#pragma omp parallel num_threads(threads)
  is_worker = 1;
  tidemill_register_polling_service("known_times", service, NULL);
#pragma omp parallel num_threads(threads)
#pragma omp master
  {
    busy();
    idle();
    held_up();
    /* The body of an implicit task is a body. */
    ready++;
    stay(100 * kMs);
  }
  tidemill_unregister_polling_service("known_times", service, NULL);
  const double wall = 1e-9 * (double)(now_ns() - begin);
  const double in_task = 1e-9 * (double)in_bodies, overhead = 1e-9 * (double)in_service;
  printf(
      "{\"threads\": %d, \"wall\": %.9f, \"in_task\": %.9f, \"idle\": %.9f, \"overhead\": %.9f, "
      "\"tasks\": %d}\n",
      threads, wall, in_task, threads * wall - in_task - overhead, overhead, bodies - 1);
  return 0;
}
