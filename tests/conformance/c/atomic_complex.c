/* atomic on float, double and long double complex: add, subtract, multiply. */
#include "check.h"

/* clang-format off */
#define TRY(type)                                          \
  do {                                                     \
    _Complex type z = 0;                                   \
    _Complex type p = 1;                                   \
    const _Complex type one = 1 + 1.0iF;                   \
    const _Complex type turn = 1.0iF;                      \
    _Pragma("omp parallel for")                            \
    for (int i = 0; i < 100; ++i) {                        \
      _Pragma("omp atomic") z += one;                      \
      _Pragma("omp atomic") p *= turn;                     \
      if (i % 2) {                                         \
        _Pragma("omp atomic") z -= one;                    \
      }                                                    \
    }                                                      \
    CHECK(__real__ z == 50 && __imag__ z == 50);           \
    CHECK(__real__ p == 1 && __imag__ p == 0);             \
  } while (0)
/* clang-format on */

int main(void) {
  TRY(float);
  TRY(double);
  TRY(long double);
  return 0;
}
