// How one __kmpc_atomic_* call is done: a compare-and-swap loop on the variable's own bytes where
// the processor has one of that width and the variable is aligned to it, else a lock.
//
// The lock is one for all, also for GCC's code (abi/shared_locks.hpp), so a float10 written
// under it and read under it never tears. What is only sometimes misaligned is always either locked
// or not, by its address: both kinds of access never meet on one variable.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <mutex>
#include <type_traits>

#include "abi/shared_locks.hpp"

namespace tidemill::kmpc::atomics {

template <std::size_t bytes>
struct WordOf;
template <>
struct WordOf<1> {
  using Type = std::uint8_t;
};
template <>
struct WordOf<2> {
  using Type = std::uint16_t;
};
template <>
struct WordOf<4> {
  using Type = std::uint32_t;
};
template <>
struct WordOf<8> {
  using Type = std::uint64_t;
};

/// A complex float has the width of a word, but is aligned as a float: GCC's code always locks.
template <class T>
inline constexpr bool kIsWord =
    !std::is_same_v<T, __complex__ float> &&
    (sizeof(T) == 1 || sizeof(T) == 2 || sizeof(T) == 4 || sizeof(T) == 8);

/// Before and after one operation.
template <class T>
struct Change {
  T before;
  T after;
};

/// Replaces *at by compute(*at). Sequentially consistent: `#pragma omp atomic seq_cst` has no other
/// entry point.
template <class T, class Compute>
Change<T> update(T* at, Compute compute) noexcept {
  if constexpr (kIsWord<T>) {
    using Word = typename WordOf<sizeof(T)>::Type;
    if (reinterpret_cast<std::uintptr_t>(at) % sizeof(T) == 0) {
      auto* word = reinterpret_cast<Word*>(at);
      Word seen = __atomic_load_n(word, __ATOMIC_RELAXED);  // only a guess; the exchange decides
      for (;;) {
        T before;
        std::memcpy(&before, &seen, sizeof(T));
        const T after = compute(before);
        Word wanted;
        std::memcpy(&wanted, &after, sizeof(T));
        if (__atomic_compare_exchange_n(word, &seen, wanted, true, __ATOMIC_SEQ_CST,
                                        __ATOMIC_RELAXED))
          return {before, after};
      }
    }
  }
  std::lock_guard guard(abi::wide_atomics.mutex);
  T before;
  std::memcpy(&before, at, sizeof(T));
  const T after = compute(before);
  std::memcpy(at, &after, sizeof(T));
  return {before, after};
}

template <class T>
T read(T* at) noexcept {
  if constexpr (kIsWord<T>) {
    using Word = typename WordOf<sizeof(T)>::Type;
    if (reinterpret_cast<std::uintptr_t>(at) % sizeof(T) == 0) {
      const Word word = __atomic_load_n(reinterpret_cast<Word*>(at), __ATOMIC_SEQ_CST);
      T value;
      std::memcpy(&value, &word, sizeof(T));
      return value;
    }
  }
  std::lock_guard guard(abi::wide_atomics.mutex);
  T value;
  std::memcpy(&value, at, sizeof(T));
  return value;
}

/// Returns what was there.
template <class T>
T swap(T* at, T value) noexcept {
  return update(at, [value](T) { return value; }).before;
}

}  // namespace tidemill::kmpc::atomics
