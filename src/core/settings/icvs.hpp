// The internal control variables that tasks inherit (OpenMP 5.2, chapter 2). A task shares its
// parent's snapshot until one of the two writes (core/task: writable_icvs).
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace tidemill::core {

/// All settings, in the order in which they are displayed.
enum class Setting : std::uint8_t {
  affinity_format,
  allocator,
  cancellation,
  debug,
  default_device,
  display_affinity,
  dynamic,
  max_active_levels,
  max_task_priority,
  nested,
  num_teams,
  num_threads,
  places,
  proc_bind,
  schedule,
  stack_size,
  target_offload,
  teams_thread_limit,
  thread_limit,
  tool,
  tool_libraries,
  tool_verbose_init,
  wait_policy,
  // From here on: not the standard's, shown by OMP_DISPLAY_ENV=verbose.
  block_time,
  hw_subset,
  inherit_modes,
  library,
  migrate,
  stats,
  policy,
  stacks,
  data_affinity,
};
inline constexpr std::size_t kSettings = static_cast<std::size_t>(Setting::data_affinity) + 1;
inline constexpr Setting kFirstOwnSetting = Setting::block_time;

enum class ScheduleKind : std::uint8_t { static_, dynamic, guided, automatic };

struct Schedule {
  ScheduleKind kind = ScheduleKind::dynamic;
  int chunk = 1;  // 0: the kind's own default
  bool monotonic = false;
};

/// The numbers of omp_proc_bind_t.
enum class ProcBind : std::uint8_t { false_, true_, primary, close, spread };

inline constexpr int kNoThreadLimit = 0x7fffffff;

struct Icvs {
  std::vector<int> num_threads;     // per nesting level from here; the last one goes on
  std::vector<ProcBind> proc_bind;  // the same; never empty
  Schedule run_schedule;
  int max_active_levels = 1;
  int thread_limit = kNoThreadLimit;
  int teams = 0;               // nteams-var; 0: no limit
  int teams_thread_limit = 0;  // 0: no limit
  int default_device = 0;
  std::uintptr_t default_allocator = 1;  // omp_default_mem_alloc
  bool dynamic = false;
  std::uint32_t by_call = 0;    // settings that an omp_set_* call gave, a bit each
  const Icvs* older = nullptr;  // the writer's former snapshot: children may still share it

  bool called(Setting setting) const noexcept {
    return (by_call >> static_cast<unsigned>(setting) & 1) != 0;
  }
  /// A call is about to write this setting.
  Icvs& mark(Setting setting) noexcept {
    by_call |= std::uint32_t{1} << static_cast<unsigned>(setting);
    return *this;
  }
};
static_assert(kSettings <= 32);

inline constexpr int kNoPlace = -1;  // not bound: the whole inherited mask

/// Where an OpenMP thread sits: its place, and the places its nested teams may use
/// (place-partition-var). Part of each team member.
struct Seat {
  int place = kNoPlace;
  // The partition: consecutive places from `first`; none without places.
  int first = 0;
  int count = 0;
};

}  // namespace tidemill::core
