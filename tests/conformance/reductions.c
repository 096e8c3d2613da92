/* reduction: every operator on every scalar type it is defined for, arrays, user-declared. */
#include "check.h"

enum { kCount = 200 };

/* Left alone: the formatter would tear the loops from their constructs. */
/* clang-format off */
#define TRY_ARITHMETIC(type)                                                                       \
  do {                                                                                             \
    type sum = 3, difference = 1000, product = 1, least = 100, most = 0;                           \
    _Pragma("omp parallel for reduction(+:sum) reduction(-:difference)")                           \
    for (int i = 1; i <= 100; ++i) {                                                               \
      sum += (type)(i % 2);                                                                        \
      difference -= (type)(i % 2);                                                                 \
    }                                                                                              \
    _Pragma("omp parallel for reduction(min:least) reduction(max:most) schedule(dynamic, 7)")      \
    for (int i = 1; i <= 100; ++i) {                                                               \
      if (least > (type)i) least = (type)i;                                                        \
      if (most < (type)i) most = (type)i;                                                          \
    }                                                                                              \
    _Pragma("omp parallel for reduction(*:product)")                                               \
    for (int i = 0; i < 5; ++i) product *= 2;                                                      \
    CHECK(sum == (type)53);                                                                        \
    CHECK(difference == (type)950);                                                                \
    CHECK(product == (type)32);                                                                    \
    CHECK(least == (type)1);                                                                       \
    CHECK(most == (type)100);                                                                      \
  } while (0)

#define TRY_BITS(type)                                                                             \
  do {                                                                                             \
    type all = (type)~0, any = 0, odd = 0;                                                         \
    int every = 1, some = 0;                                                                       \
    _Pragma("omp parallel for reduction(&:all) reduction(|:any) reduction(^:odd)")                 \
    for (int i = 0; i < kCount; ++i) {                                                             \
      all &= (type)~(1 << i % 3);                                                                  \
      any |= (type)(1 << i % 5);                                                                   \
      odd ^= (type)i;                                                                              \
    }                                                                                              \
    _Pragma("omp parallel for reduction(&&:every) reduction(||:some)")                             \
    for (int i = 0; i < kCount; ++i) {                                                             \
      every = every && i >= 0;                                                                     \
      some = some || i == kCount / 2;                                                              \
    }                                                                                              \
    type expected = 0;                                                                             \
    for (int i = 0; i < kCount; ++i) expected ^= (type)i;                                          \
    CHECK(all == (type)~7);                                                                        \
    CHECK(any == (type)31);                                                                        \
    CHECK(odd == expected);                                                                        \
    CHECK(every == 1 && some == 1);                                                                \
  } while (0)
/* clang-format on */

struct Pair {
  long sum;
  int most;
};
static void merge(struct Pair* into, const struct Pair* from) {
  into->sum += from->sum;
  if (from->most > into->most) into->most = from->most;
}
#pragma omp declare reduction(merge                       \
                              : struct Pair               \
                              : merge(&omp_out, &omp_in)) \
    initializer(omp_priv = (struct Pair){0, 0})

static void declared(void) {
  struct Pair pair = {10, 5};
#pragma omp parallel for reduction(merge : pair)
  for (int i = 0; i < kCount; ++i) {
    pair.sum += i;
    if (i > pair.most) pair.most = i;
  }
  CHECK_EQUAL(pair.sum, 10 + kCount * (kCount - 1) / 2);
  CHECK_EQUAL(pair.most, kCount - 1);
}

static void arrays(void) {
  long counts[7] = {1, 1, 1, 1, 1, 1, 1};
#pragma omp parallel for reduction(+ : counts[:7])
  for (int i = 0; i < 700; ++i) ++counts[i % 7];
  for (int i = 0; i < 7; ++i) CHECK_EQUAL(counts[i], 101);
}

static void constructs(void) {
  int members = 0;
#pragma omp parallel reduction(+ : members)
  ++members;
  CHECK_EQUAL(members, omp_get_max_threads());
  int sum = 0;
#pragma omp parallel sections reduction(+ : sum)
  {
#pragma omp section
    sum += 1;
#pragma omp section
    sum += 2;
#pragma omp section
    sum += 4;
  }
  CHECK_EQUAL(sum, 7);
  _Complex double z = 0;
#pragma omp parallel for reduction(+ : z)
  for (int i = 0; i < 10; ++i) z += i;
  CHECK(__real__ z == 45);
}

int main(void) {
  TRY_ARITHMETIC(short);
  TRY_ARITHMETIC(int);
  TRY_ARITHMETIC(unsigned);
  TRY_ARITHMETIC(long);
  TRY_ARITHMETIC(unsigned long long);
  TRY_ARITHMETIC(float);
  TRY_ARITHMETIC(double);
  TRY_ARITHMETIC(long double);
  TRY_BITS(unsigned char);
  TRY_BITS(short);
  TRY_BITS(int);
  TRY_BITS(unsigned long long);
  declared();
  arrays();
  constructs();
  return 0;
}
