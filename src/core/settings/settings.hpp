// What the environment asks for (OpenMP 5.2, chapter 21), read once, and the internal control
// variables that tasks inherit (chapter 2). Bad values: one warning naming variable, value and
// what is used instead.
#pragma once

#include <atomic>
#include <cstddef>

#include "core/settings/icvs.hpp"

namespace tidemill::core {

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
