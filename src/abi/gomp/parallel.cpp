// GOMP_parallel, single, barrier, cancellation, critical, atomic. Translation only.

#include "abi/export.hpp"
#include "abi/gomp/proc_bind.hpp"
#include "abi/shared_locks.hpp"
#include "core/model/team.hpp"
#include "core/model/worker.hpp"
#include "core/suspend/task_mutex.hpp"
#include "core/task/cancel.hpp"

using namespace tidemill;

namespace {

using Function = void (*)(void*);

core::Member& self() { return *core::current_worker().member; }
core::BarrierEnd barrier() { return self().team->wait_barrier(self()); }

}  // namespace

extern "C" {

TM_EXPORT void GOMP_parallel(Function fn, void* data, unsigned threads, unsigned flags) {
  core::run_parallel({.body = fn,
                      .data = data,
                      .threads = static_cast<int>(threads),
                      .proc_bind = gomp::proc_bind(flags)});
}
TM_EXPORT void GOMP_parallel_start(Function fn, void* data, unsigned threads) {
  core::start_parallel({.body = fn, .data = data, .threads = static_cast<int>(threads)});
}
TM_EXPORT void GOMP_parallel_end(void) { core::end_parallel(); }

TM_EXPORT void GOMP_barrier(void) { barrier(); }
TM_EXPORT bool GOMP_barrier_cancel(void) { return barrier() == core::BarrierEnd::cancelled; }

// `which`: the numbers of core::Cancel.
TM_EXPORT bool GOMP_cancellation_point(int which) {
  return core::cancellation_point(static_cast<core::Cancel>(which));
}
TM_EXPORT bool GOMP_cancel(int which, bool condition) {
  return condition ? core::cancel(static_cast<core::Cancel>(which))
                   : GOMP_cancellation_point(which);
}

TM_EXPORT bool GOMP_single_start(void) { return core::enter_single(self()); }
TM_EXPORT void* GOMP_single_copy_start(void) {
  if (core::enter_single(self())) return nullptr;
  return core::share_copies(self(), nullptr);
}
TM_EXPORT void GOMP_single_copy_end(void* data) { core::share_copies(self(), data); }

TM_EXPORT void GOMP_critical_start(void) { abi::tidemill_unnamed_critical.mutex.lock(); }
TM_EXPORT void GOMP_critical_end(void) { abi::tidemill_unnamed_critical.mutex.unlock(); }
// GCC reserves a zeroed pointer per name; the lock lies in it.
TM_EXPORT void GOMP_critical_name_start(void** name) {
  reinterpret_cast<core::TaskMutex*>(name)->lock();
}
TM_EXPORT void GOMP_critical_name_end(void** name) {
  reinterpret_cast<core::TaskMutex*>(name)->unlock();
}
TM_EXPORT void GOMP_atomic_start(void) { abi::wide_atomics.mutex.lock(); }
TM_EXPORT void GOMP_atomic_end(void) { abi::wide_atomics.mutex.unlock(); }

}  // extern "C"
