/* reduction +, -, *, min, max: on every arithmetic type. */
#include "check.h"

/* clang-format off */
#define TRY(type)                                                                                  \
  do {                                                                                             \
    type sum = 3, difference = 100, product = 1, least = 100, most = 0;                            \
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
    CHECK(difference == (type)50);                                                                 \
    CHECK(product == (type)32);                                                                    \
    CHECK(least == (type)1);                                                                       \
    CHECK(most == (type)100);                                                                      \
  } while (0)
/* clang-format on */

int main(void) {
  TRY(signed char);
  TRY(unsigned char);
  TRY(short);
  TRY(unsigned short);
  TRY(int);
  TRY(unsigned);
  TRY(long);
  TRY(unsigned long long);
  TRY(float);
  TRY(double);
  TRY(long double);
  TRY(__int128);
  return 0;
}
