// omp_*_lock and omp_*_nest_lock (OpenMP 5.2, 18.9), for every compiler's idea of their size.
//
// A simple lock lies in the first four bytes of the program's variable: GCC's omp_lock_t has no
// more. A nestable lock is an object of ours to which the variable points: LLVM's omp_nest_lock_t,
// and everybody's in Fortran, are one pointer.
#include <atomic>
#include <cstdint>
#include <new>

#include "abi/export.hpp"
#include "core/model/worker.hpp"
#include "core/suspend/task_mutex.hpp"

using namespace tidemill;

namespace {

/// `owner` and `depth` are the holder's own; others only compare `owner` with themselves.
struct NestLock {
  core::TaskMutex mutex;
  std::uint32_t depth = 0;
  std::atomic<core::Task*> owner{nullptr};  // relaxed: equal only if the caller itself wrote it

  void begin(core::Task* self) noexcept {
    owner.store(self, std::memory_order_relaxed);
    depth = 1;
  }
};

/// The thread has no task yet. Suspends.
[[gnu::noinline]] void set_slow(NestLock& lock) {
  core::Task* self = core::current_worker().task;
  lock.mutex.lock();
  lock.begin(self);
}
/// Another task has it, as begin_lock() has said. Suspends.
[[gnu::noinline]] void set_held(NestLock& lock, core::Task* self) {
  lock.mutex.finish_lock();
  lock.begin(self);
}

}  // namespace

extern "C" {

TM_EXPORT void omp_init_lock(core::TaskMutex* lock) { new (lock) core::TaskMutex; }
TM_EXPORT void omp_destroy_lock(core::TaskMutex* lock) { lock->~TaskMutex(); }
TM_EXPORT void omp_set_lock(core::TaskMutex* lock) { lock->lock(); }
TM_EXPORT void omp_unset_lock(core::TaskMutex* lock) { lock->unlock(); }
TM_EXPORT int omp_test_lock(core::TaskMutex* lock) { return lock->try_lock(); }

// Hints choose among kinds of locks; there is one kind, which spins briefly and then suspends.
TM_EXPORT void omp_init_lock_with_hint(core::TaskMutex* lock, unsigned) { omp_init_lock(lock); }
TM_EXPORT void omp_init_lock_with_hint_(core::TaskMutex* lock, const int*) { omp_init_lock(lock); }

TM_EXPORT void omp_init_nest_lock(NestLock** variable) { *variable = new NestLock; }
TM_EXPORT void omp_init_nest_lock_with_hint(NestLock** variable, unsigned) {
  omp_init_nest_lock(variable);
}
TM_EXPORT void omp_init_nest_lock_with_hint_(NestLock** variable, const int*) {
  omp_init_nest_lock(variable);
}
TM_EXPORT void omp_destroy_nest_lock(NestLock** variable) {
  delete *variable;
  *variable = nullptr;
}
TM_EXPORT void omp_set_nest_lock(NestLock** variable) {
  NestLock& lock = **variable;
  core::Worker* const w = core::current_worker_or_null();
  if (w == nullptr) return set_slow(lock);
  core::Task* const self = w->task;
  if (lock.owner.load(std::memory_order_relaxed) == self) {
    ++lock.depth;
    return;
  }
  if (!lock.mutex.begin_lock(*w)) [[unlikely]]
    return set_held(lock, self);
  lock.begin(self);
}
TM_EXPORT void omp_unset_nest_lock(NestLock** variable) {
  NestLock* lock = *variable;
  if (--lock->depth != 0) return;
  lock->owner.store(nullptr, std::memory_order_relaxed);
  lock->mutex.unlock();
}
TM_EXPORT int omp_test_nest_lock(NestLock** variable) {
  NestLock* lock = *variable;
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
TM_EXPORT void omp_init_nest_lock_(NestLock** variable) TM_ALIAS("omp_init_nest_lock");
TM_EXPORT void omp_destroy_nest_lock_(NestLock** variable) TM_ALIAS("omp_destroy_nest_lock");
TM_EXPORT void omp_set_nest_lock_(NestLock** variable) TM_ALIAS("omp_set_nest_lock");
TM_EXPORT void omp_unset_nest_lock_(NestLock** variable) TM_ALIAS("omp_unset_nest_lock");
TM_EXPORT int omp_test_nest_lock_(NestLock** variable) TM_ALIAS("omp_test_nest_lock");

}  // extern "C"
