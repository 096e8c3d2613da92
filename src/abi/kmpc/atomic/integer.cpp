// __kmpc_atomic_fixed*: integers of 1, 2, 4 and 8 bytes. A table; see forms.hpp.
#include "abi/kmpc/atomic/forms.hpp"

using namespace tidemill::kmpc;
using namespace tidemill::kmpc::atomics;

#define TM_SIGNED(type, T)                     \
  TM_ATOMIC_BOTH(type##_add, Add, T)           \
  TM_ATOMIC_BOTH(type##_mul, Mul, T)           \
  TM_ATOMIC_BOTH(type##_andb, Andb, T)         \
  TM_ATOMIC_BOTH(type##_orb, Orb, T)           \
  TM_ATOMIC_BOTH(type##_xor, Xor, T)           \
  TM_ATOMIC_BOTH(type##_andl, Andl, T)         \
  TM_ATOMIC_BOTH(type##_orl, Orl, T)           \
  TM_ATOMIC_BOTH(type##_eqv, Eqv, T)           \
  TM_ATOMIC_BOTH(type##_neqv, Neqv, T)         \
  TM_ATOMIC_BOTH(type##_max, Max, T)           \
  TM_ATOMIC_BOTH(type##_min, Min, T)           \
  TM_ATOMIC_ORDERED(type##_sub, Sub, T)        \
  TM_ATOMIC_ORDERED(type##_div, Div, T)        \
  TM_ATOMIC_ORDERED(type##_shl, Shl, T)        \
  TM_ATOMIC_ORDERED(type##_shr, Shr, T)        \
  TM_ATOMIC(type##_mul_float8, Mul, T, double) \
  TM_ATOMIC(type##_div_float8, Div, T, double) \
  TM_ATOMIC_READ(type, T)                      \
  TM_ATOMIC_WRITE(type, T)                     \
  TM_ATOMIC_SWAP(type, T)

// Only where the sign matters.
#define TM_UNSIGNED(type, T)            \
  TM_ATOMIC_ORDERED(type##_div, Div, T) \
  TM_ATOMIC_ORDERED(type##_shr, Shr, T)

extern "C" {

TM_SIGNED(fixed1, std::int8_t)
TM_SIGNED(fixed2, std::int16_t)
TM_SIGNED(fixed4, std::int32_t)
TM_SIGNED(fixed8, std::int64_t)
TM_UNSIGNED(fixed1u, std::uint8_t)
TM_UNSIGNED(fixed2u, std::uint16_t)
TM_UNSIGNED(fixed4u, std::uint32_t)
TM_UNSIGNED(fixed8u, std::uint64_t)

}  // extern "C"
