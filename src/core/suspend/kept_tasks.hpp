// Tasks that others keep to themselves, in the private part of a deque. A look there disturbs the
// owner, and taking from it more; tasks that come and go quickly are better left to him. A task
// that its owner has kept for several looks, and made no progress meanwhile, is ripe: the owner is
// busy with something long.
//
// An idle worker's own.
#pragma once

#include <cstdint>
#include <utility>

#include "core/model/worker.hpp"
#include "core/suspend/announce.hpp"
#include "platform/cpu.hpp"

namespace tidemill::core {

class KeptTasks {
 public:
  void look(const Worker& w, std::uint64_t now) noexcept {
    ripe_ = false;
    if (now - looked_at_ < kLookUs * platform::ticks_per_us()) return;
    looked_at_ = now;
    const TaskDeque* const kept = find(w);
    const std::uint64_t before = std::exchange(progress_, kept != nullptr ? kept->progress() : 0);
    sightings_ = kept == nullptr ? 0 : progress_ == before ? sightings_ + 1 : 1;
    if (sightings_ < kRipeSightings) return;
    ripe_ = true;
    sightings_ = 0;
  }

  bool ripe() const noexcept { return ripe_; }

  void start_over() noexcept {
    sightings_ = 0;
    ripe_ = false;
  }

 private:
  static constexpr std::uint64_t kLookUs = 1;
  static constexpr std::uint32_t kRipeSightings = 3;

  static const TaskDeque* find(const Worker& w) noexcept {
    for (const Member* m = w.innermost; m != nullptr; m = m->outer) {
      if (!m->team->ever_queued() || !open_to_new(*m)) continue;
      for (int i = 0; i < m->team->size; ++i) {
        const Member& other = m->team->members[i];
        if (&other != m && other.deque.maybe_nonempty()) return &other.deque;
      }
    }
    return nullptr;
  }

  std::uint64_t looked_at_ = 0;  // ticks
  std::uint64_t progress_ = 0;   // of one who keeps tasks, then
  std::uint32_t sightings_ = 0;  // looks in a row that found the same there
  bool ripe_ = false;            // enough of them, at the last look
};

}  // namespace tidemill::core
