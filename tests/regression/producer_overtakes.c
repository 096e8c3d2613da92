/* A producer far ahead of its tasks runs new ones at once, and must be able to overtake each of
 * them: they wait for what only it can bring, a lock that it holds, a critical section that it is
 * in, or a flag that one of its later tasks sets, which they await in taskyield, in a child under
 * taskwait or in a taskgroup. Where new tasks run as calls on top of their producer, each of these
 * hangs. */
#include <stdatomic.h>

#include "check.h"
#include "watchdog.h"

enum { kRounds = 40, kCrowdAThread = 256, kLater = 100 };
enum Kind { kLock, kCritical, kTaskyield, kTaskwait, kTaskgroup, kKinds };

static const char* const descriptions[kKinds] = {
    "a task waits for a lock that its producer holds",
    "a task waits for the critical section that its producer is in",
    "a task gives way until a later one has run",
    "a task's child gives way until a later task of the producer has run",
    "a taskgroup's task gives way until a later task of the producer has run",
};

static atomic_long ended;
static atomic_int flag;
static omp_lock_t lock;

static void give_way(void) {
  while (atomic_load(&flag) == 0) {
#pragma omp taskyield
  }
}

static void wait_for_producer(enum Kind kind) {
  switch (kind) {
    case kLock:
      omp_set_lock(&lock);
      omp_unset_lock(&lock);
      break;
    case kCritical:
#pragma omp critical(producer)
      atomic_fetch_add(&ended, 0);
      break;
    case kTaskyield:
      give_way();
      break;
    case kTaskwait:
#pragma omp task
      give_way();
#pragma omp taskwait
      break;
    default:
#pragma omp taskgroup
    {
#pragma omp task
      give_way();
    }
  }
}

static void create(long tasks) {
  for (long i = 0; i < tasks; ++i) {
#pragma omp task
    atomic_fetch_add(&ended, 1);
  }
}

static void create_waiting(enum Kind kind) {
#pragma omp task firstprivate(kind)
  {
    wait_for_producer(kind);
    atomic_fetch_add(&ended, 1);
  }
  create(kLater);
}

static long one_round(enum Kind kind) {
  const long crowd = kCrowdAThread * (long)(omp_get_num_threads() + 1);
  atomic_store(&flag, 0);
  if (kind == kLock) omp_set_lock(&lock);
  if (kind == kCritical) {
#pragma omp critical(producer)
    {
      create(crowd);
      create_waiting(kind);
    }
  } else {
    create(crowd);
    create_waiting(kind);
  }
  if (kind == kLock) omp_unset_lock(&lock);
#pragma omp task
  atomic_store(&flag, 1);
#pragma omp taskwait
  return crowd + kLater + 1;
}

int main(void) {
  omp_init_lock(&lock);
  for (enum Kind kind = 0; kind < kKinds; ++kind) {
    watchdog(20, descriptions[kind]);
    long created = 0;
    atomic_store(&ended, 0);
#pragma omp parallel
#pragma omp single
    for (int i = 0; i < kRounds; ++i) created += one_round(kind);
    CHECK_EQUAL(ended, created);
  }
  omp_destroy_lock(&lock);
  return 0;
}
