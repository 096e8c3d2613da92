/* Floating-point modes (rounding, flush-to-zero) belong to the thread: a switch of stacks neither
 * carries them to another thread nor brings old ones back. With GCC a mode stays with its thread
 * through regions, loops and tasks; with Clang a region's members begin with the primary thread's,
 * which has its own back at the end, unless KMP_INHERIT_FP_CONTROL=false. What an explicit task
 * changes is its own while it is suspended. Also right on libgomp, and on
 * libomp but for tasks that it runs on top of one that yields. */
#include "check.h"

#include <fenv.h>
#include <stdbool.h>

#if defined(__x86_64__)
#include <xmmintrin.h>
static unsigned mode(void) { return _mm_getcsr() & 0xffc0u; }
static void set_mode(unsigned m) { _mm_setcsr((_mm_getcsr() & 0x3fu) | m); }
enum { kFlush = 0x8040 };
#else /* only how it rounds */
static unsigned mode(void) { return (unsigned)fegetround(); }
static void set_mode(unsigned m) { fesetround((int)m); }
enum { kFlush = FE_TOWARDZERO };
#endif

static const int rounding[] = {FE_TONEAREST, FE_UPWARD, FE_DOWNWARD, FE_TOWARDZERO};

static bool inherits(void) {
#ifdef __clang__
  const char* value = getenv("KMP_INHERIT_FP_CONTROL");
  return value == NULL || strcmp(value, "false") != 0;
#else
  return false;
#endif
}

/* Stacks that are left in many modes, to be used again. */
static void suspend_many(void) {
#pragma omp parallel
#pragma omp single
  for (int i = 0; i < 300; ++i) {
#pragma omp task
    {
      fesetround(rounding[i % 4]);
#pragma omp taskyield
      CHECK_EQUAL(fegetround(), rounding[i % 4]);
      fesetround(FE_TONEAREST);
    }
  }
}

/* Set once in each thread; then in regions, loops, tasks, and after waits. */
static void stays_with_thread(void) {
  const unsigned plain = mode();
  const unsigned in_member = inherits() ? plain : plain | kFlush;
#pragma omp parallel
  set_mode(plain | kFlush);
  CHECK_EQUAL(mode(), in_member);
  for (int round = 0; round < 3; ++round) {
#pragma omp parallel
    {
      CHECK_EQUAL(mode(), in_member);
#pragma omp for schedule(dynamic, 1) nowait
      for (int i = 0; i < 4 * omp_get_num_threads(); ++i) {
#pragma omp task untied
        {
          CHECK_EQUAL(mode(), in_member);
#pragma omp taskyield
          CHECK_EQUAL(mode(), in_member);
        }
#pragma omp task
        {
          CHECK_EQUAL(mode(), in_member);
#pragma omp taskyield
          CHECK_EQUAL(mode(), in_member);
        }
      }
#pragma omp taskwait
      CHECK_EQUAL(mode(), in_member);
#pragma omp barrier
      CHECK_EQUAL(mode(), in_member);
    }
  }
#pragma omp parallel
  set_mode(plain);
  set_mode(plain);
}

/* The thread that meets a region. */
static void the_primarys(void) {
  fesetround(FE_UPWARD);
#pragma omp parallel
  {
    if (inherits() || omp_get_thread_num() == 0) CHECK_EQUAL(fegetround(), FE_UPWARD);
    fesetround(FE_DOWNWARD);
  }
  CHECK_EQUAL(fegetround(), inherits() ? FE_UPWARD : FE_DOWNWARD);
  fesetround(FE_UPWARD);
#pragma omp parallel if (0)
  fesetround(FE_DOWNWARD);
  CHECK_EQUAL(fegetround(), inherits() ? FE_UPWARD : FE_DOWNWARD);
#pragma omp parallel
  fesetround(FE_TONEAREST);
  fesetround(FE_TONEAREST);
}

/* Of a thread alone: its tasks see what it has set, and it sees what they leave. */
static void of_one_thread(void) {
  fesetround(FE_UPWARD);
  for (int i = 0; i < 50; ++i) {
#pragma omp task
    CHECK_EQUAL(fegetround(), FE_UPWARD);
  }
#pragma omp taskwait
#pragma omp parallel num_threads(1)
#pragma omp single
  for (int i = 0; i < 50; ++i) {
#pragma omp task
    CHECK_EQUAL(fegetround(), FE_UPWARD);
  }
#pragma omp parallel num_threads(1)
  {
#pragma omp task
    fesetround(FE_DOWNWARD);
#pragma omp taskwait
    CHECK_EQUAL(fegetround(), FE_DOWNWARD);
  }
  fesetround(FE_TONEAREST);
}

/* Each task rounds its own way between suspensions; others begin and go on with the thread's. */
static void own_of_a_task(void) {
#pragma omp parallel
#pragma omp single
  for (int i = 0; i < 200; ++i) {
#pragma omp task
    {
      const int own = i % 2 != 0 ? rounding[1 + i % 3] : FE_TONEAREST;
      CHECK_EQUAL(fegetround(), FE_TONEAREST);
      for (int again = 0; again < 3; ++again) {
#pragma omp task
        {
          CHECK_EQUAL(fegetround(), FE_TONEAREST);
#pragma omp taskyield
          CHECK_EQUAL(fegetround(), FE_TONEAREST);
        }
        fesetround(own);
#pragma omp taskyield
        CHECK_EQUAL(fegetround(), own);
        fesetround(FE_TONEAREST);
      }
      fesetround(own);
#pragma omp taskyield
      CHECK_EQUAL(fegetround(), own);
      fesetround(FE_TONEAREST);
#pragma omp taskwait
      CHECK_EQUAL(fegetround(), FE_TONEAREST);
    }
  }
}

/* The same of a task that waits for a child, which another thread may run. */
static void own_over_taskwait(void) {
#pragma omp parallel
#pragma omp for schedule(dynamic, 1)
  for (int i = 0; i < 64; ++i) {
#pragma omp task
    {
#pragma omp task
      {
#pragma omp taskyield
      } fesetround(FE_UPWARD);
#pragma omp taskwait
      CHECK_EQUAL(fegetround(), FE_UPWARD);
      fesetround(FE_TONEAREST);
    }
  }
}

int main(void) {
  for (int again = 0; again < 20; ++again) {
    own_of_a_task();
    own_over_taskwait();
    suspend_many();
    stays_with_thread();
    the_primarys();
    of_one_thread();
    CHECK_EQUAL(fegetround(), FE_TONEAREST);
  }
  return 0;
}
