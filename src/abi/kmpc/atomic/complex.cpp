// __kmpc_atomic_cmplx*: complex numbers, passed as C passes them. A table; see forms.hpp.
//
// The capturing forms of cmplx4 return through an argument: a leftover of compilers that disagreed
// on how a complex float is returned.
#include "abi/kmpc/atomic/forms.hpp"

using namespace tidemill::kmpc;
using namespace tidemill::kmpc::atomics;

using Complex4 = __complex__ float;
using Complex8 = __complex__ double;
using Complex10 = __complex__ long double;

#define TM_COMPLEX(type, T)             \
  TM_ATOMIC_BOTH(type##_add, Add, T)    \
  TM_ATOMIC_BOTH(type##_mul, Mul, T)    \
  TM_ATOMIC_ORDERED(type##_sub, Sub, T) \
  TM_ATOMIC_ORDERED(type##_div, Div, T) \
  TM_ATOMIC_READ(type, T)               \
  TM_ATOMIC_WRITE(type, T)              \
  TM_ATOMIC_SWAP(type, T)

#define TM_CAPTURE_TO(name, Operator)                                                          \
  TM_EXPORT void __kmpc_atomic_##name(Location*, int, Complex4* at, Complex4 e, Complex4* out, \
                                      int flag) {                                              \
    *out = captured(apply<Operator>(at, e), flag);                                             \
  }

extern "C" {

TM_COMPLEX(cmplx8, Complex8)
TM_COMPLEX(cmplx10, Complex10)

TM_ATOMIC(cmplx4_add, Add, Complex4, Complex4)
TM_ATOMIC(cmplx4_sub, Sub, Complex4, Complex4)
TM_ATOMIC(cmplx4_mul, Mul, Complex4, Complex4)
TM_ATOMIC(cmplx4_div, Div, Complex4, Complex4)
TM_ATOMIC(cmplx4_sub_rev, Reversed<Sub>, Complex4, Complex4)
TM_ATOMIC(cmplx4_div_rev, Reversed<Div>, Complex4, Complex4)
TM_ATOMIC(cmplx4_add_cmplx8, Add, Complex4, Complex8)
TM_ATOMIC(cmplx4_sub_cmplx8, Sub, Complex4, Complex8)
TM_ATOMIC(cmplx4_mul_cmplx8, Mul, Complex4, Complex8)
TM_ATOMIC(cmplx4_div_cmplx8, Div, Complex4, Complex8)
TM_CAPTURE_TO(cmplx4_add_cpt, Add)
TM_CAPTURE_TO(cmplx4_sub_cpt, Sub)
TM_CAPTURE_TO(cmplx4_mul_cpt, Mul)
TM_CAPTURE_TO(cmplx4_div_cpt, Div)
TM_CAPTURE_TO(cmplx4_sub_cpt_rev, Reversed<Sub>)
TM_CAPTURE_TO(cmplx4_div_cpt_rev, Reversed<Div>)
TM_ATOMIC_READ(cmplx4, Complex4)
TM_ATOMIC_WRITE(cmplx4, Complex4)
TM_EXPORT void __kmpc_atomic_cmplx4_swp(Location*, int, Complex4* at, Complex4 e, Complex4* out) {
  *out = swap(at, e);
}

}  // extern "C"
