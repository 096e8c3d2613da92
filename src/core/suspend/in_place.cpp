#include "core/suspend/in_place.hpp"

#include <sched.h>
#include <time.h>

#include <algorithm>
#include <atomic>
#include <cstdint>

#include "core/model/worker.hpp"
#include "core/poll/polling.hpp"
#include "core/settings/settings.hpp"
#include "platform/cpu.hpp"

namespace tidemill::core {

namespace {

// Shorter than the slice that another program takes. What is shorter doesn't tell of one: it may be
// the system itself, a rank or a thread between two waits of its own, or a virtual machine's host.
constexpr std::int64_t kLostUs = 1000;
// It isn't offered again for so many times what it was lost for: of a time slice or two, waiting
// costs a fifth at most.
constexpr std::int64_t kKeepTimes = 4;
constexpr std::int64_t kKeepMostUs = 100'000;

std::atomic<std::uint64_t> again_at{0};  // ticks; relaxed, all: hands nothing over

/// That all threads of this process have had together.
std::int64_t processor_time_us() noexcept {
  timespec t{};
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
  return t.tv_sec * 1'000'000 + t.tv_nsec / 1000;
}

bool is_passive() noexcept { return block_time_us.load(std::memory_order_relaxed) == 0; }

}  // namespace

bool core_is_kept(std::uint64_t now) noexcept {
  return now < again_at.load(std::memory_order_relaxed);
}

bool offer_core(OfferTo to, int sharers) noexcept {
  const bool own = to == OfferTo::own;
  const std::uint64_t from = platform::ticks();
  if (core_is_kept(from)) return false;
  if (own && settings().processors > 1) {
    sched_yield();
    return true;
  }
  const std::int64_t had_us = own ? processor_time_us() : 0;
  sched_yield();
  const std::uint64_t back = platform::ticks();
  const auto us = static_cast<std::int64_t>(platform::ticks_per_us());
  // Signed: it may be back on another core, whose clock is late.
  std::int64_t lost_us = static_cast<std::int64_t>(back - from) / us;
  if (lost_us > kLostUs && own) lost_us -= processor_time_us() - had_us;
  if (lost_us <= kLostUs * sharers) return true;
  const auto keep = static_cast<std::uint64_t>(std::min(kKeepTimes * lost_us, kKeepMostUs) * us);
  if (back + keep > again_at.load(std::memory_order_relaxed))
    again_at.store(back + keep, std::memory_order_relaxed);
  return true;
}

bool is_oversubscribed(const Worker& w) noexcept {
  return w.innermost != nullptr && w.innermost->team->size > settings().processors;
}

int sharers_of_core(const Worker& w) noexcept {
  return w.innermost == nullptr ? 1 : std::max(w.innermost->team->size / settings().processors, 1);
}

bool may_spin(const Worker& w) noexcept {
  return !polling_active() && !is_passive() && !is_oversubscribed(w);
}

Patience patience_for_members(const Worker& w) noexcept {
  if (polling_active() || is_passive()) return {};
  if (!is_oversubscribed(w)) return patience::kMember;
  if (core_is_kept(platform::ticks())) return {};
  constexpr int kLeast = 16;  // the system doesn't always take the one that is meant
  Patience once_round = patience::kSharingMember;
  once_round.most_yields = static_cast<std::uint32_t>(std::max(w.innermost->team->size, kLeast));
  return once_round;
}

InPlaceWait::InPlaceWait(const Worker& w) noexcept
    : sharers_(sharers_of_core(w)),
      backoff_(is_oversubscribed(w) || is_passive() ? patience::kInPlaceSharing
                                                    : patience::kInPlace) {}

bool InPlaceWait::stay_awake() noexcept {
  return backoff_.step([this] {
    if (!offer_core(OfferTo::anybody, sharers_))
      for (std::uint32_t i = 0; i < patience::kInPlace.most_pauses; ++i) platform::pause();
  });
}

}  // namespace tidemill::core
