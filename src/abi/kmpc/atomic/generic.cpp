// __kmpc_atomic_N, compare-and-swap forms, and atomic_start/end: operations whose computation the
// compiler hands over as a function, or does itself between two calls.
#include "abi/kmpc/atomic/forms.hpp"

using namespace tidemill::kmpc;
using namespace tidemill::kmpc::atomics;

namespace {

/// compute(&result, &x, &e) writes x op e.
using Compute = void (*)(void* result, void* x, void* e);

/// N bytes without a meaning of their own.
template <std::size_t bytes>
struct Bytes {
  unsigned char data[bytes];
};

template <std::size_t bytes>
void generic(void* at, void* e, Compute compute) noexcept {
  using Value = Bytes<bytes>;
  update(static_cast<Value*>(at), [e, compute](Value x) {
    Value result;
    compute(&result, &x, e);
    return result;
  });
}

/// x = x == expected ? desired : x; returns what was there.
template <class T>
T compare_and_swap(T* at, T expected, T desired) noexcept {
  return update(at, [=](T x) { return x == expected ? desired : x; }).before;
}

}  // namespace

#define TM_GENERIC(bytes)                                                                    \
  TM_EXPORT void __kmpc_atomic_##bytes(Location*, int, void* at, void* e, Compute compute) { \
    generic<bytes>(at, e, compute);                                                          \
  }

// bool: whether it was exchanged; val: what was there. _cpt: v gets x as the construct leaves it,
// for bool only where nothing was exchanged.
#define TM_COMPARE_AND_SWAP(bytes, T)                                                             \
  TM_EXPORT bool __kmpc_atomic_bool_##bytes##_cas(Location*, int, T* at, T expected, T desired) { \
    return compare_and_swap(at, expected, desired) == expected;                                   \
  }                                                                                               \
  TM_EXPORT T __kmpc_atomic_val_##bytes##_cas(Location*, int, T* at, T expected, T desired) {     \
    return compare_and_swap(at, expected, desired);                                               \
  }                                                                                               \
  TM_EXPORT bool __kmpc_atomic_bool_##bytes##_cas_cpt(Location*, int, T* at, T expected,          \
                                                      T desired, T* v) {                          \
    const T before = compare_and_swap(at, expected, desired);                                     \
    if (before != expected) *v = before;                                                          \
    return before == expected;                                                                    \
  }                                                                                               \
  TM_EXPORT T __kmpc_atomic_val_##bytes##_cas_cpt(Location*, int, T* at, T expected, T desired,   \
                                                  T* v) {                                         \
    const T before = compare_and_swap(at, expected, desired);                                     \
    *v = before == expected ? desired : before;                                                   \
    return before;                                                                                \
  }

extern "C" {

TM_GENERIC(1)
TM_GENERIC(2)
TM_GENERIC(4)
TM_GENERIC(8)
TM_GENERIC(10)
TM_GENERIC(16)
TM_GENERIC(20)
TM_GENERIC(32)

TM_COMPARE_AND_SWAP(1, std::int8_t)
TM_COMPARE_AND_SWAP(2, std::int16_t)
TM_COMPARE_AND_SWAP(4, std::int32_t)
TM_COMPARE_AND_SWAP(8, std::int64_t)

TM_EXPORT void __kmpc_atomic_start(void) { tidemill::abi::wide_atomics.mutex.lock(); }
TM_EXPORT void __kmpc_atomic_end(void) { tidemill::abi::wide_atomics.mutex.unlock(); }

}  // extern "C"
