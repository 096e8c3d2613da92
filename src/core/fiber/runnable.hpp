// What a dispatch loop can be handed: a task to start, or a fiber to resume. Intrusive, so that
// queueing never allocates; in at most one queue at a time.
#pragma once

#include <cstdint>

namespace tidemill::core {

struct Runnable {
  enum class Kind : std::uint8_t { task, fiber };

  explicit Runnable(Kind k, std::uint64_t place = 0) noexcept : key(place), kind(k) {}

  Runnable* next = nullptr;  // link of the queue it is in; owned by that queue
  std::uint64_t key;         // place in the ready order, smallest first (policy/key.hpp)
  Kind kind;
};

}  // namespace tidemill::core
