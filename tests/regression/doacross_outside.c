/* Waits for iterations next to the last of a loop, of which there are none. Clang gives each loop
 * of a doacross nest one iteration too many, so those seemed to be inside, and were waited for for
 * ever. */
#include "check.h"
#include "watchdog.h"

enum { kRows = 23, kColumns = 11, kDepth = 3 };

static int done[kRows][kColumns][kDepth];
static int early;

static int is_done(int i, int j, int k) {
  if (i < 0 || j < 0 || k < 0 || j >= kColumns || k >= kDepth) return 1;
  return __atomic_load_n(&done[i][j][k], __ATOMIC_ACQUIRE);
}
static void finish(int i, int j, int k, int before) {
  if (!before) __atomic_add_fetch(&early, 1, __ATOMIC_RELAXED);
  __atomic_store_n(&done[i][j][k], 1, __ATOMIC_RELEASE);
}
/* All were done, each after those it waits for. */
static void check_all(int depth) {
  for (int i = 0; i < kRows; ++i)
    for (int j = 0; j < kColumns; ++j)
      for (int k = 0; k < depth; ++k) CHECK_EQUAL(done[i][j][k], 1);
  CHECK_EQUAL(early, 0);
  memset(done, 0, sizeof done);
}

#define ROWS(schedule, type)                                                              \
  do {                                                                                    \
    watchdog(60, schedule ", of a row " #type);                                           \
    _Pragma(schedule) for (type i = 0; i < kRows; ++i) {                                  \
      for (type j = 0; j < kColumns; ++j) {                                               \
        _Pragma("omp ordered depend(sink : i - 1, j + 1) depend(sink : i, j - 1)")        \
            finish((int)i, (int)j, 0,                                                     \
                   is_done((int)i - 1, (int)j + 1, 0) && is_done((int)i, (int)j - 1, 0)); \
        _Pragma("omp ordered depend(source)")                                             \
      }                                                                                   \
    }                                                                                     \
    check_all(1);                                                                         \
  } while (0)

#define COLLAPSED(schedule)                                                                    \
  do {                                                                                         \
    watchdog(60, schedule ", collapsed");                                                      \
    _Pragma(schedule) for (int i = 0; i < kRows; ++i) {                                        \
      for (int j = 0; j < kColumns; ++j) {                                                     \
        for (int k = 0; k < kDepth; ++k) {                                                     \
          _Pragma("omp ordered depend(sink : i - 1, j + 1, k) depend(sink : i, j - 1, k + 1)") \
              finish(i, j, k, is_done(i - 1, j + 1, k) && is_done(i, j - 1, k + 1));           \
          _Pragma("omp ordered depend(source)")                                                \
        }                                                                                      \
      }                                                                                        \
    }                                                                                          \
    check_all(kDepth);                                                                         \
  } while (0)

int main(void) {
  for (int threads = 1; threads <= 8; threads *= 2) {
    omp_set_num_threads(threads);
    for (int round = 0; round < 15; ++round) {
      ROWS("omp parallel for ordered(2)", int);
      ROWS("omp parallel for ordered(2) schedule(static, 1)", int);
      ROWS("omp parallel for ordered(2) schedule(static, 3)", unsigned long);
      ROWS("omp parallel for ordered(2) schedule(dynamic)", int);
      ROWS("omp parallel for ordered(2) schedule(guided)", long);
      COLLAPSED("omp parallel for collapse(2) ordered(3) schedule(static, 1)");
      COLLAPSED("omp parallel for collapse(3) ordered(3) schedule(dynamic, 2)");
      COLLAPSED("omp parallel for ordered(3)");
    }
  }
  return 0;
}
