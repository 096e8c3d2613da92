// __kmpc_atomic_*: each entry point against the plain operation on every pair of a few values, with
// the variable where it is aligned and where it isn't; and a counter that no thread's additions get
// lost from, for every type.
#include <gtest/gtest.h>
#include <omp.h>

#include <cstdint>
#include <cstring>
#include <vector>

namespace {

// One function for all checks: there are hundreds of tests to compile.
[[gnu::noinline]] void expect(bool right, const char* name) { EXPECT_TRUE(right) << name; }

using Complex4 = __complex__ float;
using Complex8 = __complex__ double;
using Complex10 = __complex__ long double;

template <class T>
std::vector<T> values() {
  if constexpr (std::is_signed_v<T> && std::is_integral_v<T>)
    return {T(1), T(2), T(3), T(5), T(-7)};
  else if constexpr (std::is_integral_v<T>)
    return {T(1), T(2), T(3), T(5), T(~T(6))};
  else
    return {T(1), T(2.5), T(-0.75), T(8)};
}
template <class T, class Part>
std::vector<T> complex_values() {
  const auto make = [](Part real, Part imaginary) {
    T z{};
    __real__ z = real;
    __imag__ z = imaginary;
    return z;
  };
  return {make(1, 2), make(-3, Part(0.5)), make(2, 0)};
}
template <>
std::vector<Complex4> values<Complex4>() {
  return complex_values<Complex4, float>();
}
template <>
std::vector<Complex8> values<Complex8>() {
  return complex_values<Complex8, double>();
}
template <>
std::vector<Complex10> values<Complex10>() {
  return complex_values<Complex10, long double>();
}

/// Runs `check(variable, x, e)` for all pairs, the variable aligned and one byte further.
template <class T, class E, class Check>
void for_all(Check check) {
  alignas(16) unsigned char room[2 * sizeof(T) + 1];
  for (const T x : values<T>())
    for (const E e : values<E>())
      for (const int shift : {0, 1}) {
        std::memcpy(room + shift, &x, sizeof x);
        check(reinterpret_cast<T*>(room + shift), x, e);
      }
}

template <class T>
T load(const T* at) {
  T value;
  std::memcpy(&value, at, sizeof value);
  return value;
}

template <class T, class E, class Reference>
void check_plain(const char* name, void (*f)(void*, int, T*, E), Reference reference) {
  for_all<T, E>([&](T* at, T x, E e) {
    f(nullptr, 0, at, e);
    expect(load(at) == static_cast<T>(reference(x, e)), name);
  });
}
template <class T, class Reference>
void check_capture(const char* name, T (*f)(void*, int, T*, T, int), Reference reference) {
  for (const int after : {0, 1})
    for_all<T, T>([&](T* at, T x, T e) {
      const T wanted = static_cast<T>(reference(x, e));
      const T got = f(nullptr, 0, at, e, after);
      expect(got == (after != 0 ? wanted : x), name);
      expect(load(at) == wanted, name);
    });
}
void check_capture_to(const char* name, void (*f)(void*, int, Complex4*, Complex4, Complex4*, int),
                      Complex4 (*reference)(Complex4, Complex4)) {
  for (const int after : {0, 1})
    for_all<Complex4, Complex4>([&](Complex4* at, Complex4 x, Complex4 e) {
      Complex4 got = 0;
      f(nullptr, 0, at, e, &got, after);
      expect(got == (after != 0 ? reference(x, e) : x), name);
      expect(load(at) == reference(x, e), name);
    });
}

template <class T>
void check_count(const char* name, void (*add)(void*, int, T*, T)) {
  T counter = 0;
#pragma omp parallel num_threads(4)
  for (int i = 0; i < 20; ++i) add(nullptr, 0, &counter, T(1));
  expect(counter == T(80), name);
}

}  // namespace

// Declares one entry point and checks it; `expression` is in x and e.
#define PLAIN(name, T, E, expression)                                                          \
  extern "C" void __kmpc_atomic_##name(void*, int, T*, E);                                     \
  TEST(Atomic, name) {                                                                         \
    check_plain<T, E>(#name, __kmpc_atomic_##name, [](auto x, auto e) { return expression; }); \
  }
#define CAPTURE(name, T, expression)                                                          \
  extern "C" T __kmpc_atomic_##name(void*, int, T*, T, int);                                  \
  TEST(Atomic, name) {                                                                        \
    check_capture<T>(#name, __kmpc_atomic_##name, [](auto x, auto e) { return expression; }); \
  }
#define BOTH(name, T, expression) \
  PLAIN(name, T, T, expression)   \
  CAPTURE(name##_cpt, T, expression)
#define ORDERED(name, T, expression, reversed) \
  BOTH(name, T, expression)                    \
  PLAIN(name##_rev, T, T, reversed)            \
  CAPTURE(name##_cpt_rev, T, reversed)
#define ACCESS(type, T)                                                     \
  extern "C" T __kmpc_atomic_##type##_rd(void*, int, T*);                   \
  extern "C" T __kmpc_atomic_##type##_swp(void*, int, T*, T);               \
  PLAIN(type##_wr, T, T, (void(x), e))                                      \
  TEST(Atomic, type##_access) {                                             \
    for_all<T, T>([](T* at, T x, T e) {                                     \
      expect(__kmpc_atomic_##type##_rd(nullptr, 0, at) == x, __func__);     \
      expect(__kmpc_atomic_##type##_swp(nullptr, 0, at, e) == x, __func__); \
      expect(load(at) == e, __func__);                                      \
    });                                                                     \
  }
#define COUNT(type, T) \
  TEST(AtomicCount, type) { check_count<T>(#type, __kmpc_atomic_##type##_add); }

// Widened, so that the reference itself doesn't overflow; the result is cut off.
#define INTEGER(type, T)                                                                           \
  BOTH(type##_add, T, std::uint64_t(x) + std::uint64_t(e))                                         \
  BOTH(type##_mul, T, std::uint64_t(x) * std::uint64_t(e))                                         \
  BOTH(type##_andb, T, x& e)                                                                       \
  BOTH(type##_orb, T, x | e)                                                                       \
  BOTH(type##_xor, T, x ^ e)                                                                       \
  BOTH(type##_andl, T, x&& e)                                                                      \
  BOTH(type##_orl, T, x || e)                                                                      \
  BOTH(type##_eqv, T, x ^ ~e)                                                                      \
  BOTH(type##_neqv, T, x ^ e)                                                                      \
  BOTH(type##_max, T, x > e ? x : e)                                                               \
  BOTH(type##_min, T, x < e ? x : e)                                                               \
  ORDERED(type##_sub, T, std::uint64_t(x) - std::uint64_t(e), std::uint64_t(e) - std::uint64_t(x)) \
  ORDERED(type##_div, T, x / e, e / x)                                                             \
  PLAIN(type##_mul_float8, T, double, double(x) * e)                                               \
  PLAIN(type##_div_float8, T, double, double(x) / e)                                               \
  ACCESS(type, T)                                                                                  \
  COUNT(type, T)
#define UNSIGNED(type, T) ORDERED(type##_div, T, x / e, e / x)
#define FLOATING(type, T)              \
  BOTH(type##_add, T, x + e)           \
  BOTH(type##_mul, T, x* e)            \
  BOTH(type##_max, T, x > e ? x : e)   \
  BOTH(type##_min, T, x < e ? x : e)   \
  ORDERED(type##_sub, T, x - e, e - x) \
  ORDERED(type##_div, T, x / e, e / x) \
  ACCESS(type, T)                      \
  COUNT(type, T)
#define COMPLEX(type, T)               \
  BOTH(type##_add, T, x + e)           \
  BOTH(type##_mul, T, x* e)            \
  ORDERED(type##_sub, T, x - e, e - x) \
  ORDERED(type##_div, T, x / e, e / x) \
  ACCESS(type, T)                      \
  COUNT(type, T)

INTEGER(fixed1, std::int8_t)
INTEGER(fixed2, std::int16_t)
INTEGER(fixed4, std::int32_t)
INTEGER(fixed8, std::int64_t)
UNSIGNED(fixed1u, std::uint8_t)
UNSIGNED(fixed2u, std::uint16_t)
UNSIGNED(fixed4u, std::uint32_t)
UNSIGNED(fixed8u, std::uint64_t)
FLOATING(float4, float)
FLOATING(float8, double)
FLOATING(float10, long double)
COMPLEX(cmplx8, Complex8)
COMPLEX(cmplx10, Complex10)

PLAIN(float4_add_float8, float, double, double(x) + e)
PLAIN(float4_sub_float8, float, double, double(x) - e)
PLAIN(float4_mul_float8, float, double, double(x) * e)
PLAIN(float4_div_float8, float, double, double(x) / e)

PLAIN(cmplx4_add, Complex4, Complex4, x + e)
PLAIN(cmplx4_sub, Complex4, Complex4, x - e)
PLAIN(cmplx4_mul, Complex4, Complex4, x* e)
PLAIN(cmplx4_div, Complex4, Complex4, x / e)
PLAIN(cmplx4_sub_rev, Complex4, Complex4, e - x)
PLAIN(cmplx4_div_rev, Complex4, Complex4, e / x)
PLAIN(cmplx4_add_cmplx8, Complex4, Complex8, Complex8(x) + e)
PLAIN(cmplx4_sub_cmplx8, Complex4, Complex8, Complex8(x) - e)
PLAIN(cmplx4_mul_cmplx8, Complex4, Complex8, Complex8(x) * e)
PLAIN(cmplx4_div_cmplx8, Complex4, Complex8, Complex8(x) / e)
COUNT(cmplx4, Complex4)

#define CAPTURE_TO(name, expression)                                                     \
  extern "C" void __kmpc_atomic_##name(void*, int, Complex4*, Complex4, Complex4*, int); \
  TEST(Atomic, name) {                                                                   \
    check_capture_to(#name, __kmpc_atomic_##name,                                        \
                     [](Complex4 x, Complex4 e) -> Complex4 { return expression; });     \
  }
CAPTURE_TO(cmplx4_add_cpt, x + e)
CAPTURE_TO(cmplx4_sub_cpt, x - e)
CAPTURE_TO(cmplx4_mul_cpt, x* e)
CAPTURE_TO(cmplx4_div_cpt, x / e)
CAPTURE_TO(cmplx4_sub_cpt_rev, e - x)
CAPTURE_TO(cmplx4_div_cpt_rev, e / x)

// Shifts by what the type has bits for.
#define SHIFT(name, T, expression)                                                            \
  extern "C" void __kmpc_atomic_##name(void*, int, T*, T);                                    \
  extern "C" T __kmpc_atomic_##name##_cpt(void*, int, T*, T, int);                            \
  extern "C" void __kmpc_atomic_##name##_rev(void*, int, T*, T);                              \
  extern "C" T __kmpc_atomic_##name##_cpt_rev(void*, int, T*, T, int);                        \
  TEST(Atomic, name) {                                                                        \
    const auto reference = [](auto x, auto e) { return static_cast<T>(expression); };         \
    for (const T big : {T(1), T(77), T(-3)})                                                  \
      for (const T by : {T(0), T(1), T(3)}) {                                                 \
        T at = big;                                                                           \
        __kmpc_atomic_##name(nullptr, 0, &at, by);                                            \
        expect(at == reference(big, by), __func__);                                           \
        at = big;                                                                             \
        expect(__kmpc_atomic_##name##_cpt(nullptr, 0, &at, by, 0) == big, __func__);          \
        expect(at == reference(big, by), __func__);                                           \
        at = by;                                                                              \
        __kmpc_atomic_##name##_rev(nullptr, 0, &at, big);                                     \
        expect(at == reference(big, by), __func__);                                           \
        at = by;                                                                              \
        expect(__kmpc_atomic_##name##_cpt_rev(nullptr, 0, &at, big, 1) == reference(big, by), \
               __func__);                                                                     \
      }                                                                                       \
  }
SHIFT(fixed1_shl, std::int8_t, std::uint64_t(x) << e)
SHIFT(fixed2_shl, std::int16_t, std::uint64_t(x) << e)
SHIFT(fixed4_shl, std::int32_t, std::uint64_t(x) << e)
SHIFT(fixed8_shl, std::int64_t, std::uint64_t(x) << e)
SHIFT(fixed1_shr, std::int8_t, x >> e)
SHIFT(fixed2_shr, std::int16_t, x >> e)
SHIFT(fixed4_shr, std::int32_t, x >> e)
SHIFT(fixed8_shr, std::int64_t, x >> e)
SHIFT(fixed1u_shr, std::uint8_t, x >> e)
SHIFT(fixed2u_shr, std::uint16_t, x >> e)
SHIFT(fixed4u_shr, std::uint32_t, x >> e)
SHIFT(fixed8u_shr, std::uint64_t, x >> e)

#define COMPARE_AND_SWAP(bytes, T)                                                        \
  extern "C" bool __kmpc_atomic_bool_##bytes##_cas(void*, int, T*, T, T);                 \
  extern "C" T __kmpc_atomic_val_##bytes##_cas(void*, int, T*, T, T);                     \
  extern "C" bool __kmpc_atomic_bool_##bytes##_cas_cpt(void*, int, T*, T, T, T*);         \
  extern "C" T __kmpc_atomic_val_##bytes##_cas_cpt(void*, int, T*, T, T, T*);             \
  TEST(AtomicCompare, bytes) {                                                            \
    T x = 5;                                                                              \
    T v = 0;                                                                              \
    expect(!__kmpc_atomic_bool_##bytes##_cas(nullptr, 0, &x, 4, 6), __func__);            \
    expect(__kmpc_atomic_bool_##bytes##_cas(nullptr, 0, &x, 5, 6), __func__);             \
    expect(x == 6, __func__);                                                             \
    expect(__kmpc_atomic_val_##bytes##_cas(nullptr, 0, &x, 6, 7) == 6, __func__);         \
    expect(__kmpc_atomic_val_##bytes##_cas(nullptr, 0, &x, 6, 8) == 7, __func__);         \
    expect(!__kmpc_atomic_bool_##bytes##_cas_cpt(nullptr, 0, &x, 6, 8, &v), __func__);    \
    expect(v == 7, __func__);                                                             \
    expect(__kmpc_atomic_val_##bytes##_cas_cpt(nullptr, 0, &x, 7, 9, &v) == 7, __func__); \
    expect(v == 9, __func__);                                                             \
    expect(__kmpc_atomic_val_##bytes##_cas_cpt(nullptr, 0, &x, 7, 1, &v) == 9, __func__); \
    expect(v == 9, __func__);                                                             \
  }
COMPARE_AND_SWAP(1, std::int8_t)
COMPARE_AND_SWAP(2, std::int16_t)
COMPARE_AND_SWAP(4, std::int32_t)
COMPARE_AND_SWAP(8, std::int64_t)

#define GENERIC(bytes)                                                                            \
  extern "C" void __kmpc_atomic_##bytes(void*, int, void*, void*, void (*)(void*, void*, void*)); \
  TEST(AtomicGeneric, bytes) {                                                                    \
    unsigned char x[bytes] = {};                                                                  \
    unsigned char e[bytes];                                                                       \
    for (int i = 0; i < bytes; ++i) e[i] = static_cast<unsigned char>(i + 1);                     \
    const auto add = [](void* result, void* left, void* right) {                                  \
      for (int i = 0; i < bytes; ++i)                                                             \
        static_cast<unsigned char*>(result)[i] = static_cast<unsigned char>(                      \
            static_cast<unsigned char*>(left)[i] + static_cast<unsigned char*>(right)[i]);        \
    };                                                                                            \
    for (int i = 0; i < 3; ++i) __kmpc_atomic_##bytes(nullptr, 0, x, e, add);                     \
    for (int i = 0; i < bytes; ++i) expect(x[i] == (3 * (i + 1)) % 256, __func__);                \
  }
GENERIC(1)
GENERIC(2)
GENERIC(4)
GENERIC(8)
GENERIC(10)
GENERIC(16)
GENERIC(20)
GENERIC(32)

extern "C" void __kmpc_atomic_start(void);
extern "C" void __kmpc_atomic_end(void);
TEST(Atomic, StartAndEnd) {
  int counter = 0;
#pragma omp parallel num_threads(4)
  for (int i = 0; i < 100; ++i) {
    __kmpc_atomic_start();
    ++counter;
    __kmpc_atomic_end();
  }
  expect(counter == 400, __func__);
}
