// GOMP_loop_*: the same entry points for each schedule. Translation only.
//
// Every member gets its chunks in increasing order, also by the nonmonotonic forms. Since version 9
// GCC takes these for a dynamic schedule without a modifier, as OpenMP 5.0 leaves the order free.
// But 4.5 didn't, libgomp and libomp hand GCC's code increasing chunks, and programs have come to
// count on it (SuperLU_DIST 8.1).
#include "abi/gomp/loop.hpp"

#include "abi/export.hpp"

using namespace tidemill;
using core::ScheduleKind;

namespace {

using Function = void (*)(void*);
using ull = unsigned long long;

core::Member& self() { return *core::current_worker().member; }

template <class T>
bool start(const core::LoopBounds& bounds, T* first, T* last) {
  core::enter_loop(self(), bounds);
  return gomp::next(first, last);
}

}  // namespace

// A schedule's entry points: the loop over a long, the one over an unsigned long long, and the
// parallel region that is a loop.
#define TM_LOOP(name, kind)                                                                        \
  TM_EXPORT bool GOMP_loop_##name##_start(long begin, long end, long step, long chunk,             \
                                          long* first, long* last) {                               \
    return start(gomp::bounds(begin, end, step, gomp::schedule_of(ScheduleKind::kind, chunk)),     \
                 first, last);                                                                     \
  }                                                                                                \
  TM_EXPORT bool GOMP_loop_ull_##name##_start(bool up, ull begin, ull end, ull step, ull chunk,    \
                                              ull* first, ull* last) {                             \
    return start(gomp::bounds(up, begin, end, step, gomp::schedule_of(ScheduleKind::kind, chunk)), \
                 first, last);                                                                     \
  }                                                                                                \
  TM_EXPORT void GOMP_parallel_loop_##name(Function fn, void* data, unsigned threads, long begin,  \
                                           long end, long step, long chunk, unsigned flags) {      \
    gomp::run_parallel_loop(                                                                       \
        fn, data, threads, flags,                                                                  \
        gomp::bounds(begin, end, step, gomp::schedule_of(ScheduleKind::kind, chunk)));             \
  }
#define TM_RUNTIME_LOOP(name)                                                                     \
  TM_EXPORT bool GOMP_loop_##name##_start(long begin, long end, long step, long* first,           \
                                          long* last) {                                           \
    return start(gomp::bounds(begin, end, step, gomp::runtime_schedule()), first, last);          \
  }                                                                                               \
  TM_EXPORT bool GOMP_loop_ull_##name##_start(bool up, ull begin, ull end, ull step, ull* first,  \
                                              ull* last) {                                        \
    return start(gomp::bounds(up, begin, end, step, gomp::runtime_schedule()), first, last);      \
  }                                                                                               \
  TM_EXPORT void GOMP_parallel_loop_##name(Function fn, void* data, unsigned threads, long begin, \
                                           long end, long step, unsigned flags) {                 \
    gomp::run_parallel_loop(fn, data, threads, flags,                                             \
                            gomp::bounds(begin, end, step, gomp::runtime_schedule()));            \
  }
#define TM_NEXT(name)                                                                     \
  TM_EXPORT bool GOMP_loop_##name##_next(long*, long*) TM_ALIAS("GOMP_loop_static_next"); \
  TM_EXPORT bool GOMP_loop_ull_##name##_next(ull*, ull*) TM_ALIAS("GOMP_loop_ull_static_next");
#define TM_PARALLEL_LOOP_START(name, kind)                                                        \
  TM_EXPORT void GOMP_parallel_loop_##name##_start(Function fn, void* data, unsigned threads,     \
                                                   long begin, long end, long step, long chunk) { \
    gomp::start_parallel_loop(                                                                    \
        fn, data, threads,                                                                        \
        gomp::bounds(begin, end, step, gomp::schedule_of(ScheduleKind::kind, chunk)));            \
  }

extern "C" {

TM_LOOP(static, static_)
TM_LOOP(dynamic, dynamic)
TM_LOOP(guided, guided)
TM_LOOP(nonmonotonic_dynamic, dynamic)
TM_LOOP(nonmonotonic_guided, guided)
TM_RUNTIME_LOOP(runtime)
TM_RUNTIME_LOOP(nonmonotonic_runtime)
TM_RUNTIME_LOOP(maybe_nonmonotonic_runtime)

// A chunk is a chunk: the member knows the schedule of the loop it is in.
TM_EXPORT bool GOMP_loop_static_next(long* first, long* last) { return gomp::next(first, last); }
TM_EXPORT bool GOMP_loop_ull_static_next(ull* first, ull* last) { return gomp::next(first, last); }
TM_NEXT(dynamic)
TM_NEXT(guided)
TM_NEXT(nonmonotonic_dynamic)
TM_NEXT(nonmonotonic_guided)
TM_NEXT(runtime)
TM_NEXT(nonmonotonic_runtime)
TM_NEXT(maybe_nonmonotonic_runtime)

// The schedule as an argument; reductions and memory for the whole construct.
TM_EXPORT bool GOMP_loop_start(long begin, long end, long step, long sched, long chunk, long* first,
                               long* last, std::uintptr_t* reductions, void** memory) {
  return gomp::start(gomp::bounds(begin, end, step, gomp::schedule(sched, chunk)), first, last,
                     reductions, memory);
}
TM_EXPORT bool GOMP_loop_ull_start(bool up, ull begin, ull end, ull step, long sched, ull chunk,
                                   ull* first, ull* last, std::uintptr_t* reductions,
                                   void** memory) {
  return gomp::start(gomp::bounds(up, begin, end, step, gomp::schedule(sched, chunk)), first, last,
                     reductions, memory);
}

// From compilers before GCC 4.9: the master's body and GOMP_parallel_end follow.
TM_PARALLEL_LOOP_START(static, static_)
TM_PARALLEL_LOOP_START(dynamic, dynamic)
TM_PARALLEL_LOOP_START(guided, guided)
TM_EXPORT void GOMP_parallel_loop_runtime_start(Function fn, void* data, unsigned threads,
                                                long begin, long end, long step) {
  gomp::start_parallel_loop(fn, data, threads,
                            gomp::bounds(begin, end, step, gomp::runtime_schedule()));
}

TM_EXPORT void GOMP_loop_end_nowait(void) {
  core::leave_loop(self());
  core::leave_doacross(self());
}
TM_EXPORT void GOMP_loop_end(void) {
  GOMP_loop_end_nowait();
  self().team->wait_barrier(self());
}
TM_EXPORT bool GOMP_loop_end_cancel(void) {
  GOMP_loop_end_nowait();
  return self().team->wait_barrier(self()) == core::BarrierEnd::cancelled;
}

}  // extern "C"
