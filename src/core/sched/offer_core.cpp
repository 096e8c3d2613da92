#include "core/sched/offer_core.hpp"

#include <sched.h>
#include <time.h>

#include <algorithm>
#include <atomic>
#include <cstdint>

#include "core/settings/settings.hpp"
#include "core/sync/parker.hpp"
#include "platform/cpu.hpp"

namespace tidemill::core {

namespace {

// Shorter than a time slice, longer than what the system itself takes now and then.
constexpr std::int64_t kLostUs = 100;
// It isn't offered again for so many times what it was lost for: waiting costs that share at most.
constexpr std::int64_t kKeepTimes = 16;
constexpr std::int64_t kKeepMostUs = 100'000;

std::atomic<std::uint64_t> again_at{0};  // ticks; relaxed: hands nothing over

/// That all threads of this process have had together.
std::int64_t processor_time_us() noexcept {
  timespec t{};
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
  return t.tv_sec * 1'000'000 + t.tv_nsec / 1000;
}

/// For how long of `lost_us`, in which this process had so much processor time, was the core
/// another process's? While more of its workers are awake than there are processors, it keeps all
/// of these busy.
std::int64_t foreign_us(std::int64_t lost_us, std::int64_t had_us) noexcept {
  const std::int64_t processors = settings().processors;
  const std::int64_t busy = Parker::awake() > processors ? processors : 1;
  return std::min(lost_us, busy * lost_us - had_us);
}

}  // namespace

bool offer_core(To to) noexcept {
  if (to == To::own_alone) {
    sched_yield();
    return true;
  }
  const std::uint64_t from = platform::ticks();
  if (from < again_at.load(std::memory_order_relaxed)) return false;
  const std::int64_t had_us = to == To::own ? processor_time_us() : 0;
  sched_yield();
  const std::uint64_t back = platform::ticks();
  auto lost_us = static_cast<std::int64_t>((back - from) / platform::ticks_per_us());
  if (lost_us > kLostUs && to == To::own)
    lost_us = foreign_us(lost_us, processor_time_us() - had_us);
  if (lost_us <= kLostUs) return true;
  const auto keep_us = static_cast<std::uint64_t>(std::min(kKeepTimes * lost_us, kKeepMostUs));
  again_at.store(back + keep_us * platform::ticks_per_us(), std::memory_order_relaxed);
  return true;
}

}  // namespace tidemill::core
