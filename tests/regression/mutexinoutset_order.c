/* Tasks with mutexinoutset run in any order: one that can't begin yet, or isn't even ready, keeps
 * no other from it, though it was created first. */
#include "check.h"
#include "watchdog.h"

/* The second of the set ends what the first waits for. */
static void the_later_one_first(void) {
  watchdog(60, "a mutexinoutset task that an earlier one of the set waits for");
  int done = 0;
#pragma omp parallel shared(done)
#pragma omp single
  {
    int a = 0, x = 0; /* addresses */
    (void)a, (void)x;
    omp_event_handle_t event;
#pragma omp task depend(out : a) detach(event)
    {}
#pragma omp task depend(in : a) depend(mutexinoutset : x) shared(done)
    CHECK_EQUAL(done++, 1);
#pragma omp task depend(mutexinoutset : x) firstprivate(event) shared(done)
    {
      CHECK_EQUAL(done++, 0);
      omp_fulfill_event(event);
    }
  }
  CHECK_EQUAL(done, 2);
}

/* Who waits for one of two addresses doesn't keep the other. */
static void all_or_none(void) {
  watchdog(60, "a mutexinoutset task beside one that waits for another address");
  int done = 0;
#pragma omp parallel shared(done)
#pragma omp single
  {
    int x = 0, y = 0; /* addresses */
    (void)x, (void)y;
    omp_event_handle_t event;
#pragma omp task depend(mutexinoutset : y) detach(event) /* has y until the third has run */
    {}
#pragma omp task depend(mutexinoutset : x, y) shared(done)
    CHECK_EQUAL(done++, 1);
#pragma omp task depend(mutexinoutset : x) firstprivate(event) shared(done)
    {
      CHECK_EQUAL(done++, 0);
      omp_fulfill_event(event);
    }
  }
  CHECK_EQUAL(done, 2);
}

/* Of those that wait for an address the first may wait for another one still: the next runs. */
static void the_first_in_vain(int early) {
  watchdog(60, "a mutexinoutset task behind one that waits for two addresses");
  char cells[2];
  char* now = &cells[early]; /* given back at once, the other one by who waits for this one */
  (void)now;
  int done = 0;
#pragma omp parallel shared(done, cells)
#pragma omp single
  {
    omp_event_handle_t events[2];
    for (int i = 0; i < 2; ++i) {
      omp_event_handle_t event;
#pragma omp task depend(mutexinoutset : cells[i]) detach(event)
      {}
      events[i] = event;
    }
    const omp_event_handle_t late = events[!early];
#pragma omp task depend(mutexinoutset : cells[0], cells[1]) shared(done)
    CHECK_EQUAL(done++, 1);
#pragma omp task depend(mutexinoutset : *now) firstprivate(late) shared(done)
    {
      CHECK_EQUAL(done++, 0);
      omp_fulfill_event(late);
    }
    omp_fulfill_event(events[early]);
  }
  CHECK_EQUAL(done, 2);
}

/* Excluded until the events are fulfilled, too; and then by the next alone. */
static void until_it_is_complete(void) {
  watchdog(60, "mutexinoutset tasks with events");
  enum { kTasks = 50 };
  omp_event_handle_t events[kTasks];
  int begun = 0;
#pragma omp parallel shared(begun, events)
#pragma omp single
  {
    int x = 0; /* an address */
    (void)x;
    for (int i = 0; i < kTasks; ++i) {
      omp_event_handle_t event;
#pragma omp task depend(mutexinoutset : x) detach(event) shared(begun, events)
      {
        events[begun] = event; /* nobody else writes */
#pragma omp atomic update seq_cst
        ++begun;
      }
    }
#pragma omp task shared(begun, events)
    for (int i = 0; i < kTasks; ++i) {
      int now;
      do {
#pragma omp taskyield
#pragma omp atomic read seq_cst
        now = begun;
      } while (now == i);
      usleep(200);
#pragma omp atomic read
      now = begun;
      CHECK_EQUAL(now, i + 1);
      omp_fulfill_event(events[i]);
    }
  }
  CHECK_EQUAL(begun, kTasks);
}

/* Many addresses of one task, each named twice; and of `if(0)`. */
static void many_addresses(void) {
  watchdog(60, "mutexinoutset tasks of many addresses");
  enum { kAddresses = 200, kTasks = 40 };
  char cells[kAddresses];
  int inside = 0, ran = 0;
#pragma omp parallel shared(inside, ran, cells)
#pragma omp single
  for (int i = 0; i < kTasks; ++i) {
#pragma omp task depend(iterator(k = 0                                                    \
                                 : kAddresses),                                           \
                        mutexinoutset                                                     \
                        : cells[(k * 7 + i) % kAddresses]) depend(iterator(k = 0          \
                                                                           : kAddresses), \
                                                                  mutexinoutset           \
                                                                  : cells[k]) shared(inside, ran)
    {
      CHECK_EQUAL(++inside, 1);
#pragma omp taskyield
      --inside;
      ++ran;
    }
#pragma omp task if (0) depend(mutexinoutset : cells[3]) shared(inside, ran)
    {
      CHECK_EQUAL(++inside, 1);
      --inside;
      ++ran;
    }
  }
  CHECK_EQUAL(ran, 2 * kTasks);
}

/* An undeferred one excludes those that become ready while it runs. */
static void beside_an_undeferred_one(void) {
  watchdog(60, "a mutexinoutset task beside an undeferred one");
  int done = 0;
#pragma omp parallel shared(done)
#pragma omp single
  {
    int a = 0, x = 0; /* addresses */
    (void)a, (void)x;
    omp_event_handle_t event;
#pragma omp task depend(out : a) detach(event)
    {}
#pragma omp task depend(in : a) depend(mutexinoutset : x) shared(done)
    CHECK_EQUAL(done++, 1);
#pragma omp task if (0) depend(mutexinoutset : x) firstprivate(event) shared(done)
    {
      omp_fulfill_event(event);
      for (int i = 0; i < 10; ++i) {
        usleep(500);
#pragma omp taskyield
      }
      CHECK_EQUAL(done++, 0);
    }
  }
  CHECK_EQUAL(done, 2);
}

/* Of a target construct without `nowait`, too, whose task is undeferred. */
static void beside_a_target_construct(void) {
  watchdog(60, "a mutexinoutset task beside a target construct");
  int done = 0;
#pragma omp parallel shared(done)
#pragma omp single
  {
    int a = 0, x = 0; /* addresses */
    (void)a, (void)x;
    omp_event_handle_t event;
#pragma omp task depend(out : a) detach(event)
    {}
#pragma omp task depend(in : a) depend(mutexinoutset : x) shared(done)
    CHECK_EQUAL(done++, 1);
#pragma omp target depend(mutexinoutset : x) map(tofrom : done) firstprivate(event)
    {
      omp_fulfill_event(event);
      usleep(5000);
      CHECK_EQUAL(done++, 0);
    }
  }
  CHECK_EQUAL(done, 2);
}

#ifndef __clang__ /* which leaves it out where there is no device */
/* A construct without a body, whose task is undeferred, waits for who holds the address. */
static void update_behind_the_holder(void) {
  watchdog(60, "a target update behind a mutexinoutset task");
  int done = 0, begun = 0;
#pragma omp parallel shared(done, begun)
#pragma omp single
  {
    int x = 0; /* an address */
    (void)x;
    omp_event_handle_t event;
#pragma omp task depend(mutexinoutset : x) detach(event) shared(begun)
    {
#pragma omp atomic write
      begun = 1;
    }
    for (int now = 0; now == 0;) {
#pragma omp taskyield
#pragma omp atomic read
      now = begun;
    }
#pragma omp task firstprivate(event) shared(done)
    {
      usleep(1000);
      done = 1;
      omp_fulfill_event(event);
    }
#pragma omp target update to(done) depend(mutexinoutset : x)
    CHECK_EQUAL(done, 1);
  }
}
#endif

int main(void) {
  for (int i = 0; i < 20; ++i) {
    the_later_one_first();
    all_or_none();
    the_first_in_vain(0);
    the_first_in_vain(1);
    beside_an_undeferred_one();
    beside_a_target_construct();
#ifndef __clang__
    update_behind_the_holder();
#endif
  }
  until_it_is_complete();
  many_addresses();
  return 0;
}
