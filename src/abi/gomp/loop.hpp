// Loops as GCC describes them, in iteration space.
#pragma once

#include <cstdint>

#include "core/sched/worker.hpp"
#include "core/team/team.hpp"

namespace tidemill::gomp {

/// for (long i = start; i < end or i > end; i += step)
inline core::LoopBounds bounds(long start, long end, long step, core::ScheduleKind kind,
                               long chunk) noexcept {
  const auto from = static_cast<std::uint64_t>(start);
  const auto to = static_cast<std::uint64_t>(end);
  const auto by = static_cast<std::uint64_t>(step);
  std::uint64_t count = 0;
  if (step > 0 && start < end) count = (to - from - 1) / by + 1;
  if (step < 0 && start > end) count = (from - to - 1) / (0 - by) + 1;
  return {.count = count,
          .origin = from,
          .step = by,
          .kind = kind,
          .chunk = chunk > 0 ? static_cast<std::uint64_t>(chunk) : 0};
}

/// The same with an unsigned variable; `up` tells the direction.
inline core::LoopBounds bounds_ull(bool up, std::uint64_t start, std::uint64_t end,
                                   std::uint64_t step, core::ScheduleKind kind,
                                   std::uint64_t chunk) noexcept {
  std::uint64_t count = 0;
  if (up && start < end) count = (end - start - 1) / step + 1;
  if (!up && start > end) count = (start - end - 1) / (0 - step) + 1;
  return {.count = count, .origin = start, .step = step, .kind = kind, .chunk = chunk};
}

/// `parallel for` and `parallel sections`: every implicit task is in the loop when it starts.
struct ParallelLoop {
  void (*body)(void*);
  void* data;
  core::LoopBounds bounds;

  static void run(void* opaque) {
    const auto* loop = static_cast<const ParallelLoop*>(opaque);
    core::enter_loop(*core::current_worker().member, loop->bounds);
    loop->body(loop->data);
  }
};

inline void run_parallel_loop(void (*body)(void*), void* data, unsigned threads,
                              const core::LoopBounds& bounds) {
  ParallelLoop loop{body, data, bounds};
  core::run_parallel(ParallelLoop::run, &loop, static_cast<int>(threads));
}

}  // namespace tidemill::gomp
