/* critical (named, unnamed), atomic (all sizes, capture, long double), locks and nest locks. */
#include "check.h"

enum { kTimes = 400 };

static void criticals(void) {
  long plain = 0;
  long named = 0;
  int inside = 0;
#pragma omp parallel shared(plain, named, inside)
  for (int i = 0; i < kTimes; ++i) {
#pragma omp critical
    {
      CHECK_EQUAL(++inside, 1);
      ++plain;
      --inside;
    }
#pragma omp critical(other)
    {
      ++named;
#pragma omp critical /* another name: nests */
      ++plain;
    }
  }
  CHECK_EQUAL(named, (long)omp_get_max_threads() * kTimes);
  CHECK_EQUAL(plain, 2L * omp_get_max_threads() * kTimes);
}

#define TRY_TYPE(type)                                        \
  do {                                                        \
    type sum = 0;                                             \
    type most = 0;                                            \
    _Pragma("omp parallel shared(sum, most)") {               \
      type seen;                                              \
      for (int i = 1; i <= kTimes; ++i) {                     \
        _Pragma("omp atomic") sum += 1;                       \
        _Pragma("omp atomic capture") seen = sum++;           \
        CHECK(seen >= 1);                                     \
        _Pragma("omp atomic read") seen = sum;                \
        CHECK(seen >= (type)1);                               \
        _Pragma("omp atomic") sum -= 1;                       \
        _Pragma("omp atomic write") most = (type)1;           \
      }                                                       \
    }                                                         \
    CHECK(sum == (type)omp_get_max_threads() * (type)kTimes); \
    CHECK(most == (type)1);                                   \
  } while (0)

static void atomics(void) {
  TRY_TYPE(short);
  TRY_TYPE(int);
  TRY_TYPE(unsigned);
  TRY_TYPE(long);
  TRY_TYPE(unsigned long long);
  TRY_TYPE(float);
  TRY_TYPE(double);
  TRY_TYPE(long double);
  long double product = 1;
  _Complex double complex_sum = 0;
#pragma omp parallel num_threads(4) shared(product, complex_sum)
  for (int i = 0; i < 8; ++i) {
#pragma omp atomic
    product *= 2.0L;
#pragma omp critical
    complex_sum += 1;
  }
  CHECK(product == 4294967296.0L);
  CHECK(__real__ complex_sum == 32);
}

static void locks(void) {
  omp_lock_t lock;
  omp_init_lock(&lock);
  long count = 0;
#pragma omp parallel shared(lock, count)
  for (int i = 0; i < kTimes; ++i) {
    if (i % 2 == 0) {
      omp_set_lock(&lock);
    } else {
      while (!omp_test_lock(&lock)) continue;
    }
    ++count;
    omp_unset_lock(&lock);
  }
  CHECK_EQUAL(count, (long)omp_get_max_threads() * kTimes);
  omp_set_lock(&lock);
  CHECK_EQUAL(omp_test_lock(&lock), 0);
  omp_unset_lock(&lock);
  CHECK_EQUAL(omp_test_lock(&lock), 1);
  omp_unset_lock(&lock);
  omp_destroy_lock(&lock);
}

static void nest_locks(void) {
  omp_nest_lock_t lock;
  omp_init_nest_lock(&lock);
  long count = 0;
#pragma omp parallel shared(lock, count)
  for (int i = 0; i < kTimes; ++i) {
    omp_set_nest_lock(&lock);
    omp_set_nest_lock(&lock);
    CHECK_EQUAL(omp_test_nest_lock(&lock), 3);
    ++count;
    omp_unset_nest_lock(&lock);
    omp_unset_nest_lock(&lock);
    omp_unset_nest_lock(&lock);
  }
  CHECK_EQUAL(count, (long)omp_get_max_threads() * kTimes);
  /* Owned by the task: another task can't take it. */
  omp_set_nest_lock(&lock);
#pragma omp parallel num_threads(2) shared(lock)
  CHECK_EQUAL(omp_test_nest_lock(&lock), 0);
  omp_unset_nest_lock(&lock);
  omp_destroy_nest_lock(&lock);
}

int main(void) {
  criticals();
  atomics();
  locks();
  nest_locks();
  return 0;
}
