// __kmpc_atomic_float16_*, cmplx16_* and *_fp: numbers of 16 bytes (quadruple precision), and
// variables of other types updated with an expression of that type. Intel's compilers call them, on
// x86-64 only. A table; see forms.hpp.
#include "abi/kmpc/atomic/forms.hpp"

using namespace tidemill::kmpc;
using namespace tidemill::kmpc::atomics;

using Quad = __float128;
// `__complex__ __float128` has no other spelling in C++.
using ComplexQuad = __attribute__((mode(TC))) __complex__ float;
static_assert(sizeof(ComplexQuad) == 2 * sizeof(Quad));

// The variable is T, the expression quadruple, and so is the computation.
#define TM_MIXED_ORDERED(type, name, Operator, T)                \
  TM_ATOMIC(type##_##name##_fp, Operator, T, Quad)               \
  TM_ATOMIC_CAPTURE(type##_##name##_cpt_fp, Operator, T, Quad)   \
  TM_ATOMIC(type##_##name##_rev_fp, Reversed<Operator>, T, Quad) \
  TM_ATOMIC_CAPTURE(type##_##name##_cpt_rev_fp, Reversed<Operator>, T, Quad)
#define TM_MIXED(type, T)                            \
  TM_ATOMIC(type##_add_fp, Add, T, Quad)             \
  TM_ATOMIC_CAPTURE(type##_add_cpt_fp, Add, T, Quad) \
  TM_ATOMIC(type##_mul_fp, Mul, T, Quad)             \
  TM_ATOMIC_CAPTURE(type##_mul_cpt_fp, Mul, T, Quad) \
  TM_MIXED_ORDERED(type, sub, Sub, T)                \
  TM_MIXED_ORDERED(type, div, Div, T)

extern "C" {

TM_ATOMIC_BOTH(float16_add, Add, Quad)
TM_ATOMIC_BOTH(float16_mul, Mul, Quad)
TM_ATOMIC_BOTH(float16_max, Max, Quad)
TM_ATOMIC_BOTH(float16_min, Min, Quad)
TM_ATOMIC_ORDERED(float16_sub, Sub, Quad)
TM_ATOMIC_ORDERED(float16_div, Div, Quad)
TM_ATOMIC_READ(float16, Quad)
TM_ATOMIC_WRITE(float16, Quad)
TM_ATOMIC_SWAP(float16, Quad)

TM_ATOMIC_BOTH(cmplx16_add, Add, ComplexQuad)
TM_ATOMIC_BOTH(cmplx16_mul, Mul, ComplexQuad)
TM_ATOMIC_ORDERED(cmplx16_sub, Sub, ComplexQuad)
TM_ATOMIC_ORDERED(cmplx16_div, Div, ComplexQuad)
TM_ATOMIC_READ(cmplx16, ComplexQuad)
TM_ATOMIC_WRITE(cmplx16, ComplexQuad)
TM_ATOMIC_SWAP(cmplx16, ComplexQuad)

TM_MIXED(fixed1, std::int8_t)
TM_MIXED(fixed1u, std::uint8_t)
TM_MIXED(fixed2, std::int16_t)
TM_MIXED(fixed2u, std::uint16_t)
TM_MIXED(fixed4, std::int32_t)
TM_MIXED(fixed4u, std::uint32_t)
TM_MIXED(fixed8, std::int64_t)
TM_MIXED(fixed8u, std::uint64_t)
TM_MIXED(float4, float)
TM_MIXED(float8, double)
TM_MIXED(float10, long double)

}  // extern "C"
