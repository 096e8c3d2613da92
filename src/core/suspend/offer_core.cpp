#include "core/suspend/offer_core.hpp"

#include <sched.h>
#include <time.h>

#include <algorithm>
#include <atomic>
#include <cstdint>

#include "core/settings/settings.hpp"
#include "platform/cpu.hpp"

namespace tidemill::core {

namespace {

// Shorter than a time slice, longer than what the system itself takes now and then.
constexpr std::int64_t kLostUs = 100;
// It isn't offered again for so many times what it was lost for: of a time slice or two, waiting
// costs that share at most.
constexpr std::int64_t kKeepTimes = 16;
constexpr std::int64_t kKeepMostUs = 100'000;

std::atomic<std::uint64_t> again_at{0};  // ticks; relaxed, all: hands nothing over

/// That all threads of this process have had together.
std::int64_t processor_time_us() noexcept {
  timespec t{};
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
  return t.tv_sec * 1'000'000 + t.tv_nsec / 1000;
}

}  // namespace

bool core_is_kept(std::uint64_t now) noexcept {
  return now < again_at.load(std::memory_order_relaxed);
}

bool offer_core(OfferTo to) noexcept {
  const bool own = to == OfferTo::own;
  if (own && settings().processors > 1) {
    sched_yield();
    return true;
  }
  const std::uint64_t from = platform::ticks();
  if (core_is_kept(from)) return false;
  const std::int64_t had_us = own ? processor_time_us() : 0;
  sched_yield();
  const std::uint64_t back = platform::ticks();
  const auto us = static_cast<std::int64_t>(platform::ticks_per_us());
  // Signed: it may be back on another core, whose clock is late.
  std::int64_t lost_us = static_cast<std::int64_t>(back - from) / us;
  if (lost_us > kLostUs && own) lost_us -= processor_time_us() - had_us;
  if (lost_us <= kLostUs) return true;
  const auto keep = static_cast<std::uint64_t>(std::min(kKeepTimes * lost_us, kKeepMostUs) * us);
  if (back + keep > again_at.load(std::memory_order_relaxed))
    again_at.store(back + keep, std::memory_order_relaxed);
  return true;
}

}  // namespace tidemill::core
