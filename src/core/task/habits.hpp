// Which tasks have been short lately, by the code they run: a hint for who creates more of them.
//
// Whoever runs tasks from a queue times a body now and then; a producer that runs its children at
// once (task/short_tasks.hpp) says when that wasn't worth it. A habit is short once so many looks
// in a row have found it so; each time the producer is disappointed by it that takes four times as
// many, until it has once been right for long. Tasks of different code may share an entry, which is
// short then if both are.
//
// Shared by all, relaxed: hints, nothing is handed over. Written only when they change.
#pragma once

#include <algorithm>
#include <atomic>
#include <cstdint>

namespace tidemill::core {

/// An entry's number; 0: tasks nobody keeps account of, never short.
using Habit = std::uint16_t;

struct HabitEntry {
  static constexpr int kLeastNeeded = 8, kTimes = 4, kMostNeeded = 8192;
  std::uint16_t found = 0;  // short ones in a row, up to
  std::uint16_t needed = kLeastNeeded;
};

class Habits {
 public:
  /// Of tasks that run `code`, or anything else whose address tells them apart.
  static Habit of(const void* code) noexcept {
    const auto bits = static_cast<std::uint64_t>(reinterpret_cast<std::uintptr_t>(code));
    return static_cast<Habit>((bits * 0x9e3779b97f4a7c15u >> (64 - kBits)) + 1);
  }

  static bool is_short(Habit habit) noexcept {
    const HabitEntry entry = entries_[habit].load(std::memory_order_relaxed);
    return entry.found >= entry.needed;
  }

  /// A body has been timed.
  static void saw(Habit habit, bool was_short) noexcept {
    if (habit == 0) return;
    HabitEntry entry = entries_[habit].load(std::memory_order_relaxed);
    if (was_short ? entry.found >= entry.needed : entry.found == 0) return;
    entry.found = was_short ? entry.found + 1 : 0;
    entries_[habit].store(entry, std::memory_order_relaxed);
  }

  /// Tasks that were short have not been worth it to run at once.
  static void disappointed(Habit habit) noexcept {
    HabitEntry entry = entries_[habit].load(std::memory_order_relaxed);
    entry.found = 0;
    entry.needed = static_cast<std::uint16_t>(
        std::min(HabitEntry::kTimes * entry.needed, HabitEntry::kMostNeeded));
    entries_[habit].store(entry, std::memory_order_relaxed);
  }

  /// It has been worth it for long: what disappointed were exceptions.
  static void pleased(Habit habit) noexcept {
    HabitEntry entry = entries_[habit].load(std::memory_order_relaxed);
    if (entry.needed == HabitEntry::kLeastNeeded) return;
    entry.found = entry.needed = HabitEntry::kLeastNeeded;
    entries_[habit].store(entry, std::memory_order_relaxed);
  }

 private:
  static constexpr int kBits = 10;
  static inline std::atomic<HabitEntry> entries_[(1 << kBits) + 1];
};

}  // namespace tidemill::core
