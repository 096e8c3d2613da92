// __kmpc_doacross_*: loops whose iterations wait for one another. Translation only.
//
// The compiler doesn't say how many of the loops are collapsed, so anybody may run any iteration.
#include <span>
#include <vector>

#include "abi/export.hpp"
#include "abi/kmpc/self.hpp"
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

std::span<const std::uint64_t> values(const std::int64_t* vector, std::size_t depth) noexcept {
  return {reinterpret_cast<const std::uint64_t*>(vector), depth};
}

}  // namespace

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
