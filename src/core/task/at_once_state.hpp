// What a worker keeps to run tasks at once (task/at_once.hpp); its own.
#pragma once

#include <cstddef>
#include <cstdint>

#include "core/task/block_cache.hpp"

namespace tidemill::core {

struct Fiber;
struct Task;

struct AtOnce {
  /// Of the shell.
  static constexpr std::uint8_t kClass = 1;
  static constexpr std::size_t kBytes = BlockCache::kClassBytes[kClass];

  Fiber* side = nullptr;   // the stack, if one is at hand: a dispatch fiber, nothing of it in use
  void* top = nullptr;     // its highest address
  Task* shell = nullptr;   // a block with a task as new, unless one is using it
  std::uint32_t left = 1;  // tasks until the next look at the clock
  std::uint32_t interval = 8;    // between two looks
  std::uint64_t looked_at = 0;   // ticks
  std::uint64_t turn_since = 0;  // ticks; 0: it is the queue's turn
};

}  // namespace tidemill::core
