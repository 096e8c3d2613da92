// What the environment asks for (OpenMP 5.2, chapter 21), read once, at the first use, by the
// groups of functions in reader.hpp. Bad values: one warning naming variable, value and what is
// used instead.
//
// Constant from then on, any thread may read it. What calls change lies in each task's Icvs.
#pragma once

#include <array>
#include <atomic>
#include <cstddef>
#include <memory>
#include <string>
#include <vector>

#include "core/policy/policy.hpp"
#include "core/settings/icvs.hpp"
#include "core/settings/places_request.hpp"

namespace tidemill::core {

enum class TargetOffload : std::uint8_t { default_, disabled, mandatory };
inline constexpr int kInvalidDevice = -4;  // omp_invalid_device
enum class WaitMode : std::uint8_t { unset, active, passive };
enum class Display : std::uint8_t { none, standard, verbose };

/// A block time that doesn't end in practice, in microseconds.
inline constexpr long kForeverUs = 1'000'000L * 86'400 * 365;

/// A larger stack for each task is a typing error: address space has 47 bits.
inline constexpr std::size_t kMostStackBytes = std::size_t{1} << 40;

/// A smaller one doesn't hold a dispatch loop and the first frames of a task.
inline constexpr std::size_t kLeastStackBytes = std::size_t{64} << 10;

struct Settings {
  Icvs initial;
  int processors = 1;  // usable: the inherited mask, less what KMP_HW_SUBSET leaves out
  std::size_t stack_bytes = 8u << 20;
  int max_task_priority = 0;
  bool cancellation = false;
  bool inherit_modes = true;       // KMP_INHERIT_FP_CONTROL: of Clang's regions
  bool own_stacks = false;         // TIDEMILL_STACKS: others only after a suspension
  bool infers_affinity = false;    // TIDEMILL_DATA_AFFINITY=depend: to what a task writes first
  bool migrate = false;            // TIDEMILL_MIGRATE: every task may resume anywhere
  const Policy* policy = nullptr;  // TIDEMILL_POLICY; nullptr: not said

  // Waiting (core/sched/idle.cpp).
  long block_us = -1;  // how long it keeps looking before; -1: as the idle strategy thinks best
  WaitMode wait_policy = WaitMode::unset;
  int library = 3;  // KMP_LIBRARY, as kmp_get_library() tells it

  // Places (core/settings/places.hpp).
  PlacesRequest places;
  std::vector<SubsetItem> hw_subset;
  bool display_affinity = false;
  std::string affinity_format = "pid %P level %L thread %n of %N on processors %A";

  TargetOffload target_offload = TargetOffload::default_;
  std::string allocator_text;  // OMP_ALLOCATOR as written; empty: the default
  bool tool = true;
  bool debug = false;
  std::string tool_libraries;
  std::string tool_verbose_init;
  Display display = Display::none;
  bool warnings = true;    // KMP_WARNINGS
  bool stats = false;      // the account of the threads' time (core/trace/account.hpp)
  std::string stats_file;  // to which it is written, besides the table; empty: none

  /// The variable each setting has its value from; nullptr: none, it is the default.
  std::array<const char*, kSettings> origin{};

  /// A copy of a made-up variable name that lives as long as these settings.
  const char* keep_name(const std::string& name) {
    return names_.emplace_back(std::make_unique<std::string>(name))->c_str();
  }

 private:
  std::vector<std::unique_ptr<std::string>> names_;
};

/// Set once, by the first of settings_slow() to be through. acquire: the settings whole.
extern std::atomic<const Settings*> known_settings;
const Settings& settings_slow() noexcept;

/// The policy that calls have chosen since; nullptr: none. relaxed: policies are constants.
extern std::atomic<const Policy*> chosen_policy;

/// Tasks of this process will pass messages. relaxed: said before they do.
extern std::atomic<bool> sends_expected;

/// Settings::block_us as calls have changed it since. relaxed: a number alone.
extern std::atomic<long> block_time_us;

/// Of stacks made from now on, as kmp_set_stacksize says; 0: Settings::stack_bytes. relaxed:
/// likewise.
extern std::atomic<std::size_t> called_stack_bytes;

/// Settings::infers_affinity, for who asks with every region. relaxed: likewise.
extern std::atomic<bool> infers_affinity;

inline const Settings& settings() noexcept {
  const Settings* known = known_settings.load(std::memory_order_acquire);
  return known != nullptr ? *known : settings_slow();
}

/// The one that regions begin with now.
inline const Policy& current_policy() noexcept {
  if (const Policy* const chosen = chosen_policy.load(std::memory_order_relaxed)) return *chosen;
  if (const Policy* const said = settings().policy) return *said;
  return default_policy(sends_expected.load(std::memory_order_relaxed));
}

}  // namespace tidemill::core
