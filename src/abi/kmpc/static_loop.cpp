// __kmpc_for_static_init_*, __kmpc_dist_for_static_init_*, __kmpc_team_static_init_*: each thread's
// part of a loop with a static schedule, computed alone. Translation only.
//
// Bounds are inclusive and in terms of the loop variable. A thread gets its first chunk and the
// stride to its next one. A thread without iterations gets lower beyond upper. All arithmetic is
// unsigned and modulo the width, so neither wide loops nor negative steps overflow.
#include <algorithm>
#include <limits>
#include <type_traits>

#include "abi/export.hpp"
#include "abi/kmpc/doacross.hpp"
#include "abi/kmpc/league.hpp"
#include "abi/kmpc/self.hpp"
#include "abi/kmpc/types.hpp"

using namespace tidemill;
using Run = core::Part;  // of the iterations: one chunk, or all that a place gets
using kmpc::Location;
using kmpc::self;

namespace {

/// One of `of` threads or teams.
struct Place {
  std::uint64_t number;
  std::uint64_t of;
};

Place in_team(const core::Member& m) noexcept {
  return {static_cast<std::uint64_t>(m.number), static_cast<std::uint64_t>(m.team->size)};
}
Place in_team() noexcept { return in_team(self()); }
Place in_league() noexcept {
  return {static_cast<std::uint64_t>(kmpc::team_number()),
          static_cast<std::uint64_t>(kmpc::team_count())};
}

/// Loop variable of type T, its step always signed.
template <class T>
class Bounds {
 public:
  using U = std::make_unsigned_t<T>;
  using S = std::make_signed_t<T>;

  Bounds(T lower, T upper, S step) noexcept : lower_(lower), upper_(upper), step_(step) {}

  /// Modulo the width: LLVM's OpenMPIRBuilder, which flang uses, hands a loop without iterations
  /// over as one from 0 to -1, unsigned, and takes upper - lower + 1 of what it gets. A program has
  /// no loop of 2^32 iterations whose variable has 32 bits.
  std::uint64_t count() const noexcept {
    if (step_ > 0 ? lower_ > upper_ : lower_ < upper_) return 0;
    const U distance = step_ > 0 ? U(U(upper_) - U(lower_)) : U(U(lower_) - U(upper_));
    const U width = step_ > 0 ? U(step_) : U(U{0} - U(step_));
    // Most loops go by ones.
    return U((width == 1 ? distance : distance / width) + 1);
  }
  T at(std::uint64_t iteration) const noexcept {
    return static_cast<T>(U(U(lower_) + U(iteration) * U(step_)));
  }
  S distance(std::uint64_t iterations) const noexcept {
    return static_cast<S>(U(U(iterations) * U(step_)));
  }
  /// Bounds that no iteration is within, wherever the loop lies.
  void set_empty(T* lower, T* upper) const noexcept {
    const bool room =
        step_ > 0 ? upper_ < std::numeric_limits<T>::max() : upper_ > std::numeric_limits<T>::min();
    const T beyond = static_cast<T>(step_ > 0 ? U(U(upper_) + 1) : U(U(upper_) - 1));
    const T before = static_cast<T>(step_ > 0 ? U(U(upper_) - 1) : U(U(upper_) + 1));
    *lower = room ? beyond : upper_;
    *upper = room ? upper_ : before;
  }

 private:
  T lower_;
  T upper_;
  S step_;
};

/// One run each, all but the last a multiple of `chunk` long: schedule(simd: static).
Run block_of_chunks(std::uint64_t count, std::uint64_t chunk, Place place) noexcept {
  const std::uint64_t even = (count + place.of - 1) / place.of;
  const std::uint64_t length = (even + chunk - 1) / chunk * chunk;
  const std::uint64_t first = std::min(place.number * length, count);
  return {first, std::min(length, count - first)};
}

std::int32_t plain(std::int32_t schedule) noexcept {
  schedule &= ~(kmpc::kMonotonic | kmpc::kNonmonotonic);
  return schedule >= kmpc::kNoMergeFirst ? schedule - kmpc::kNoMergeDistance : schedule;
}

/// A run each, without chunks: most loops. In line: all members stand here at once.
template <class T>
[[gnu::always_inline]] inline void share_block(Place place, std::int32_t* last, T* lower, T* upper,
                                               std::make_signed_t<T>* stride,
                                               std::make_signed_t<T> step) {
  const Bounds<T> loop(*lower, *upper, step);
  const std::uint64_t count = loop.count();
  const Run run = core::part_of(count, place.of, place.number);
  const std::uint64_t end = run.first + run.count;
  if (last != nullptr) *last = run.count != 0 && end == count;
  *stride = count != 0 ? loop.distance(count) : step;
  if (run.count != 0) [[likely]] {
    *lower = loop.at(run.first);
    *upper = loop.at(end - 1);
  } else if (count != 0) {
    loop.set_empty(lower, upper);
  }
}

template <class T>
void share(std::int32_t schedule, Place place, std::int32_t* last, T* lower, T* upper,
           std::make_signed_t<T>* stride, std::make_signed_t<T> step, std::make_signed_t<T> chunk) {
  const Bounds<T> loop(*lower, *upper, step);
  const std::uint64_t count = loop.count();
  if (last != nullptr) *last = 0;
  *stride = step;
  if (count == 0) return;
  const auto length = static_cast<std::uint64_t>(std::max<std::make_signed_t<T>>(chunk, 1));
  Run run{};
  bool has_last = false;
  switch (plain(schedule)) {
    case kmpc::kStaticChunked:
    case kmpc::kOrderedDistance + kmpc::kStaticChunked:
    case kmpc::kDistributeStaticChunked: {
      const std::uint64_t chunks = (count - 1) / length + 1;
      if (place.number < chunks) run = {place.number * length, std::min(length, count)};
      // With one chunk each the next begins right behind the loop: chunks of any size together may
      // be more than a loop variable holds.
      *stride = loop.distance(chunks <= place.of ? count - run.first : length * place.of);
      has_last = (chunks - 1) % place.of == place.number;
      break;
    }
    case kmpc::kStaticBalancedChunked:
      run = block_of_chunks(count, length, place);
      has_last = run.count != 0 && run.first + run.count == count;
      *stride = loop.distance(count);
      break;
    default:
      return share_block(place, last, lower, upper, stride, step);
  }
  if (last != nullptr) *last = has_last;
  if (run.count == 0) return loop.set_empty(lower, upper);
  // The last chunk is cut here; the compiler's code cuts those it steps on to.
  *lower = loop.at(run.first);
  *upper = loop.at(std::min(run.first + run.count, count) - 1);
}

template <class T>
using Signed = std::make_signed_t<T>;

template <class T>
[[gnu::noinline]] void for_init_slow(std::int32_t schedule, std::int32_t* last, T* lower, T* upper,
                                     Signed<T>* stride, Signed<T> step, Signed<T> chunk) {
  kmpc::note_loop(self(), Bounds<T>(*lower, *upper, step).count());
  const std::int32_t kind = plain(schedule);
  const bool distribute = kind == kmpc::kDistributeStatic || kind == kmpc::kDistributeStaticChunked;
  share<T>(schedule, distribute ? in_league() : in_team(), last, lower, upper, stride, step, chunk);
}

template <class T>
void for_init(std::int32_t schedule, std::int32_t* last, T* lower, T* upper, Signed<T>* stride,
              Signed<T> step, Signed<T> chunk) {
  const core::Worker* const w = core::current_worker_or_null();
  if (schedule == kmpc::kStatic && w != nullptr && w->member->doacross.nest == nullptr) [[likely]]
    return share_block(in_team(*w->member), last, lower, upper, stride, step);
  for_init_slow(schedule, last, lower, upper, stride, step, chunk);
}

/// `distribute parallel for`: the team's block first, then the thread's part of it.
template <class T>
void dist_for_init(std::int32_t schedule, std::int32_t* last, T* lower, T* upper, T* team_upper,
                   Signed<T>* stride, Signed<T> step, Signed<T> chunk) {
  std::int32_t team_last = 0;
  std::int32_t thread_last = 0;
  Signed<T> ignored{};
  share<T>(kmpc::kDistributeStatic, in_league(), &team_last, lower, upper, &ignored, step, 0);
  *team_upper = *upper;
  share<T>(schedule, in_team(), &thread_last, lower, upper, stride, step, chunk);
  if (last != nullptr) *last = team_last != 0 && thread_last != 0;
}

/// `distribute` in chunks.
template <class T>
void team_init(std::int32_t* last, T* lower, T* upper, Signed<T>* stride, Signed<T> step,
               Signed<T> chunk) {
  share<T>(kmpc::kDistributeStaticChunked, in_league(), last, lower, upper, stride, step, chunk);
}

}  // namespace

// One group of entry points per type of loop variable: signed and unsigned, 4 and 8 bytes.
#define TM_STATIC_LOOPS(suffix, T)                                                             \
  TM_EXPORT void __kmpc_for_static_init_##suffix(                                              \
      Location*, std::int32_t, std::int32_t schedule, std::int32_t* last, T* lower, T* upper,  \
      Signed<T>* stride, Signed<T> step, Signed<T> chunk) {                                    \
    for_init<T>(schedule, last, lower, upper, stride, step, chunk);                            \
  }                                                                                            \
  TM_EXPORT void __kmpc_dist_for_static_init_##suffix(                                         \
      Location*, std::int32_t, std::int32_t schedule, std::int32_t* last, T* lower, T* upper,  \
      T* team_upper, Signed<T>* stride, Signed<T> step, Signed<T> chunk) {                     \
    dist_for_init<T>(schedule, last, lower, upper, team_upper, stride, step, chunk);           \
  }                                                                                            \
  TM_EXPORT void __kmpc_team_static_init_##suffix(Location*, std::int32_t, std::int32_t* last, \
                                                  T* lower, T* upper, Signed<T>* stride,       \
                                                  Signed<T> step, Signed<T> chunk) {           \
    team_init<T>(last, lower, upper, stride, step, chunk);                                     \
  }

extern "C" {

TM_STATIC_LOOPS(4, std::int32_t)
TM_STATIC_LOOPS(4u, std::uint32_t)
TM_STATIC_LOOPS(8, std::int64_t)
TM_STATIC_LOOPS(8u, std::uint64_t)

TM_EXPORT void __kmpc_for_static_fini(Location*, std::int32_t) {}

}  // extern "C"
