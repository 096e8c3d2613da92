// What a worker keeps to run tasks at once (task/at_once.hpp); its own.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "core/task/block_cache.hpp"
#include "core/task/spawn.hpp"

namespace tidemill::core {

struct Fiber;

struct AtOnce {
  /// Of a shell.
  static constexpr std::uint8_t kClass = BlockCache::kSmallTasks + 1;
  static constexpr std::size_t kBytes = BlockCache::kClassBytes[kClass];

  std::uint32_t left = 1;      // tasks until the next look at the clock
  std::uint32_t to_queue = 0;  // so many next ones are queued, as some came to wait
  // The next child of a crowded producer; see task/prepared.hpp. What the worker runs and stands on
  // meanwhile, and then again, lies side by side: each pair is copied as one.
  Task* producer = nullptr;
  Task* lender = nullptr;
  Task* prepared = nullptr;
  // Stacks at hand: dispatch fibers, nothing of them in use but by who runs there.
  Fiber* side = nullptr;       // for a task that runs at once, one at a time; stays here meanwhile
  Task* below_task = nullptr;  // the producer
  Fiber* below_fiber = nullptr;  // its own
  Fiber* sides = nullptr;        // for those whose parent waits, by next
  int side_count = 0;            // of these
  static constexpr int kMostSides = 32;
  Task* shell = nullptr;   // a block with a task as new, unless one is using it
  Task* spares = nullptr;  // more such blocks, by next, for tasks on top of others
  int spare_count = 0;
  static constexpr int kMostSpares = 64;
  /// Of the task that runs at once, if it was begun before they were entered.
  std::span<const Dependence> dependences{};
  // Whose child ran at once last, if it still lies there, and how many in a row.
  const Task* last_producer = nullptr;
  std::uint32_t of_last_producer = 0;
  std::uint32_t reluctance = 0;  // how many it was the last time
  std::uint32_t interval = 8;    // between two looks
  std::uint64_t looked_at = 0;   // ticks
  std::uint64_t turn_since = 0;  // ticks; 0: it is the queue's turn
  // Of short tasks with dependences (task/short_tasks.hpp).
  // Ticks that the next may take longer than is worth it; at first many, as stacks are made.
  std::int64_t credit = 1 << 17;
  std::uint32_t pleased = 0;    // how often since one took too long
  std::uint32_t in_a_row = 0;   // that were short, but created before others were complete
  std::uint32_t patience = 64;  // for how many of them, before a look whether these will be
};

}  // namespace tidemill::core
