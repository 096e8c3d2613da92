// The internal control variables that tasks inherit (OpenMP 5.2, chapter 2). A task shares its
// parent's snapshot until one of the two writes (core/task: writable_icvs).
#pragma once

#include <cstdint>
#include <vector>

namespace tidemill::core {

enum class ScheduleKind : std::uint8_t { static_, dynamic, guided, automatic };

struct Schedule {
  ScheduleKind kind = ScheduleKind::dynamic;
  int chunk = 1;  // 0: the kind's own default
  bool monotonic = false;
};

/// The numbers of omp_proc_bind_t.
enum class ProcBind : std::uint8_t { false_, true_, primary, close, spread };

struct Icvs {
  std::vector<int> num_threads;     // per nesting level from here; the last one goes on
  std::vector<ProcBind> proc_bind;  // the same; never empty
  Schedule run_schedule;
  int max_active_levels = 1;
  int thread_limit = 0x7fffffff;
  int teams = 0;               // nteams-var; 0: no limit
  int teams_thread_limit = 0;  // 0: no limit
  int default_device = 0;
  std::uintptr_t default_allocator = 1;  // AllocatorHandle; omp_default_mem_alloc
  bool dynamic = false;
  const Icvs* older = nullptr;  // the writer's former snapshot: children may still share it
};

}  // namespace tidemill::core
