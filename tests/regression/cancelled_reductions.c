/* `cancel parallel`, `cancel for` and `cancel sections` in constructs with reductions. Clang's code
 * leaves without a word of task reductions, which stayed in memory, 1.6 KiB a region, and between
 * later tasks and the groups around. And it has two barriers for members that finish a construct
 * with a reduction and one for those that leave, so the program hung where some did. GCC's code
 * says that it leaves. Run with OMP_CANCELLATION=true. */
#include "check.h"
#include "process_status.h"
#include "watchdog.h"

static void cancelled_region(int all) {
  long sum = 0;
#pragma omp parallel reduction(task, + : sum)
  {
#pragma omp task in_reduction(+ : sum)
    ++sum;
    if (all || omp_get_thread_num() == 0) {
#pragma omp cancel parallel
    }
#pragma omp barrier
  }
}

/* Every member leaves in its first iteration. */
static void cancelled_loop(void) {
  long sum = 0;
#pragma omp parallel
  {
#pragma omp for schedule(static) reduction(task, + : sum)
    for (int i = 0; i < 8; ++i) {
#pragma omp task in_reduction(+ : sum)
      ++sum;
#pragma omp cancel for
    }
#pragma omp single
    CHECK(omp_get_num_threads() >= 1); /* the region goes on */
  }
}

static void whole_region(void) {
  long sum = 0;
#pragma omp parallel reduction(task, + : sum)
  {
#pragma omp task in_reduction(+ : sum)
    ++sum;
  }
  CHECK_EQUAL(sum, omp_get_max_threads());
}

/* The members are where they should be: nobody is a barrier ahead, or behind. */
static int arrived;
static void meet(int threads) {
#pragma omp atomic
  ++arrived;
#pragma omp barrier
  int here;
#pragma omp atomic read
  here = arrived;
  CHECK_EQUAL(here, threads);
#pragma omp barrier
#pragma omp single
  arrived = 0;
}

/* Some leave, the others finish, as it happens; what those have combined is there for all behind
 * the construct. What is in a reduction's variable then the standard leaves open. */
static void some_leave_loops(int canceller, int in_a_row) {
  const int threads = omp_get_max_threads();
  long sum = 0, a = 0, b = 0, c = 0, d = 0, e = 0, whole = 0;
#pragma omp parallel
  {
    for (int l = 0; l < in_a_row; ++l) {
#pragma omp for reduction(+ : sum) schedule(static, 1)
      for (int i = 0; i < 2 * threads; ++i) {
        ++sum;
        if (i == canceller) {
#pragma omp cancel for
        }
      }
    }
    CHECK(sum <= 2L * threads * in_a_row);
    meet(threads);
    /* So many variables that they are combined under a lock. */
#pragma omp for reduction(+ : a, b, c, d, e) schedule(dynamic, 1)
    for (int i = 0; i < 4 * threads; ++i) {
#pragma omp cancellation point for
      ++a, ++b, ++c, ++d, ++e;
      if (i == 2 * threads) {
#pragma omp cancel for
      }
    }
    CHECK(a == b && b == c && c == d && d == e && a <= 4 * threads);
    /* The next one is whole. */
#pragma omp for reduction(+ : whole) schedule(dynamic, 1)
    for (int i = 0; i < 4 * threads; ++i) ++whole;
    CHECK_EQUAL(whole, 4L * threads);
    meet(threads);
  }
}

static void some_leave_sections(void) {
  const int threads = omp_get_max_threads();
  long sum = 0;
#pragma omp parallel
  {
#pragma omp sections reduction(+ : sum)
    {
#pragma omp section
      {
        ++sum;
#pragma omp cancel sections
      }
#pragma omp section
      ++sum;
#pragma omp section
      {
#pragma omp cancellation point sections
        ++sum;
      }
#pragma omp section
      ++sum;
    }
    CHECK(sum <= 4);
    meet(threads);
  }
}

/* Nested, and in a function of its own. `sum` is the team's. */
static void orphaned_loop(long* sum, int canceller) {
  const int threads = omp_get_num_threads();
#pragma omp single
  *sum = 0;
#pragma omp for reduction(+ : sum[:1]) schedule(static, 1)
  for (int i = 0; i < threads; ++i) {
    ++*sum;
    if (i == canceller) {
#pragma omp cancel for
    }
  }
  CHECK(*sum <= threads);
#pragma omp barrier
}

static void some_leave_elsewhere(int canceller) {
  long outer = 0;
#pragma omp parallel
  {
    long sum = 0;
#pragma omp for reduction(+ : outer) schedule(static, 1)
    for (int i = 0; i < omp_get_num_threads(); ++i) {
#pragma omp parallel num_threads(2)
      orphaned_loop(&sum, i % 2);
      ++outer;
    }
    CHECK_EQUAL(outer, omp_get_num_threads());
    static long shared;
    orphaned_loop(&shared, canceller);
    meet(omp_get_num_threads());
  }
}

/* With task reductions, and others around, which have to come out right. */
static void some_leave_groups(int canceller) {
  const int threads = omp_get_max_threads();
  long sum = 0, around = 0, later = 0;
#pragma omp parallel reduction(task, + : around)
  {
#pragma omp for reduction(task, + : sum) schedule(static, 1)
    for (int i = 0; i < 2 * threads; ++i) {
#pragma omp task in_reduction(+ : sum)
      ++sum;
      if (i == canceller) {
#pragma omp cancel for
      }
    }
#pragma omp task in_reduction(+ : around)
    ++around;
    meet(threads);
    long own = 0;
#pragma omp taskgroup task_reduction(+ : own)
    {
#pragma omp for reduction(task, + : sum) schedule(static, 1)
      for (int i = 0; i < threads; ++i) {
#pragma omp cancel for
      }
#pragma omp task in_reduction(+ : own)
      ++own;
    }
    CHECK_EQUAL(own, 1);
#pragma omp for reduction(task, + : later) schedule(static, 1)
    for (int i = 0; i < 2 * threads; ++i) {
#pragma omp task in_reduction(+ : later)
      ++later;
    }
    CHECK_EQUAL(later, 2L * threads);
  }
  CHECK_EQUAL(around, threads);
}

/* One region: what its loops leave behind doesn't wait for the end of it. */
static void many_loops(void) {
  long before = 0, sum = 0;
#pragma omp parallel
  for (int l = 0; l < 6000; ++l) {
#pragma omp for schedule(static) reduction(task, + : sum)
    for (int i = 0; i < 8; ++i) {
#pragma omp task in_reduction(+ : sum)
      ++sum;
#pragma omp cancel for
    }
#pragma omp master
    {
      if (l == 1000) before = process_status("VmRSS:");
      if (l == 5999) CHECK(process_status("VmRSS:") - before < 2000);
    }
  }
}

/* What finishes copies out (`lastprivate`) before anybody is behind the construct. */
static struct { int words[4096]; } big;
static void some_leave_copies(void) {
  long sum = 0;
#pragma omp parallel
  {
    const int threads = omp_get_num_threads();
#pragma omp for schedule(static, 1) reduction(+ : sum) lastprivate(big)
    for (int i = 0; i < threads; ++i) {
      memset(&big, 1, sizeof big);
      ++sum;
      if (i == 0) {
#pragma omp cancel for
      }
    }
    if (omp_get_thread_num() == 0) memset(&big, 7, sizeof big);
#pragma omp barrier
    for (int i = omp_get_thread_num(); i < 4096; i += threads)
      CHECK_EQUAL(big.words[i], 0x07070707);
    meet(threads);
  }
}

static void regions(int count) {
  for (int i = 0; i < count; ++i) {
    cancelled_region(i % 2);
    cancelled_loop();
    if (i % 16 == 0) whole_region();
  }
}

int main(void) {
  CHECK(omp_get_cancellation());
  const int threads = omp_get_max_threads();
  for (int r = 0; r < 40; ++r) {
    const int canceller = r % (2 * threads);
    watchdog(60, "loops with a reduction that some leave");
    some_leave_loops(canceller, 1 + r % 3);
    watchdog(60, "sections with a reduction that some leave");
    some_leave_sections();
    watchdog(60, "loops with a reduction and lastprivate that some leave");
    some_leave_copies();
    watchdog(60, "such loops in nested regions and functions");
    some_leave_elsewhere(r % threads);
    watchdog(60, "loops with a task reduction that some leave");
    some_leave_groups(canceller);
  }
  watchdog(120, "many cancelled loops with a task reduction");
  many_loops();
  watchdog(120, "cancelled regions and loops with task reductions");
  regions(500);
  const long before = process_status("VmRSS:");
  regions(3000);
  CHECK(process_status("VmRSS:") - before < 2000);
  return 0;
}
