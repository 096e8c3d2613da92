/* A parallel region in a polling service's callback, as in a reduction that MPI calls back. On a
 * thread of the pool that was at rest it was called to its own team, and waited for itself. Where
 * it wasn't, a region inside that one called it, and waited for the thread that waits for it. And
 * one at rest in a team had the internal control variables of the region before, in memory since
 * freed. The same with a target region around it, and while another thread ends those at rest. */
#include <pthread.h>
#include <stdatomic.h>
#include <tidemill/tasking.h>
#include <unistd.h>

#include "check.h"
#include "watchdog.h"

static _Thread_local int called_back;
static int is_called_back(void) { return called_back; }

static atomic_int at_rest_calls, end;
static pid_t initial;

/* Members of two regions, one inside the other, are all threads of their own. */
static void meet(int inner) {
  int inside[2] = {0, 0};
#pragma omp parallel num_threads(2) shared(inside)
  {
    CHECK(omp_get_num_threads() == 2);
    inside[omp_get_thread_num()] = gettid();
#pragma omp barrier
    CHECK(inside[0] != inside[1]);
    if (inner && omp_get_thread_num() == 1) meet(0);
  }
}

static int call_back(void* nothing) {
  (void)nothing;
  if (called_back) return 0;
  called_back = 1;
  if (gettid() != initial) CHECK(omp_get_max_threads() == 2); /* as at the beginning */
  omp_set_max_active_levels(1000); /* also where a thread rests in a team of such a region */
  meet(1);
#pragma omp target
  {
    omp_set_max_active_levels(1000); /* the device's own */
    meet(1);
  }
  called_back = 0;
  /* The helper thread polls, too, and is none of the pool. */
  if (gettid() != initial && omp_get_level() == 0) atomic_fetch_add(&at_rest_calls, 1);
  return atomic_load(&end);
}

/* Between two tasks, of which one has made the other ready: that was put among those of the region
 * called back, whose other thread began it, in no team of its. */
static int call_back_slowly(void* calls) {
  if (called_back || omp_get_level() != 1) return 0;
  called_back = 1;
#pragma omp parallel num_threads(2)
  if (omp_get_thread_num() == 1) usleep(100);
  called_back = 0;
  ++*(int*)calls; /* one thread polls at a time */
  return atomic_load(&end);
}

static void chains(void) {
  enum { kChains = 8, kLength = 2000 };
  int chain[kChains] = {0}, done = 0, calls = 0;
  (void)chain;
  atomic_store(&end, 0);
  omp_set_max_active_levels(2);
  watchdog(60, "tasks of chains, with regions in a polling service between them");
  tidemill_register_polling_service("slow", call_back_slowly, &calls);
#pragma omp parallel num_threads(2)
#pragma omp single
  for (int i = 0; i < kLength; ++i)
    for (int c = 0; c < kChains; ++c)
#pragma omp task depend(inout : chain[c]) shared(done)
    {
      const double until = omp_get_wtime() + 10e-6;
      while (omp_get_wtime() < until) continue;
      CHECK(omp_get_level() == 1 && omp_get_num_threads() == 2);
#pragma omp atomic
      ++done;
    }
  CHECK(done == kChains * kLength && calls > 0);
  atomic_store(&end, 1);
  tidemill_unregister_polling_service("slow", call_back_slowly, &calls);
}

/* Threads at rest are told to end, some of them while they have a region. */
static void* pause_often(void* nothing) {
  (void)nothing;
  while (!atomic_load(&end)) {
    usleep(500);
    CHECK(omp_pause_resource_all(omp_pause_hard) == 0);
  }
  return NULL;
}

static void meet_at_rest(int rounds) {
  for (int i = 0; i < rounds; ++i) {
    const int before = atomic_load(&at_rest_calls);
    for (int tries = 0; atomic_load(&at_rest_calls) == before; ++tries) {
#pragma omp parallel num_threads(i % 4 + 1)
      usleep(10);
      for (int waits = 0; waits < 10 && atomic_load(&at_rest_calls) == before; ++waits) usleep(100);
    }
  }
}

int main(void) {
  initial = gettid();
  tidemill_set_pinned_query(is_called_back);
  omp_set_num_threads(5);
  watchdog(30, "a region in a polling service, on a thread at rest");
#pragma omp parallel num_threads(4)
  usleep(10);
#pragma omp parallel num_threads(2) /* the others are in the pool */
  usleep(10);
  tidemill_register_polling_service("meet", call_back, NULL);
  meet_at_rest(200);
  pthread_t pauses;
  CHECK(pthread_create(&pauses, NULL, pause_often, NULL) == 0);
  meet_at_rest(200);
  atomic_store(&end, 1);
  CHECK(pthread_join(pauses, NULL) == 0);
  tidemill_unregister_polling_service("meet", call_back, NULL);
  chains();
  return 0;
}
