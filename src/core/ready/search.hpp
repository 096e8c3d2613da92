// What a worker remembers between two looks for work. The worker's own.
#pragma once

#include <cstdint>

#include "core/fiber/runnable.hpp"
#include "core/ready/steal_feedback.hpp"

namespace tidemill::core {

struct Search {
  std::uint64_t random = 0x9e3779b97f4a7c15u;
  std::uint32_t picks = 0;             // choices of a task, to sample how long tasks are
  std::uint64_t sampled_at = 0;        // ticks at the last sample
  bool long_tasks = false;             // they were long on average: order is worth a look at others
  bool one_begins = false;             // so many went on that first one begins
  std::uint32_t resumed = 0;           // choices in which a task was to go on
  std::uint32_t beside_throttled = 0;  // choices since its last creator was throttled
  StealFeedback steal_feedback;

  // The immediate successor: the first of those that the last task made ready. The worker runs it
  // itself, unless something goes before; it is in no queue.
  Runnable* successor = nullptr;
  std::uint64_t successor_key = 0;
  int owed_wakes = 0;  // further ones, queued, for which it has woken nobody
  int stolen = 0;      // tasks that the last pop took from others
  int moved = 0;       // tasks that a pop has moved where others may find them: one is to be woken

  std::uint64_t next_random() noexcept {
    random ^= random << 13;
    random ^= random >> 7;
    random ^= random << 17;
    return random;
  }
};

}  // namespace tidemill::core
