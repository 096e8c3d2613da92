/* Intel's compilers' atomic operations on quadruple precision, real and complex, and on other types
 * with an expression of quadruple precision: right alone, and no update is lost by a team. */
#include "../conformance/check.h"

#include <stdint.h>

typedef _Float128 Quad;
typedef _Complex _Float128 ComplexQuad;

#define REAL(T, name, R)                                        \
  void __kmpc_atomic_##name##_add(void*, int, T*, T);           \
  void __kmpc_atomic_##name##_sub_rev(void*, int, T*, T);       \
  void __kmpc_atomic_##name##_div(void*, int, T*, T);           \
  T __kmpc_atomic_##name##_mul_cpt(void*, int, T*, T, int);     \
  T __kmpc_atomic_##name##_div_cpt_rev(void*, int, T*, T, int); \
  T __kmpc_atomic_##name##_rd(void*, int, T*);                  \
  void __kmpc_atomic_##name##_wr(void*, int, T*, T);            \
  T __kmpc_atomic_##name##_swp(void*, int, T*, T);
REAL(Quad, float16, Quad)
REAL(ComplexQuad, cmplx16, Quad)
void __kmpc_atomic_float16_max(void*, int, Quad*, Quad);
Quad __kmpc_atomic_float16_min_cpt(void*, int, Quad*, Quad, int);

#define MIXED(T, name)                                                   \
  void __kmpc_atomic_##name##_add_fp(void*, int, T*, Quad);              \
  void __kmpc_atomic_##name##_sub_rev_fp(void*, int, T*, Quad);          \
  T __kmpc_atomic_##name##_mul_cpt_fp(void*, int, T*, Quad, int);        \
  T __kmpc_atomic_##name##_div_cpt_rev_fp(void*, int, T*, Quad, int);    \
  static void mixed_##name(void) {                                       \
    static T x;                                                          \
    x = 10;                                                              \
    CHECK(__kmpc_atomic_##name##_mul_cpt_fp(0, 0, &x, 2.5, 0) == 10);    \
    CHECK(x == 25);                                                      \
    __kmpc_atomic_##name##_sub_rev_fp(0, 0, &x, 75);                     \
    CHECK(x == 50);                                                      \
    CHECK(__kmpc_atomic_##name##_div_cpt_rev_fp(0, 0, &x, 100, 1) == 2); \
    x = 0;                                                               \
    _Pragma("omp parallel num_threads(4)") for (int i = 0; i < 25; ++i)  \
        __kmpc_atomic_##name##_add_fp(0, 0, &x, 1);                      \
    CHECK(x == 25 * team_of_four());                                     \
  }

static int team_of_four(void) {
  int n = 0;
#pragma omp parallel num_threads(4) reduction(+ : n)
  n++;
  return n;
}

MIXED(int8_t, fixed1)
MIXED(uint8_t, fixed1u)
MIXED(int16_t, fixed2)
MIXED(uint16_t, fixed2u)
MIXED(int32_t, fixed4)
MIXED(uint32_t, fixed4u)
MIXED(int64_t, fixed8)
MIXED(uint64_t, fixed8u)
MIXED(float, float4)
MIXED(double, float8)
MIXED(long double, float10)

static void real(void) {
  const Quad third = (Quad)1 / 3;
  static Quad x;
  __kmpc_atomic_float16_wr(0, 0, &x, third);
  CHECK(__kmpc_atomic_float16_rd(0, 0, &x) == third);
  CHECK(__kmpc_atomic_float16_mul_cpt(0, 0, &x, 6, 1) == third * 6);
  __kmpc_atomic_float16_sub_rev(0, 0, &x, 10);
  CHECK(x == 10 - third * 6);
  CHECK(__kmpc_atomic_float16_swp(0, 0, &x, 4) == 10 - third * 6);
  CHECK(__kmpc_atomic_float16_div_cpt_rev(0, 0, &x, 2, 1) == 0.5);
  __kmpc_atomic_float16_div(0, 0, &x, 2);
  __kmpc_atomic_float16_max(0, 0, &x, third);
  CHECK(x == third);
  CHECK(__kmpc_atomic_float16_min_cpt(0, 0, &x, 0, 0) == third && x == 0);
#pragma omp parallel num_threads(4)
  for (int i = 0; i < 1000; ++i) __kmpc_atomic_float16_add(0, 0, &x, third);
  const Quad expected = third * 1000 * team_of_four();
  CHECK(x - expected < 1e-25 && expected - x < 1e-25);
}

static void complex_numbers(void) {
  const ComplexQuad i = __builtin_complex((Quad)0, (Quad)1);
  static ComplexQuad z;
  __kmpc_atomic_cmplx16_wr(0, 0, &z, 2 + i);
  CHECK(__kmpc_atomic_cmplx16_rd(0, 0, &z) == 2 + i);
  CHECK(__kmpc_atomic_cmplx16_mul_cpt(0, 0, &z, i, 1) == -1 + 2 * i);
  __kmpc_atomic_cmplx16_sub_rev(0, 0, &z, 3);
  CHECK(z == 4 - 2 * i);
  __kmpc_atomic_cmplx16_div(0, 0, &z, 2);
  CHECK(__kmpc_atomic_cmplx16_swp(0, 0, &z, i) == 2 - i);
  CHECK(__kmpc_atomic_cmplx16_div_cpt_rev(0, 0, &z, 1, 0) == i && z == -i);
  __kmpc_atomic_cmplx16_wr(0, 0, &z, 0);
#pragma omp parallel num_threads(4)
  for (int k = 0; k < 1000; ++k) __kmpc_atomic_cmplx16_add(0, 0, &z, 1 + i);
  CHECK(z == 1000 * team_of_four() * (1 + i));
}

int main(void) {
  real();
  complex_numbers();
  mixed_fixed1();
  mixed_fixed1u();
  mixed_fixed2();
  mixed_fixed2u();
  mixed_fixed4();
  mixed_fixed4u();
  mixed_fixed8();
  mixed_fixed8u();
  mixed_float4();
  mixed_float8();
  mixed_float10();
  return 0;
}
