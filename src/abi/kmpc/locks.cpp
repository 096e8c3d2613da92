// __kmpc_*_lock: what Intel's compilers call for omp_*_lock. Translation only.
#include <cstdint>

#include "abi/export.hpp"
#include "abi/kmpc/types.hpp"

using tidemill::kmpc::Location;

extern "C" {

// Defined with the other locks (abi/omp/locks.cpp).
void omp_init_lock(void*);
void omp_destroy_lock(void*);
void omp_set_lock(void*);
void omp_unset_lock(void*);
int omp_test_lock(void*);
void omp_init_nest_lock(void*);
void omp_destroy_nest_lock(void*);
void omp_set_nest_lock(void*);
void omp_unset_nest_lock(void*);
int omp_test_nest_lock(void*);

TM_EXPORT void __kmpc_init_lock(Location*, std::int32_t, void** lock) { omp_init_lock(lock); }
TM_EXPORT void __kmpc_init_lock_with_hint(Location*, std::int32_t, void** lock, std::uintptr_t) {
  omp_init_lock(lock);
}
TM_EXPORT void __kmpc_destroy_lock(Location*, std::int32_t, void** lock) { omp_destroy_lock(lock); }
TM_EXPORT void __kmpc_set_lock(Location*, std::int32_t, void** lock) { omp_set_lock(lock); }
TM_EXPORT void __kmpc_unset_lock(Location*, std::int32_t, void** lock) { omp_unset_lock(lock); }
TM_EXPORT int __kmpc_test_lock(Location*, std::int32_t, void** lock) { return omp_test_lock(lock); }

TM_EXPORT void __kmpc_init_nest_lock(Location*, std::int32_t, void** lock) {
  omp_init_nest_lock(lock);
}
TM_EXPORT void __kmpc_init_nest_lock_with_hint(Location*, std::int32_t, void** lock,
                                               std::uintptr_t) {
  omp_init_nest_lock(lock);
}
TM_EXPORT void __kmpc_destroy_nest_lock(Location*, std::int32_t, void** lock) {
  omp_destroy_nest_lock(lock);
}
TM_EXPORT void __kmpc_set_nest_lock(Location*, std::int32_t, void** lock) {
  omp_set_nest_lock(lock);
}
TM_EXPORT void __kmpc_unset_nest_lock(Location*, std::int32_t, void** lock) {
  omp_unset_nest_lock(lock);
}
TM_EXPORT int __kmpc_test_nest_lock(Location*, std::int32_t, void** lock) {
  return omp_test_nest_lock(lock);
}

}  // extern "C"
