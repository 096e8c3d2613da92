/* reduction &, |, ^, &&, ||: on every integer type. */
#include "check.h"

enum { kCount = 200 };

/* clang-format off */
#define TRY(type)                                                                                  \
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

int main(void) {
  TRY(signed char);
  TRY(unsigned char);
  TRY(short);
  TRY(unsigned short);
  TRY(int);
  TRY(unsigned);
  TRY(long);
  TRY(unsigned long long);
  return 0;
}
