// __kmpc_dispatch_*: loops whose chunks are handed out one by one, and sections. Translation only.
//
// A loop ends for a thread when it is told that nothing is left; with a cancelled loop that never
// happens, so what a thread has not left it leaves when it enters its next loop, doacross nest or
// set of task reductions (and __kmpc_dispatch_deinit, from Clang 19 on, says when a loop is over,
// but not when it is cancelled).
#include <algorithm>
#include <limits>
#include <type_traits>

#include "abi/export.hpp"
#include "abi/kmpc/doacross.hpp"
#include "abi/kmpc/league.hpp"
#include "abi/kmpc/self.hpp"
#include "abi/kmpc/types.hpp"

using namespace tidemill;
using core::ScheduleKind;
using kmpc::Location;
using kmpc::self;

namespace {

template <class T>
using Signed = std::make_signed_t<T>;

struct Schedule {
  ScheduleKind kind;
  std::uint64_t chunk;
  bool ordered;
  bool free_order;  // of chunks
  std::uint64_t grain = 1;
};

/// The simd modifier: the compiler gives the number of lanes in the chunk's place, and a chunk of n
/// is n times as many iterations, as libomp has it.
Schedule in_lanes(const core::Schedule& s, std::uint64_t lanes, bool ordered, bool free) noexcept {
  lanes = std::max<std::uint64_t>(lanes, 1);
  const std::uint64_t chunk = static_cast<std::uint64_t>(s.chunk) * lanes;
  return {s.kind, chunk, ordered, free, std::max(chunk, lanes)};
}

Schedule decode(std::int32_t number, std::int64_t chunk) {
  int kind = number & ~(kmpc::kMonotonic | kmpc::kNonmonotonic);
  if (kind >= kmpc::kNoMergeFirst) kind -= kmpc::kNoMergeDistance;
  const bool ordered = kind >= kmpc::kOrderedFirst && kind <= kmpc::kOrderedLast;
  if (ordered) kind -= kmpc::kOrderedDistance;
  const bool free = (number & kmpc::kNonmonotonic) != 0;
  const std::uint64_t given = chunk > 0 ? static_cast<std::uint64_t>(chunk) : 0;
  switch (kind) {
    case kmpc::kStaticChunked:
      return {ScheduleKind::static_, given, ordered, free};
    case kmpc::kStaticBalancedChunked:
      return in_lanes({.kind = ScheduleKind::static_, .chunk = 0}, given, ordered, free);
    case kmpc::kStatic:
    case kmpc::kStaticGreedy:
    case kmpc::kStaticBalanced:
      return {ScheduleKind::static_, 0, ordered, free};
    case kmpc::kGuidedChunked:
    case kmpc::kTrapezoidal:
    case kmpc::kGuidedIterative:
    case kmpc::kGuidedAnalytical:
      return {ScheduleKind::guided, given, ordered, free};
    case kmpc::kGuidedSimd:
      return in_lanes({.kind = ScheduleKind::guided, .chunk = 1}, given, ordered, free);
    case kmpc::kRuntime:
    case kmpc::kRuntimeSimd: {
      const core::Schedule& s = kmpc::current_task().icvs->run_schedule;
      const bool any_order = free && !s.monotonic;
      if (kind == kmpc::kRuntimeSimd) return in_lanes(s, given, ordered, any_order);
      return {s.kind, static_cast<std::uint64_t>(s.chunk), ordered, any_order};
    }
    case kmpc::kAuto:
      return {ScheduleKind::automatic, 0, ordered, free};
    default:
      return {ScheduleKind::dynamic, given, ordered, free};
  }
}

/// Bounds are inclusive.
template <class T>
std::uint64_t count_of(T lower, T upper, Signed<T> step) noexcept {
  using U = std::make_unsigned_t<T>;
  if (step > 0 ? lower > upper : lower < upper) return 0;
  const U distance = step > 0 ? U(U(upper) - U(lower)) : U(U(lower) - U(upper));
  const U width = step > 0 ? U(step) : U(U{0} - U(step));
  return std::uint64_t{U(distance / width)} + 1;
}

void enter(std::int32_t schedule, std::int64_t chunk, std::uint64_t count, std::uint64_t origin,
           std::uint64_t step) {
  core::Member& m = self();
  core::leave_loop(m);
  kmpc::note_loop(m, count);
  const Schedule s = decode(schedule, chunk);
  core::enter_loop(
      m, {.count = count,
          .origin = origin,
          .step = step,
          .kind = s.kind,
          .chunk = s.chunk,
          .grain = s.grain,
          .ordering = s.ordered ? core::Ordering::ordered : core::Ordering::none,
          .chunk_order = s.free_order ? core::ChunkOrder::any : core::ChunkOrder::increasing});
}

template <class T>
void init(std::int32_t schedule, T lower, T upper, Signed<T> step, Signed<T> chunk) {
  // Widened with their sign: origin + i * step is then right modulo 2^64, and so modulo 2^32.
  enter(schedule, chunk, count_of(lower, upper, step), static_cast<std::uint64_t>(lower),
        static_cast<std::uint64_t>(std::int64_t{step}));
}

template <class T>
std::int32_t next(std::int32_t* last, T* lower, T* upper, Signed<T>* stride) {
  core::Member& m = self();
  std::uint64_t from = 0;
  std::uint64_t to = 0;
  if (!core::next_chunk(m, &from, &to)) {
    core::leave_loop(m);
    return 0;
  }
  const core::LoopBounds& b = m.loop.bounds;
  *lower = static_cast<T>(b.origin + from * b.step);
  *upper = static_cast<T>(b.origin + (to - 1) * b.step);
  if (stride != nullptr) *stride = static_cast<Signed<T>>(b.step);
  if (last != nullptr) *last = to == b.count;  // nothing comes after the last one
  return 1;
}

/// `distribute parallel for` with chunks handed out: the team's block of the loop, then as above.
template <class T>
void dist_init(std::int32_t schedule, std::int32_t* last, T lower, T upper, Signed<T> step,
               Signed<T> chunk) {
  const std::uint64_t count = count_of(lower, upper, step);
  const auto teams = static_cast<std::uint64_t>(kmpc::team_count());
  const auto number = static_cast<std::uint64_t>(kmpc::team_number());
  const core::Part mine = core::part_of(count, teams, number);
  if (last != nullptr) *last = mine.count != 0 && mine.first + mine.count == count;
  const auto by = static_cast<std::uint64_t>(std::int64_t{step});
  enter(schedule, chunk, mine.count, static_cast<std::uint64_t>(lower) + mine.first * by, by);
}

/// After each iteration of an ordered loop.
void finish_iteration() {
  core::Member& m = self();
  if (m.loop.bounds.ordering == core::Ordering::ordered) core::end_ordered_iteration(m);
}

}  // namespace

// One group of entry points per type of loop variable: signed and unsigned, 4 and 8 bytes.
#define TM_DISPATCHED_LOOPS(suffix, T)                                                         \
  TM_EXPORT void __kmpc_dispatch_init_##suffix(Location*, std::int32_t, std::int32_t schedule, \
                                               T lower, T upper, Signed<T> step,               \
                                               Signed<T> chunk) {                              \
    init<T>(schedule, lower, upper, step, chunk);                                              \
  }                                                                                            \
  TM_EXPORT void __kmpc_dist_dispatch_init_##suffix(                                           \
      Location*, std::int32_t, std::int32_t schedule, std::int32_t* last, T lower, T upper,    \
      Signed<T> step, Signed<T> chunk) {                                                       \
    dist_init<T>(schedule, last, lower, upper, step, chunk);                                   \
  }                                                                                            \
  TM_EXPORT std::int32_t __kmpc_dispatch_next_##suffix(                                        \
      Location*, std::int32_t, std::int32_t* last, T* lower, T* upper, Signed<T>* stride) {    \
    return next<T>(last, lower, upper, stride);                                                \
  }                                                                                            \
  TM_EXPORT void __kmpc_dispatch_fini_##suffix(Location*, std::int32_t) { finish_iteration(); }

extern "C" {

TM_DISPATCHED_LOOPS(4, std::int32_t)
TM_DISPATCHED_LOOPS(4u, std::uint32_t)
TM_DISPATCHED_LOOPS(8, std::int64_t)
TM_DISPATCHED_LOOPS(8u, std::uint64_t)

TM_EXPORT void __kmpc_dispatch_deinit(Location*, std::int32_t) { core::leave_loop(self()); }

/// Sections are the iterations of a dynamic loop; how many there are comes with each question.
TM_EXPORT void __kmpc_sections_init(Location*, std::int32_t) {
  core::Member& m = self();
  core::leave_loop(m);
  core::enter_loop(m, {.count = std::numeric_limits<std::int32_t>::max(),
                       .kind = ScheduleKind::dynamic,
                       .chunk = 1,
                       .one_by_one = true});
}
TM_EXPORT std::int32_t __kmpc_next_section(Location*, std::int32_t, std::int32_t sections) {
  std::uint64_t first = 0;
  std::uint64_t last = 0;
  const bool more = core::next_chunk(self(), &first, &last);
  return more && first < static_cast<std::uint64_t>(sections) ? static_cast<std::int32_t>(first)
                                                              : sections;
}
TM_EXPORT void __kmpc_end_sections(Location*, std::int32_t) { core::leave_loop(self()); }

}  // extern "C"
