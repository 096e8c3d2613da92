// __kmpc_doacross_*: loops whose iterations wait for one another. Translation only.
//
// The compiler doesn't say how many of the loops are collapsed, so anybody may run any iteration.
//
// Upper bounds are inclusive, but Clang, which counts iterations from 0, gives their number: one
// more. A wait for that one would never end. So the loop that comes next is looked at.
#include "abi/kmpc/doacross.hpp"

#include <span>
#include <vector>

#include "abi/export.hpp"
#include "abi/kmpc/types.hpp"

using namespace tidemill;
using kmpc::Location;
using kmpc::self;

namespace {

core::DoacrossLoop decode(const kmpc::Dimension& d) noexcept {
  const auto lower = static_cast<std::uint64_t>(d.lower);
  const auto upper = static_cast<std::uint64_t>(d.upper);
  const auto step = static_cast<std::uint64_t>(d.stride);
  const bool down = d.stride < 0;
  std::uint64_t count = 0;
  if (!down && d.lower <= d.upper) count = (upper - lower) / step + 1;
  if (down && d.lower >= d.upper) count = (lower - upper) / (0 - step) + 1;
  return {.lower = lower, .step = step, .count = count, .down = down};
}

bool counts_from_zero(const core::DoacrossLoop& loop) noexcept {
  return loop.lower == 0 && loop.step == 1;
}

std::span<const std::uint64_t> values(const std::int64_t* vector, std::size_t depth) noexcept {
  return {reinterpret_cast<const std::uint64_t*>(vector), depth};
}

}  // namespace

/// Its iterations are those of the nest's first loops together, which are collapsed: one product,
/// or the other one. That of as many inclusive bounds is always the larger one, so these are never
/// taken for numbers.
void kmpc::note_loop_of_nest(core::Member& m, std::uint64_t iterations) noexcept {
  std::uint64_t inclusive = 1;
  std::uint64_t numbers = 1;
  for (const core::DoacrossLoop& loop : m.doacross.nest->doacross.loops) {
    if (!counts_from_zero(loop)) return;
    numbers *= loop.count - 1;
    inclusive *= loop.count;
    if (iterations == inclusive) return;
    if (iterations != numbers) continue;
    m.doacross.unused = 1;
    return;
  }
}

extern "C" {

TM_EXPORT void __kmpc_doacross_init(Location*, std::int32_t, std::int32_t count,
                                    const kmpc::Dimension* dimensions) {
  std::vector<core::DoacrossLoop> loops;
  for (std::int32_t i = 0; i < count; ++i) loops.push_back(decode(dimensions[i]));
  core::leave_loop(self());  // a cancelled one
  core::enter_doacross(self(), loops, core::RowsRunBy::anybody);
}
TM_EXPORT void __kmpc_doacross_wait(Location*, std::int32_t, const std::int64_t* vector) {
  core::Member& m = self();
  if (const std::size_t depth = core::doacross_depth(m))
    core::wait_doacross(m, values(vector, depth));
}
TM_EXPORT void __kmpc_doacross_post(Location*, std::int32_t, const std::int64_t* vector) {
  core::Member& m = self();
  if (const std::size_t depth = core::doacross_depth(m))
    core::post_doacross(m, values(vector, depth));
}
TM_EXPORT void __kmpc_doacross_fini(Location*, std::int32_t) { core::leave_doacross(self()); }

}  // extern "C"
