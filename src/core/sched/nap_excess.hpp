// What a timed sleep takes beyond what it was to take: the timer, and the way back to the core.
// Some microseconds; tens of them in a virtual machine, whose core has halted meanwhile.
#pragma once

#include <algorithm>
#include <atomic>
#include <cstdint>

namespace tidemill::core {

/// The least of what was seen lately, as others may have had the core meanwhile: a longer one
/// raises it by a part of the difference only. Any thread; what is lost of two at once is no harm.
class NapExcess {
 public:
  void learn(std::uint64_t asked_us, std::uint64_t took_us) noexcept {
    if (took_us < asked_us) return;  // it was woken
    const auto excess = static_cast<std::uint32_t>(std::min(took_us - asked_us, kMostUs));
    const std::uint32_t known = us_.load(std::memory_order_relaxed);
    us_.store(excess <= known ? excess : known + (excess - known + kPart - 1) / kPart,
              std::memory_order_relaxed);
  }

  std::uint64_t us() const noexcept { return us_.load(std::memory_order_relaxed); }

 private:
  static constexpr std::uint64_t kMostUs = 1000;
  static constexpr std::uint32_t kPart = 16;
  std::atomic<std::uint32_t> us_{0};
};

}  // namespace tidemill::core
