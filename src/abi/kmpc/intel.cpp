// What Intel's compilers and libiomp5 have beyond LLVM's, and that means something on the host. The
// rest is in unsupported.cpp. Translation only.
#include <time.h>

#include <cstdint>

#include "abi/export.hpp"
#include "abi/kmpc/types.hpp"

using tidemill::kmpc::Location;

extern "C" {

const char* omp_get_uid_from_device(int);

TM_EXPORT const char* __kmpc_get_uid_from_device(int device) {
  return omp_get_uid_from_device(device);
}

/// The end of a distributed loop with a static schedule; its start left nothing behind.
TM_EXPORT void __kmpc_dist_for_static_fini(Location*, std::int32_t) {}

TM_EXPORT void __kmpc_flush_explicit(Location*) {
  // What `flush` without a list is: no access moves over it. As __kmpc_flush().
  __sync_synchronize();
}

/// Nanoseconds since 1970.
TM_EXPORT std::uint64_t __kmpc_get_timestamp(void) {
  timespec now{};
  clock_gettime(CLOCK_REALTIME, &now);
  return static_cast<std::uint64_t>(now.tv_sec) * 1'000'000'000u +
         static_cast<std::uint64_t>(now.tv_nsec);
}

/// Memory shared by a team on a device; the host has none.
TM_EXPORT void* ompx_get_dyn_cgroup_mem(void) { return nullptr; }

// The bodies of ifx's modules omp_lib and omp_lib_kinds: empty.
TM_EXPORT void tidemill_ifx_omp_lib(void) __asm__("omp_lib._");
void tidemill_ifx_omp_lib(void) {}
TM_EXPORT void tidemill_ifx_omp_lib_kinds(void) __asm__("omp_lib_kinds._");
void tidemill_ifx_omp_lib_kinds(void) {}

}  // extern "C"
