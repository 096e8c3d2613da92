// GOMP_loop_*: one triple of entry points per schedule. Translation only.
//
// The monotonic and nonmonotonic forms differ in a promise to the program that handing chunks out
// in increasing order keeps in both cases, so they share their code.
#include "abi/gomp/loop.hpp"

#include "abi/export.hpp"

using namespace tidemill;
using core::ScheduleKind;

namespace {

using Function = void (*)(void*);
using ull = unsigned long long;

core::Member& self() { return *core::current_worker().member; }

template <class T>
bool next(T* first, T* last) {
  core::Member& m = self();
  std::uint64_t from = 0;
  std::uint64_t to = 0;
  if (!core::next_chunk(m, &from, &to)) return false;
  const core::LoopBounds& b = m.loop.bounds;
  *first = static_cast<T>(b.origin + from * b.step);
  *last = static_cast<T>(b.origin + to * b.step);
  return true;
}

bool start(long begin, long end, long step, ScheduleKind kind, long chunk, long* first,
           long* last) {
  core::enter_loop(self(), gomp::bounds(begin, end, step, kind, chunk));
  return next(first, last);
}

bool start_ull(bool up, ull begin, ull end, ull step, ScheduleKind kind, ull chunk, ull* first,
               ull* last) {
  core::enter_loop(self(), gomp::bounds_ull(up, begin, end, step, kind, chunk));
  return next(first, last);
}

/// schedule(runtime): the run-sched internal control variable.
core::Schedule runtime() { return core::current_worker().task->icvs->run_schedule; }

}  // namespace

extern "C" {

TM_EXPORT bool GOMP_loop_static_start(long begin, long end, long step, long chunk, long* first,
                                      long* last) {
  return start(begin, end, step, ScheduleKind::static_, chunk, first, last);
}
TM_EXPORT bool GOMP_loop_static_next(long* first, long* last) { return next(first, last); }
TM_EXPORT bool GOMP_loop_ull_static_start(bool up, ull begin, ull end, ull step, ull chunk,
                                          ull* first, ull* last) {
  return start_ull(up, begin, end, step, ScheduleKind::static_, chunk, first, last);
}
TM_EXPORT bool GOMP_loop_ull_static_next(ull* first, ull* last) { return next(first, last); }
TM_EXPORT void GOMP_parallel_loop_static(Function fn, void* data, unsigned threads, long begin,
                                         long end, long step, long chunk, unsigned /*flags*/) {
  gomp::run_parallel_loop(fn, data, threads,
                          gomp::bounds(begin, end, step, ScheduleKind::static_, chunk));
}

TM_EXPORT bool GOMP_loop_dynamic_start(long begin, long end, long step, long chunk, long* first,
                                       long* last) {
  return start(begin, end, step, ScheduleKind::dynamic, chunk, first, last);
}
TM_EXPORT bool GOMP_loop_dynamic_next(long* first, long* last) { return next(first, last); }
TM_EXPORT bool GOMP_loop_ull_dynamic_start(bool up, ull begin, ull end, ull step, ull chunk,
                                           ull* first, ull* last) {
  return start_ull(up, begin, end, step, ScheduleKind::dynamic, chunk, first, last);
}
TM_EXPORT bool GOMP_loop_ull_dynamic_next(ull* first, ull* last) { return next(first, last); }
TM_EXPORT void GOMP_parallel_loop_dynamic(Function fn, void* data, unsigned threads, long begin,
                                          long end, long step, long chunk, unsigned /*flags*/) {
  gomp::run_parallel_loop(fn, data, threads,
                          gomp::bounds(begin, end, step, ScheduleKind::dynamic, chunk));
}

TM_EXPORT bool GOMP_loop_guided_start(long begin, long end, long step, long chunk, long* first,
                                      long* last) {
  return start(begin, end, step, ScheduleKind::guided, chunk, first, last);
}
TM_EXPORT bool GOMP_loop_guided_next(long* first, long* last) { return next(first, last); }
TM_EXPORT bool GOMP_loop_ull_guided_start(bool up, ull begin, ull end, ull step, ull chunk,
                                          ull* first, ull* last) {
  return start_ull(up, begin, end, step, ScheduleKind::guided, chunk, first, last);
}
TM_EXPORT bool GOMP_loop_ull_guided_next(ull* first, ull* last) { return next(first, last); }
TM_EXPORT void GOMP_parallel_loop_guided(Function fn, void* data, unsigned threads, long begin,
                                         long end, long step, long chunk, unsigned /*flags*/) {
  gomp::run_parallel_loop(fn, data, threads,
                          gomp::bounds(begin, end, step, ScheduleKind::guided, chunk));
}

TM_EXPORT bool GOMP_loop_nonmonotonic_dynamic_start(long begin, long end, long step, long chunk,
                                                    long* first, long* last) {
  return start(begin, end, step, ScheduleKind::dynamic, chunk, first, last);
}
TM_EXPORT bool GOMP_loop_nonmonotonic_dynamic_next(long* first, long* last) {
  return next(first, last);
}
TM_EXPORT bool GOMP_loop_ull_nonmonotonic_dynamic_start(bool up, ull begin, ull end, ull step,
                                                        ull chunk, ull* first, ull* last) {
  return start_ull(up, begin, end, step, ScheduleKind::dynamic, chunk, first, last);
}
TM_EXPORT bool GOMP_loop_ull_nonmonotonic_dynamic_next(ull* first, ull* last) {
  return next(first, last);
}
TM_EXPORT void GOMP_parallel_loop_nonmonotonic_dynamic(Function fn, void* data, unsigned threads,
                                                       long begin, long end, long step, long chunk,
                                                       unsigned /*flags*/) {
  gomp::run_parallel_loop(fn, data, threads,
                          gomp::bounds(begin, end, step, ScheduleKind::dynamic, chunk));
}

TM_EXPORT bool GOMP_loop_nonmonotonic_guided_start(long begin, long end, long step, long chunk,
                                                   long* first, long* last) {
  return start(begin, end, step, ScheduleKind::guided, chunk, first, last);
}
TM_EXPORT bool GOMP_loop_nonmonotonic_guided_next(long* first, long* last) {
  return next(first, last);
}
TM_EXPORT bool GOMP_loop_ull_nonmonotonic_guided_start(bool up, ull begin, ull end, ull step,
                                                       ull chunk, ull* first, ull* last) {
  return start_ull(up, begin, end, step, ScheduleKind::guided, chunk, first, last);
}
TM_EXPORT bool GOMP_loop_ull_nonmonotonic_guided_next(ull* first, ull* last) {
  return next(first, last);
}
TM_EXPORT void GOMP_parallel_loop_nonmonotonic_guided(Function fn, void* data, unsigned threads,
                                                      long begin, long end, long step, long chunk,
                                                      unsigned /*flags*/) {
  gomp::run_parallel_loop(fn, data, threads,
                          gomp::bounds(begin, end, step, ScheduleKind::guided, chunk));
}

TM_EXPORT bool GOMP_loop_runtime_start(long begin, long end, long step, long* first, long* last) {
  return start(begin, end, step, runtime().kind, runtime().chunk, first, last);
}
TM_EXPORT bool GOMP_loop_runtime_next(long* first, long* last) { return next(first, last); }
TM_EXPORT bool GOMP_loop_ull_runtime_start(bool up, ull begin, ull end, ull step, ull* first,
                                           ull* last) {
  return start_ull(up, begin, end, step, runtime().kind, static_cast<ull>(runtime().chunk), first,
                   last);
}
TM_EXPORT bool GOMP_loop_ull_runtime_next(ull* first, ull* last) { return next(first, last); }
TM_EXPORT void GOMP_parallel_loop_runtime(Function fn, void* data, unsigned threads, long begin,
                                          long end, long step, unsigned /*flags*/) {
  gomp::run_parallel_loop(fn, data, threads,
                          gomp::bounds(begin, end, step, runtime().kind, runtime().chunk));
}

TM_EXPORT bool GOMP_loop_nonmonotonic_runtime_start(long begin, long end, long step, long* first,
                                                    long* last) {
  return start(begin, end, step, runtime().kind, runtime().chunk, first, last);
}
TM_EXPORT bool GOMP_loop_nonmonotonic_runtime_next(long* first, long* last) {
  return next(first, last);
}
TM_EXPORT bool GOMP_loop_ull_nonmonotonic_runtime_start(bool up, ull begin, ull end, ull step,
                                                        ull* first, ull* last) {
  return start_ull(up, begin, end, step, runtime().kind, static_cast<ull>(runtime().chunk), first,
                   last);
}
TM_EXPORT bool GOMP_loop_ull_nonmonotonic_runtime_next(ull* first, ull* last) {
  return next(first, last);
}
TM_EXPORT void GOMP_parallel_loop_nonmonotonic_runtime(Function fn, void* data, unsigned threads,
                                                       long begin, long end, long step,
                                                       unsigned /*flags*/) {
  gomp::run_parallel_loop(fn, data, threads,
                          gomp::bounds(begin, end, step, runtime().kind, runtime().chunk));
}

TM_EXPORT bool GOMP_loop_maybe_nonmonotonic_runtime_start(long begin, long end, long step,
                                                          long* first, long* last) {
  return start(begin, end, step, runtime().kind, runtime().chunk, first, last);
}
TM_EXPORT bool GOMP_loop_maybe_nonmonotonic_runtime_next(long* first, long* last) {
  return next(first, last);
}
TM_EXPORT bool GOMP_loop_ull_maybe_nonmonotonic_runtime_start(bool up, ull begin, ull end, ull step,
                                                              ull* first, ull* last) {
  return start_ull(up, begin, end, step, runtime().kind, static_cast<ull>(runtime().chunk), first,
                   last);
}
TM_EXPORT bool GOMP_loop_ull_maybe_nonmonotonic_runtime_next(ull* first, ull* last) {
  return next(first, last);
}
TM_EXPORT void GOMP_parallel_loop_maybe_nonmonotonic_runtime(Function fn, void* data,
                                                             unsigned threads, long begin, long end,
                                                             long step, unsigned /*flags*/) {
  gomp::run_parallel_loop(fn, data, threads,
                          gomp::bounds(begin, end, step, runtime().kind, runtime().chunk));
}

TM_EXPORT void GOMP_loop_end_nowait(void) { core::leave_loop(self()); }
TM_EXPORT void GOMP_loop_end(void) {
  core::leave_loop(self());
  self().team->wait_barrier(self());
}
TM_EXPORT bool GOMP_loop_end_cancel(void) {
  GOMP_loop_end();
  return false;
}

}  // extern "C"
