// A GNU libgomp that is loaded beside Tidemill and runs nothing: the program is linked with both,
// or brought its own. If places are asked for (OMP_PROC_BIND, OMP_PLACES, GOMP_CPU_AFFINITY), it
// still binds the process' first thread to the first of them, as soon as it is loaded.
#pragma once

#include "platform/cpu_set.hpp"

namespace tidemill::platform {

/// The processors of all its places, if `bound_to` is the first one's; else none.
CpuSet places_of_idle_libgomp(const CpuSet& bound_to);

}  // namespace tidemill::platform
