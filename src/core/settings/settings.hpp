// What the environment asks for (OpenMP 5.2, chapter 21), read once, and the internal control
// variables that tasks inherit (chapter 2). Bad values: one warning naming variable, value and
// what is used instead.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace tidemill::core {

enum class ScheduleKind : std::uint8_t { static_, dynamic, guided, automatic };

struct Schedule {
  ScheduleKind kind = ScheduleKind::dynamic;
  int chunk = 1;  // 0: the kind's own default
  bool monotonic = false;
};

/// Per data environment. A task shares its parent's snapshot until one of the two writes.
struct Icvs {
  std::vector<int> num_threads;  // per nesting level from here; the last one goes on
  Schedule run_schedule;
  int max_active_levels = 1;
  int thread_limit = 0x7fffffff;
  bool dynamic = false;
  const Icvs* older = nullptr;  // the writer's former snapshot: children may still share it
};

/// Process-wide, constant after the first use.
struct Settings {
  Icvs initial;
  std::size_t stack_bytes = 8u << 20;
  int max_task_priority = 0;
  int processors = 1;
  bool passive = false;  // OMP_WAIT_POLICY=passive
  bool migrate = false;  // TIDEMILL_MIGRATE: every task may resume anywhere
  bool cancellation = false;
};

/// Set once, by the first caller of settings_slow(). acquire: the settings whole.
extern std::atomic<const Settings*> known_settings;
const Settings& settings_slow() noexcept;

inline const Settings& settings() noexcept {
  const Settings* known = known_settings.load(std::memory_order_acquire);
  return known != nullptr ? *known : settings_slow();
}

}  // namespace tidemill::core
