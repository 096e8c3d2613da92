// __kmpc_atomic_float*: float, double, long double. A table; see forms.hpp.
#include "abi/kmpc/atomic/forms.hpp"

using namespace tidemill::kmpc;
using namespace tidemill::kmpc::atomics;

#define TM_FLOATING(type, T)            \
  TM_ATOMIC_BOTH(type##_add, Add, T)    \
  TM_ATOMIC_BOTH(type##_mul, Mul, T)    \
  TM_ATOMIC_BOTH(type##_max, Max, T)    \
  TM_ATOMIC_BOTH(type##_min, Min, T)    \
  TM_ATOMIC_ORDERED(type##_sub, Sub, T) \
  TM_ATOMIC_ORDERED(type##_div, Div, T) \
  TM_ATOMIC_READ(type, T)               \
  TM_ATOMIC_WRITE(type, T)              \
  TM_ATOMIC_SWAP(type, T)

extern "C" {

TM_FLOATING(float4, float)
TM_FLOATING(float8, double)
TM_FLOATING(float10, long double)

TM_ATOMIC(float4_add_float8, Add, float, double)
TM_ATOMIC(float4_sub_float8, Sub, float, double)
TM_ATOMIC(float4_mul_float8, Mul, float, double)
TM_ATOMIC(float4_div_float8, Div, float, double)

}  // extern "C"
