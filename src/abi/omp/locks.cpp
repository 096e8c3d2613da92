// omp_*_lock and omp_*_nest_lock (OpenMP 5.2, 18.9). The lock lies in the program's variable:
// omp_lock_t has 4 bytes, omp_nest_lock_t 16, in GCC's omp.h.
#include <cstdint>
#include <new>

#include "abi/export.hpp"
#include "core/sched/worker.hpp"
#include "core/sync/task_mutex.hpp"

using namespace tidemill;

namespace {

/// `owner` and `depth` are the holder's own; others only compare `owner` with themselves.
struct NestLock {
  core::TaskMutex mutex;
  std::uint32_t depth = 0;
  std::atomic<core::Task*> owner{nullptr};  // relaxed: equal only if the caller itself wrote it
};
static_assert(sizeof(NestLock) == 16);

}  // namespace

extern "C" {

TM_EXPORT void omp_init_lock(core::TaskMutex* lock) { new (lock) core::TaskMutex; }
TM_EXPORT void omp_destroy_lock(core::TaskMutex* lock) { lock->~TaskMutex(); }
TM_EXPORT void omp_set_lock(core::TaskMutex* lock) { lock->lock(); }
TM_EXPORT void omp_unset_lock(core::TaskMutex* lock) { lock->unlock(); }
TM_EXPORT int omp_test_lock(core::TaskMutex* lock) { return lock->try_lock(); }

TM_EXPORT void omp_init_nest_lock(NestLock* lock) { new (lock) NestLock; }
TM_EXPORT void omp_destroy_nest_lock(NestLock* lock) { lock->~NestLock(); }
TM_EXPORT void omp_set_nest_lock(NestLock* lock) {
  core::Task* self = core::current_worker().task;
  if (lock->owner.load(std::memory_order_relaxed) != self) {
    lock->mutex.lock();
    lock->owner.store(self, std::memory_order_relaxed);
  }
  ++lock->depth;
}
TM_EXPORT void omp_unset_nest_lock(NestLock* lock) {
  if (--lock->depth != 0) return;
  lock->owner.store(nullptr, std::memory_order_relaxed);
  lock->mutex.unlock();
}
TM_EXPORT int omp_test_nest_lock(NestLock* lock) {
  core::Task* self = core::current_worker().task;
  if (lock->owner.load(std::memory_order_relaxed) != self) {
    if (!lock->mutex.try_lock()) return 0;
    lock->owner.store(self, std::memory_order_relaxed);
  }
  return static_cast<int>(++lock->depth);
}

TM_EXPORT void omp_init_lock_(core::TaskMutex* lock) TM_ALIAS("omp_init_lock");
TM_EXPORT void omp_destroy_lock_(core::TaskMutex* lock) TM_ALIAS("omp_destroy_lock");
TM_EXPORT void omp_set_lock_(core::TaskMutex* lock) TM_ALIAS("omp_set_lock");
TM_EXPORT void omp_unset_lock_(core::TaskMutex* lock) TM_ALIAS("omp_unset_lock");
TM_EXPORT int omp_test_lock_(core::TaskMutex* lock) TM_ALIAS("omp_test_lock");
TM_EXPORT void omp_init_nest_lock_(NestLock* lock) TM_ALIAS("omp_init_nest_lock");
TM_EXPORT void omp_destroy_nest_lock_(NestLock* lock) TM_ALIAS("omp_destroy_nest_lock");
TM_EXPORT void omp_set_nest_lock_(NestLock* lock) TM_ALIAS("omp_set_nest_lock");
TM_EXPORT void omp_unset_nest_lock_(NestLock* lock) TM_ALIAS("omp_unset_nest_lock");
TM_EXPORT int omp_test_nest_lock_(NestLock* lock) TM_ALIAS("omp_test_nest_lock");

}  // extern "C"
