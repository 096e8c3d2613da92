// Loops as GCC describes them, in iteration space.
#pragma once

#include <cstdint>

#include "abi/gomp/constants.hpp"
#include "abi/gomp/proc_bind.hpp"
#include "abi/gomp/reduction.hpp"
#include "core/model/worker.hpp"

namespace tidemill::gomp {

struct ScheduleArgument {
  core::ScheduleKind kind;
  std::uint64_t chunk;  // 0: the kind's own
};
/// A chunk below 1 is none.
template <class T>
ScheduleArgument schedule_of(core::ScheduleKind kind, T chunk) noexcept {
  return {kind, chunk > 0 ? static_cast<std::uint64_t>(chunk) : 0};
}

/// for (T i = start; up ? i < end : i > end; i += step)
template <class T>
core::LoopBounds bounds(bool up, T start, T end, T step,
                        const ScheduleArgument& schedule) noexcept {
  const auto from = static_cast<std::uint64_t>(start);
  const auto to = static_cast<std::uint64_t>(end);
  const auto by = static_cast<std::uint64_t>(step);
  std::uint64_t count = 0;
  if (up && start < end) count = (to - from - 1) / by + 1;
  if (!up && start > end) count = (from - to - 1) / (0 - by) + 1;
  return {
      .count = count, .origin = from, .step = by, .kind = schedule.kind, .chunk = schedule.chunk};
}
inline core::LoopBounds bounds(long start, long end, long step,
                               const ScheduleArgument& schedule) noexcept {
  return bounds(step > 0, start, end, step, schedule);
}

/// schedule(runtime): the run-sched internal control variable.
inline ScheduleArgument runtime_schedule() noexcept {
  const core::Schedule s = core::current_worker().task->icvs->run_schedule;
  return schedule_of(s.kind, s.chunk);
}

/// The `sched` argument of GOMP_loop_start: runtime 0, static 1, dynamic 2, guided 3; 4 is
/// `runtime` with the modifier nonmonotonic (`auto` never comes here); and a bit for
/// `monotonic`, which every loop is.
template <class T>
ScheduleArgument schedule(long sched, T chunk) noexcept {
  const long kind = sched & kScheduleKinds;
  if (kind == 0 || kind == kNonmonotonicRuntime) return runtime_schedule();
  return schedule_of(static_cast<core::ScheduleKind>(kind - 1), chunk);
}

/// The current member's next chunk, as values of the loop variable.
template <class T>
bool next(T* first, T* last) {
  core::Member& m = *core::current_worker().member;
  std::uint64_t from = 0;
  std::uint64_t to = 0;
  if (!core::next_chunk(m, &from, &to)) return false;
  const core::LoopBounds& b = m.loop.bounds;
  *first = static_cast<T>(b.origin + from * b.step);
  *last = static_cast<T>(b.origin + to * b.step);
  return true;
}

/// GOMP_loop_start and its like: task reductions and zeroed memory, if asked for, then the loop.
/// Without `first` GCC's code shares the iterations out itself.
template <class T>
bool start(core::LoopBounds bounds, T* first, T* last, std::uintptr_t* reductions, void** memory) {
  core::Member& m = *core::current_worker().member;
  if (reductions != nullptr) enter_shared_reductions(m, reductions);
  if (memory != nullptr) bounds.memory_bytes = reinterpret_cast<std::uintptr_t>(*memory);
  core::enter_loop(m, bounds);
  if (bounds.memory_bytes != 0) *memory = core::loop_memory(m);
  return first == nullptr || next(first, last);
}

/// `parallel for` and `parallel sections`: every implicit task is in the loop when it starts.
inline void run_parallel_loop(void (*body)(void*), void* data, unsigned threads, unsigned flags,
                              const core::LoopBounds& bounds) {
  core::run_parallel({.body = body,
                      .data = data,
                      .threads = static_cast<int>(threads),
                      .proc_bind = proc_bind(flags),
                      .first_loop = &bounds});
}

/// The same for compilers before GCC 4.9, which run the master's body and end the region
/// themselves.
inline void start_parallel_loop(void (*body)(void*), void* data, unsigned threads,
                                const core::LoopBounds& bounds) {
  core::start_parallel(
      {.body = body, .data = data, .threads = static_cast<int>(threads), .first_loop = &bounds});
}

}  // namespace tidemill::gomp
