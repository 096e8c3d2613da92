// The forms that the entry points of __kmpc_atomic_* come in, one line each in the tables of
// integer.cpp, floating.cpp and complex.cpp. `name` is what stands between __kmpc_atomic_ and the
// end, T the variable's type, E the expression's.
#pragma once

#include "abi/export.hpp"
#include "abi/kmpc/atomic/operation.hpp"
#include "abi/kmpc/atomic/operators.hpp"
#include "abi/kmpc/types.hpp"

namespace tidemill::kmpc::atomics {

/// x = x op e, in the type of the wider one: `fixed4_mul_float8` multiplies in double.
template <class Operator, class T, class E>
Change<T> apply(T* at, E e) noexcept {
  return update(at, [e](T x) { return static_cast<T>(Operator::of(static_cast<E>(x), e)); });
}

/// `flag` of the capturing forms: the value after the operation, or the one before.
template <class T>
T captured(const Change<T>& change, int flag) noexcept {
  return flag != 0 ? change.after : change.before;
}

}  // namespace tidemill::kmpc::atomics

// x = x op e
#define TM_ATOMIC(name, Operator, T, E) \
  TM_EXPORT void __kmpc_atomic_##name(Location*, int, T* at, E e) { apply<Operator>(at, e); }
// v = x before or after x = x op e
#define TM_ATOMIC_CAPTURE(name, Operator, T, E)                            \
  TM_EXPORT T __kmpc_atomic_##name(Location*, int, T* at, E e, int flag) { \
    return captured(apply<Operator>(at, e), flag);                         \
  }
// Both, for an operator that doesn't care about the order of its operands.
#define TM_ATOMIC_BOTH(name, Operator, T) \
  TM_ATOMIC(name, Operator, T, T)         \
  TM_ATOMIC_CAPTURE(name##_cpt, Operator, T, T)
// x = x op e and x = e op x, plain and capturing.
#define TM_ATOMIC_ORDERED(name, Operator, T)      \
  TM_ATOMIC_BOTH(name, Operator, T)               \
  TM_ATOMIC(name##_rev, Reversed<Operator>, T, T) \
  TM_ATOMIC_CAPTURE(name##_cpt_rev, Reversed<Operator>, T, T)
// v = x; x = e; v = x and x = e in one
#define TM_ATOMIC_READ(type, T) \
  TM_EXPORT T __kmpc_atomic_##type##_rd(Location*, int, T* at) { return read(at); }
#define TM_ATOMIC_WRITE(type, T) \
  TM_EXPORT void __kmpc_atomic_##type##_wr(Location*, int, T* at, T e) { swap(at, e); }
#define TM_ATOMIC_SWAP(type, T) \
  TM_EXPORT T __kmpc_atomic_##type##_swp(Location*, int, T* at, T e) { return swap(at, e); }
