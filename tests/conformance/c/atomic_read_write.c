/* atomic read, write: no torn value is ever seen, for each size. */
#include "check.h"

/* clang-format off */
#define TRY(type, a, b)                                            \
  do {                                                             \
    type x = (type)(a);                                            \
    _Pragma("omp parallel for")                                    \
    for (int i = 0; i < 300; ++i) {                                \
      type seen;                                                   \
      if (i % 2) {                                                 \
        _Pragma("omp atomic write") x = (type)(a);                 \
      } else {                                                     \
        _Pragma("omp atomic write") x = (type)(b);                 \
      }                                                            \
      _Pragma("omp atomic read") seen = x;                         \
      CHECK(seen == (type)(a) || seen == (type)(b));               \
    }                                                              \
  } while (0)
/* clang-format on */

int main(void) {
  TRY(char, 1, 2);
  TRY(short, 0x1111, 0x2222);
  TRY(int, 0x11111111, 0x22222222);
  TRY(long, 0x1111111111111111L, 0x2222222222222222L);
  TRY(float, 1.5, 1e30);
  TRY(double, 1.5, 1e300);
  TRY(unsigned char, 1, 255);
  return 0;
}
