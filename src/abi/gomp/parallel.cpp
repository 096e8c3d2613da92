// GOMP_parallel, single, barrier, critical, atomic, sections, teams. Translation only.
#include <cstddef>

#include "abi/export.hpp"
#include "abi/gomp/loop.hpp"
#include "core/sched/worker.hpp"
#include "core/sync/task_mutex.hpp"
#include "core/team/team.hpp"

using namespace tidemill;

namespace {

using Function = void (*)(void*);

// `critical` without a name, and atomics the processor doesn't have.
core::TaskMutex unnamed_critical;
core::TaskMutex wide_atomic;

core::Member& self() { return *core::current_worker().member; }
void barrier() { self().team->wait_barrier(self()); }

core::LoopBounds sections_bounds(unsigned count) {
  return {.count = count, .origin = 1, .kind = core::ScheduleKind::dynamic, .chunk = 1};
}

unsigned next_section() {
  std::uint64_t first = 0;
  std::uint64_t last = 0;
  return core::next_chunk(self(), &first, &last) ? static_cast<unsigned>(first) + 1 : 0;
}

}  // namespace

extern "C" {

TM_EXPORT void GOMP_parallel(Function fn, void* data, unsigned threads, unsigned /*flags*/) {
  core::run_parallel(fn, data, static_cast<int>(threads));
}
TM_EXPORT void GOMP_parallel_start(Function fn, void* data, unsigned threads) {
  core::start_parallel(fn, data, static_cast<int>(threads));
}
TM_EXPORT void GOMP_parallel_end(void) { core::end_parallel(); }

TM_EXPORT void GOMP_barrier(void) { barrier(); }
// Cancellation is off unless OMP_CANCELLATION asks for it, and then not yet served: never
// cancelled.
TM_EXPORT bool GOMP_barrier_cancel(void) {
  barrier();
  return false;
}
TM_EXPORT bool GOMP_cancel(int /*which*/, bool /*do_cancel*/) { return false; }
TM_EXPORT bool GOMP_cancellation_point(int /*which*/) { return false; }

TM_EXPORT bool GOMP_single_start(void) { return core::enter_single(self()); }
TM_EXPORT void* GOMP_single_copy_start(void) {
  if (core::enter_single(self())) return nullptr;
  barrier();
  return self().team->copyprivate;
}
TM_EXPORT void GOMP_single_copy_end(void* data) {
  self().team->copyprivate = data;  // published by the barrier
  barrier();
}

TM_EXPORT void GOMP_critical_start(void) { unnamed_critical.lock(); }
TM_EXPORT void GOMP_critical_end(void) { unnamed_critical.unlock(); }
// GCC reserves a zeroed pointer per name; the lock lies in it.
TM_EXPORT void GOMP_critical_name_start(void** name) {
  reinterpret_cast<core::TaskMutex*>(name)->lock();
}
TM_EXPORT void GOMP_critical_name_end(void** name) {
  reinterpret_cast<core::TaskMutex*>(name)->unlock();
}
TM_EXPORT void GOMP_atomic_start(void) { wide_atomic.lock(); }
TM_EXPORT void GOMP_atomic_end(void) { wide_atomic.unlock(); }

TM_EXPORT unsigned GOMP_sections_start(unsigned count) {
  core::enter_loop(self(), sections_bounds(count));
  return next_section();
}
TM_EXPORT unsigned GOMP_sections_next(void) { return next_section(); }
TM_EXPORT void GOMP_sections_end(void) {
  core::leave_loop(self());
  barrier();
}
TM_EXPORT bool GOMP_sections_end_cancel(void) {
  GOMP_sections_end();
  return false;
}
TM_EXPORT void GOMP_sections_end_nowait(void) { core::leave_loop(self()); }
TM_EXPORT void GOMP_parallel_sections(Function fn, void* data, unsigned threads, unsigned count,
                                      unsigned /*flags*/) {
  gomp::run_parallel_loop(fn, data, threads, sections_bounds(count));
}

// teams on the host: a league of one team, as an implementation may choose (OpenMP 5.2, 10.2).
TM_EXPORT void GOMP_teams_reg(Function fn, void* data, unsigned /*teams*/, unsigned /*limit*/,
                              unsigned /*flags*/) {
  fn(data);
}

}  // extern "C"
