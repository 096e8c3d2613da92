// GOMP_loop_ordered_*, GOMP_loop_doacross_*, GOMP_ordered_* and GOMP_doacross_*. Translation only.
//
// GCC counts the iterations of a doacross nest from 0 in every dimension, and has flattened the
// collapsed loops into the first; its variable goes from 0 to counts[0].
#include <array>
#include <cstdarg>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "abi/export.hpp"
#include "abi/gomp/loop.hpp"
#include "abi/gomp/reduction.hpp"

using namespace tidemill;
using core::ScheduleKind;

namespace {

using Function = void (*)(void*);
using ull = unsigned long long;

core::Member& self() { return *core::current_worker().member; }

template <class T>
bool start_ordered(core::LoopBounds bounds, T* first, T* last) {
  bounds.ordering = core::Ordering::ordered;
  core::enter_loop(self(), bounds);
  return gomp::next(first, last);
}

/// Enters the nest, then its distributed loop.
template <class T>
bool start_doacross(unsigned dimensions, const T* counts, const gomp::ScheduleArgument& schedule,
                    T* first, T* last, std::uintptr_t* reductions = nullptr,
                    void** memory = nullptr) {
  std::vector<core::DoacrossLoop> loops(dimensions);
  for (unsigned i = 0; i < dimensions; ++i) loops[i].count = static_cast<std::uint64_t>(counts[i]);
  if (reductions != nullptr) gomp::enter_shared_reductions(self(), reductions);
  core::enter_doacross(self(), loops, core::RowsRunBy::one_member_each);
  return gomp::start<T>({.count = loops[0].count, .kind = schedule.kind, .chunk = schedule.chunk},
                        first, last, nullptr, memory);
}

/// Calls `use` with the values that name an iteration, as next() gives them one by one; not at all
/// if nobody waits for any.
template <class Next, class Use>
void with_values(const core::Member& m, Next next, Use use) {
  constexpr std::size_t kFew = 16;
  const std::size_t depth = core::doacross_depth(m);
  const auto fill = [&](std::span<std::uint64_t> values) {
    for (std::uint64_t& value : values) value = next();
    use(std::span<const std::uint64_t>(values));
  };
  if (depth == 0) return;
  if (depth <= kFew) {
    std::array<std::uint64_t, kFew> few;
    fill(std::span(few).first(depth));
  } else {
    std::vector<std::uint64_t> many(depth);
    fill(many);
  }
}

template <class T>
void post(const T* counts) {
  core::Member& m = self();
  with_values(
      m, [&] { return static_cast<std::uint64_t>(*counts++); },
      [&](std::span<const std::uint64_t> values) { core::post_doacross(m, values); });
}

template <class T>
void wait(T first, std::va_list& rest) {
  core::Member& m = self();
  bool is_first = true;
  with_values(
      m,
      [&] {
        return static_cast<std::uint64_t>(std::exchange(is_first, false) ? first : va_arg(rest, T));
      },
      [&](std::span<const std::uint64_t> values) { core::wait_doacross(m, values); });
}

}  // namespace

// A schedule's entry points: the loop over a long, and the one over an unsigned long long.
#define TM_ORDERED_LOOP(name, kind)                                                              \
  TM_EXPORT bool GOMP_loop_ordered_##name##_start(long begin, long end, long step, long chunk,   \
                                                  long* first, long* last) {                     \
    return start_ordered(                                                                        \
        gomp::bounds(begin, end, step, gomp::schedule_of(ScheduleKind::kind, chunk)), first,     \
        last);                                                                                   \
  }                                                                                              \
  TM_EXPORT bool GOMP_loop_ull_ordered_##name##_start(bool up, ull begin, ull end, ull step,     \
                                                      ull chunk, ull* first, ull* last) {        \
    return start_ordered(                                                                        \
        gomp::bounds(up, begin, end, step, gomp::schedule_of(ScheduleKind::kind, chunk)), first, \
        last);                                                                                   \
  }
#define TM_ORDERED_NEXT(name)                                    \
  TM_EXPORT bool GOMP_loop_ordered_##name##_next(long*, long*)   \
      TM_ALIAS("GOMP_loop_ordered_static_next");                 \
  TM_EXPORT bool GOMP_loop_ull_ordered_##name##_next(ull*, ull*) \
      TM_ALIAS("GOMP_loop_ull_ordered_static_next");
#define TM_DOACROSS_LOOP(name, kind)                                                               \
  TM_EXPORT bool GOMP_loop_doacross_##name##_start(unsigned dimensions, long* counts, long chunk,  \
                                                   long* first, long* last) {                      \
    return start_doacross(dimensions, counts, gomp::schedule_of(ScheduleKind::kind, chunk), first, \
                          last);                                                                   \
  }                                                                                                \
  TM_EXPORT bool GOMP_loop_ull_doacross_##name##_start(unsigned dimensions, ull* counts,           \
                                                       ull chunk, ull* first, ull* last) {         \
    return start_doacross(dimensions, counts, gomp::schedule_of(ScheduleKind::kind, chunk), first, \
                          last);                                                                   \
  }

extern "C" {

TM_EXPORT void GOMP_ordered_start(void) { core::wait_ordered(self()); }
// The turn is passed on with the chunk: only then is it known that its iterations are over.
TM_EXPORT void GOMP_ordered_end(void) {}

TM_ORDERED_LOOP(static, static_)
TM_ORDERED_LOOP(dynamic, dynamic)
TM_ORDERED_LOOP(guided, guided)
TM_EXPORT bool GOMP_loop_ordered_runtime_start(long begin, long end, long step, long* first,
                                               long* last) {
  return start_ordered(gomp::bounds(begin, end, step, gomp::runtime_schedule()), first, last);
}
TM_EXPORT bool GOMP_loop_ull_ordered_runtime_start(bool up, ull begin, ull end, ull step,
                                                   ull* first, ull* last) {
  return start_ordered(gomp::bounds(up, begin, end, step, gomp::runtime_schedule()), first, last);
}

// As for other loops: the member knows the schedule.
TM_EXPORT bool GOMP_loop_ordered_static_next(long* first, long* last) {
  return gomp::next(first, last);
}
TM_EXPORT bool GOMP_loop_ull_ordered_static_next(ull* first, ull* last) {
  return gomp::next(first, last);
}
TM_ORDERED_NEXT(dynamic)
TM_ORDERED_NEXT(guided)
TM_ORDERED_NEXT(runtime)

TM_EXPORT bool GOMP_loop_ordered_start(long begin, long end, long step, long sched, long chunk,
                                       long* first, long* last, std::uintptr_t* reductions,
                                       void** memory) {
  core::LoopBounds b = gomp::bounds(begin, end, step, gomp::schedule(sched, chunk));
  b.ordering = core::Ordering::ordered;
  return gomp::start(b, first, last, reductions, memory);
}
TM_EXPORT bool GOMP_loop_ull_ordered_start(bool up, ull begin, ull end, ull step, long sched,
                                           ull chunk, ull* first, ull* last,
                                           std::uintptr_t* reductions, void** memory) {
  core::LoopBounds b = gomp::bounds(up, begin, end, step, gomp::schedule(sched, chunk));
  b.ordering = core::Ordering::ordered;
  return gomp::start(b, first, last, reductions, memory);
}

TM_DOACROSS_LOOP(static, static_)
TM_DOACROSS_LOOP(dynamic, dynamic)
TM_DOACROSS_LOOP(guided, guided)
TM_EXPORT bool GOMP_loop_doacross_runtime_start(unsigned dimensions, long* counts, long* first,
                                                long* last) {
  return start_doacross(dimensions, counts, gomp::runtime_schedule(), first, last);
}
TM_EXPORT bool GOMP_loop_doacross_start(unsigned dimensions, long* counts, long sched, long chunk,
                                        long* first, long* last, std::uintptr_t* reductions,
                                        void** memory) {
  return start_doacross(dimensions, counts, gomp::schedule(sched, chunk), first, last, reductions,
                        memory);
}

TM_EXPORT bool GOMP_loop_ull_doacross_runtime_start(unsigned dimensions, ull* counts, ull* first,
                                                    ull* last) {
  return start_doacross(dimensions, counts, gomp::runtime_schedule(), first, last);
}
TM_EXPORT bool GOMP_loop_ull_doacross_start(unsigned dimensions, ull* counts, long sched, ull chunk,
                                            ull* first, ull* last, std::uintptr_t* reductions,
                                            void** memory) {
  return start_doacross(dimensions, counts, gomp::schedule(sched, chunk), first, last, reductions,
                        memory);
}

TM_EXPORT void GOMP_doacross_post(long* counts) { post(counts); }
TM_EXPORT void GOMP_doacross_wait(long first, ...) {
  std::va_list rest;
  va_start(rest, first);
  wait(first, rest);
  va_end(rest);
}
TM_EXPORT void GOMP_doacross_ull_post(ull* counts) { post(counts); }
TM_EXPORT void GOMP_doacross_ull_wait(ull first, ...) {
  std::va_list rest;
  va_start(rest, first);
  wait(first, rest);
  va_end(rest);
}

}  // extern "C"
