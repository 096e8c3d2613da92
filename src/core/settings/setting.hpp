// Names of all settings, in the order in which they are displayed.
#pragma once

#include <cstddef>
#include <cstdint>

namespace tidemill::core {

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

}  // namespace tidemill::core
