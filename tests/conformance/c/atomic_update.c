/* atomic update: every operator, both operand orders, on every scalar type. */
#include "check.h"

enum { kRounds = 200 };

/* clang-format off */
#define TRY(type)                                                        \
  do {                                                                   \
    type sum = 0, difference = 0, product = 1, quotient = 64;            \
    type up = 0, down = 0, left = 0, right = 0;                          \
    _Pragma("omp parallel for")                                          \
    for (int i = 0; i < 60; ++i) {                                       \
      _Pragma("omp atomic") sum += 2;                                    \
      _Pragma("omp atomic update") difference -= 1;                      \
      _Pragma("omp atomic") ++up;                                        \
      _Pragma("omp atomic") up++;                                        \
      _Pragma("omp atomic") --down;                                      \
      _Pragma("omp atomic") down--;                                      \
      _Pragma("omp atomic") left = left + 1;                             \
      _Pragma("omp atomic") right = 1 - right;                           \
      if (i % 10 == 0) {                                                 \
        _Pragma("omp atomic") product *= 2;                              \
        _Pragma("omp atomic") quotient /= 2;                             \
      }                                                                  \
    }                                                                    \
    CHECK(sum == (type)120);                                             \
    CHECK(difference == (type)-60);                                      \
    CHECK(up == (type)120 && down == (type)-120);                        \
    CHECK(left == (type)60 && right == (type)0);                         \
    CHECK(product == (type)64 && quotient == (type)1);                   \
  } while (0)

#define TRY_BITS(type)                                                   \
  do {                                                                   \
    type all = (type)~0, any = 0, odd = 0, shifted = 1, halved = 64;     \
    _Pragma("omp parallel for")                                          \
    for (int i = 0; i < 60; ++i) {                                       \
      _Pragma("omp atomic") all &= (type)~(1 << i % 3);                  \
      _Pragma("omp atomic") any |= (type)(1 << i % 5);                   \
      _Pragma("omp atomic") odd ^= (type)i;                              \
      if (i % 10 == 0) {                                                 \
        _Pragma("omp atomic") shifted <<= 1;                             \
        _Pragma("omp atomic") halved >>= 1;                              \
      }                                                                  \
    }                                                                    \
    type expected = 0;                                                   \
    for (int i = 0; i < 60; ++i) expected ^= (type)i;                    \
    CHECK(all == (type)~7 && any == (type)31 && odd == expected);        \
    CHECK(shifted == (type)64 && halved == (type)1);                     \
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
  TRY_BITS(signed char);
  TRY_BITS(unsigned char);
  TRY_BITS(short);
  TRY_BITS(int);
  TRY_BITS(unsigned);
  TRY_BITS(long);
  TRY_BITS(unsigned long long);
  return 0;
}
