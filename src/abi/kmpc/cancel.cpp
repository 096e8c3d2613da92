// __kmpc_cancel, cancellation points, and the barrier that is one. Translation only.
#include "core/task/cancel.hpp"
#include "abi/export.hpp"
#include "abi/kmpc/self.hpp"
#include "abi/kmpc/types.hpp"

using namespace tidemill;
using kmpc::Location;

namespace {

core::Cancel decode(std::int32_t kind) noexcept {
  switch (kind) {
    case kmpc::kCancelParallel:
      return core::Cancel::parallel;
    case kmpc::kCancelLoop:
      return core::Cancel::loop;
    case kmpc::kCancelSections:
      return core::Cancel::sections;
    default:
      return core::Cancel::taskgroup;
  }
}

}  // namespace

extern "C" {

// 1: the caller is to leave the construct.
TM_EXPORT std::int32_t __kmpc_cancel(Location*, std::int32_t, std::int32_t kind) {
  return core::cancel(decode(kind));
}
TM_EXPORT std::int32_t __kmpc_cancellationpoint(Location*, std::int32_t, std::int32_t kind) {
  return core::cancellation_point(decode(kind));
}
TM_EXPORT std::int32_t __kmpc_cancel_barrier(Location*, std::int32_t) {
  return kmpc::barrier() == core::BarrierEnd::cancelled;
}

TM_EXPORT int kmp_get_cancellation_status(int kind) {
  return core::cancellation_point(decode(kind));
}
TM_EXPORT int kmp_get_cancellation_status_(const int* kind) {
  return kmp_get_cancellation_status(*kind);
}

}  // extern "C"
