// What the operation in a __kmpc_atomic_* name computes, from the variable and the expression. The
// `_rev` forms are the same with the two exchanged.
#pragma once

#include <type_traits>

namespace tidemill::kmpc::atomics {

// Integers narrower than int are computed in int and cut off, as in C; wider ones wrap around.
template <class T>
constexpr auto wrapping(T x) noexcept {
  if constexpr (std::is_integral_v<T>)
    return static_cast<std::make_unsigned_t<std::common_type_t<T, int>>>(x);
  else
    return x;
}

struct Add {
  template <class T>
  static T of(T x, T e) noexcept {
    return static_cast<T>(wrapping(x) + wrapping(e));
  }
};
struct Sub {
  template <class T>
  static T of(T x, T e) noexcept {
    return static_cast<T>(wrapping(x) - wrapping(e));
  }
};
struct Mul {
  template <class T>
  static T of(T x, T e) noexcept {
    return static_cast<T>(wrapping(x) * wrapping(e));
  }
};
struct Div {
  template <class T>
  static T of(T x, T e) noexcept {
    return static_cast<T>(x / e);
  }
};
struct Andb {
  template <class T>
  static T of(T x, T e) noexcept {
    return static_cast<T>(x & e);
  }
};
struct Orb {
  template <class T>
  static T of(T x, T e) noexcept {
    return static_cast<T>(x | e);
  }
};
struct Xor {
  template <class T>
  static T of(T x, T e) noexcept {
    return static_cast<T>(x ^ e);
  }
};
struct Shl {
  template <class T>
  static T of(T x, T e) noexcept {
    return static_cast<T>(wrapping(x) << e);
  }
};
struct Shr {
  template <class T>
  static T of(T x, T e) noexcept {
    return static_cast<T>(x >> e);
  }
};
struct Andl {
  template <class T>
  static T of(T x, T e) noexcept {
    return static_cast<T>(x && e);
  }
};
struct Orl {
  template <class T>
  static T of(T x, T e) noexcept {
    return static_cast<T>(x || e);
  }
};
/// Fortran's .eqv. and .neqv., on integers bit by bit.
struct Eqv {
  template <class T>
  static T of(T x, T e) noexcept {
    return static_cast<T>(~(x ^ e));
  }
};
struct Neqv {
  template <class T>
  static T of(T x, T e) noexcept {
    return static_cast<T>(x ^ e);
  }
};
struct Max {
  template <class T>
  static T of(T x, T e) noexcept {
    return x < e ? e : x;
  }
};
struct Min {
  template <class T>
  static T of(T x, T e) noexcept {
    return e < x ? e : x;
  }
};

template <class Operator>
struct Reversed {
  template <class T>
  static T of(T x, T e) noexcept {
    return Operator::of(e, x);
  }
};

}  // namespace tidemill::kmpc::atomics
