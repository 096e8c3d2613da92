// The proc_bind clause in the `flags` of what forms a parallel region: the low three bits hold an
// omp_proc_bind_t, 0 for no clause.
#pragma once

#include "core/settings/icvs.hpp"

namespace tidemill::gomp {

inline core::ProcBind proc_bind(unsigned flags) {
  const unsigned policy = flags & 7u;
  return policy <= 4 ? static_cast<core::ProcBind>(policy) : core::ProcBind::false_;
}

}  // namespace tidemill::gomp
