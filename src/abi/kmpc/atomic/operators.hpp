// What the operation in a __kmpc_atomic_* name computes, from the variable and the expression,
// which have one type; of a narrow one in a wider, which apply() cuts off. The `_rev` forms are the
// same with the two exchanged.
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
  static auto of(auto x, auto e) noexcept { return wrapping(x) + wrapping(e); }
};
struct Sub {
  static auto of(auto x, auto e) noexcept { return wrapping(x) - wrapping(e); }
};
struct Mul {
  static auto of(auto x, auto e) noexcept { return wrapping(x) * wrapping(e); }
};
struct Div {
  static auto of(auto x, auto e) noexcept { return x / e; }
};
struct Andb {
  static auto of(auto x, auto e) noexcept { return x & e; }
};
struct Orb {
  static auto of(auto x, auto e) noexcept { return x | e; }
};
struct Xor {
  static auto of(auto x, auto e) noexcept { return x ^ e; }
};
struct Shl {
  static auto of(auto x, auto e) noexcept { return wrapping(x) << e; }
};
struct Shr {
  static auto of(auto x, auto e) noexcept { return x >> e; }
};
struct Andl {
  static auto of(auto x, auto e) noexcept { return x && e; }
};
struct Orl {
  static auto of(auto x, auto e) noexcept { return x || e; }
};
/// Fortran's .eqv. and .neqv., on integers bit by bit.
struct Eqv {
  static auto of(auto x, auto e) noexcept { return ~(x ^ e); }
};
struct Neqv {
  static auto of(auto x, auto e) noexcept { return x ^ e; }
};
struct Max {
  static auto of(auto x, auto e) noexcept { return x < e ? e : x; }
};
struct Min {
  static auto of(auto x, auto e) noexcept { return e < x ? e : x; }
};

template <class Operator>
struct Reversed {
  static auto of(auto x, auto e) noexcept { return Operator::of(e, x); }
};

}  // namespace tidemill::kmpc::atomics
