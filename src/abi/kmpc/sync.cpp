// __kmpc_*: barriers, master and masked, single, critical, flush, scope. Translation only.

#include "abi/export.hpp"
#include "abi/kmpc/self.hpp"
#include "abi/kmpc/types.hpp"
#include "abi/shared_locks.hpp"
#include "core/suspend/task_mutex.hpp"

using namespace tidemill;
using kmpc::CriticalName;
using kmpc::Location;
using kmpc::self;

namespace {

/// The compiler reserves zeroes for each name; the lock lies in them.
core::TaskMutex& mutex(CriticalName* name) { return *reinterpret_cast<core::TaskMutex*>(name); }

}  // namespace

constinit abi::UnnamedCritical abi::tidemill_unnamed_critical;
static_assert(sizeof(abi::UnnamedCritical) >= sizeof(CriticalName));

extern "C" {

TM_EXPORT void __kmpc_barrier(Location*, std::int32_t) { kmpc::barrier(); }

/// A barrier in whose middle the master runs alone: 1 for it, and then the others are held until
/// it calls __kmpc_end_barrier_master.
TM_EXPORT std::int32_t __kmpc_barrier_master(Location*, std::int32_t) {
  kmpc::barrier();
  if (self().number == 0) return 1;
  kmpc::barrier();
  return 0;
}
TM_EXPORT void __kmpc_end_barrier_master(Location*, std::int32_t) { kmpc::barrier(); }
/// The same, but nobody waits for what the master does then.
TM_EXPORT std::int32_t __kmpc_barrier_master_nowait(Location*, std::int32_t) {
  kmpc::barrier();
  return self().number == 0;
}

TM_EXPORT std::int32_t __kmpc_master(Location*, std::int32_t) { return self().number == 0; }
TM_EXPORT void __kmpc_end_master(Location*, std::int32_t) {}
TM_EXPORT std::int32_t __kmpc_masked(Location*, std::int32_t, std::int32_t filter) {
  return self().number == filter;
}
TM_EXPORT void __kmpc_end_masked(Location*, std::int32_t) {}

TM_EXPORT std::int32_t __kmpc_single(Location*, std::int32_t) { return core::enter_single(self()); }
TM_EXPORT void __kmpc_end_single(Location*, std::int32_t) {}

/// After a single: copies what the one that did it (`did`) points to into everybody's variables.
TM_EXPORT void __kmpc_copyprivate(Location*, std::int32_t, std::size_t, void* data,
                                  void (*copy)(void* to, void* from), std::int32_t did) {
  core::copy_from_single(self(), did != 0 ? core::Did::yes : core::Did::no, data, copy);
}
/// The same, but the compiler's code copies and has its own barrier after it.
TM_EXPORT void* __kmpc_copyprivate_light(Location*, std::int32_t, void* data) {
  return core::share_copies(self(), data);
}

TM_EXPORT void __kmpc_critical(Location*, std::int32_t, CriticalName* name) { mutex(name).lock(); }
/// Hints choose among kinds of locks; there is one kind, which spins briefly and then suspends.
TM_EXPORT void __kmpc_critical_with_hint(Location*, std::int32_t, CriticalName* name,
                                         std::uint32_t) {
  mutex(name).lock();
}
TM_EXPORT void __kmpc_end_critical(Location*, std::int32_t, CriticalName* name) {
  mutex(name).unlock();
}

TM_EXPORT void __kmpc_ordered(Location*, std::int32_t) { core::wait_ordered(self()); }
TM_EXPORT void __kmpc_end_ordered(Location*, std::int32_t) { core::end_ordered(self()); }

// Not std::atomic_thread_fence: ThreadSanitizer's build refuses it.
TM_EXPORT void __kmpc_flush(Location*) { __sync_synchronize(); }

TM_EXPORT void __kmpc_scope(Location*, std::int32_t, void*) {}
TM_EXPORT void __kmpc_end_scope(Location*, std::int32_t, void*) {}

}  // extern "C"
