// Sleeping on a word, and waking its sleepers. Private futexes: one process only.
#pragma once

#include <linux/futex.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

#include <atomic>
#include <cstdint>

namespace tidemill::platform {

inline constexpr std::uint64_t kForever = ~std::uint64_t{0};

/// Sleeps while `word` holds `expected`, at most `timeout_ns`. May return early for no reason.
inline void futex_wait(std::atomic<std::uint32_t>& word, std::uint32_t expected,
                       std::uint64_t timeout_ns = kForever) noexcept {
  timespec limit{static_cast<time_t>(timeout_ns / 1'000'000'000u),
                 static_cast<long>(timeout_ns % 1'000'000'000u)};
  syscall(SYS_futex, &word, FUTEX_WAIT_PRIVATE, expected, timeout_ns == kForever ? nullptr : &limit,
          nullptr, 0);
}

inline void futex_wake(std::atomic<std::uint32_t>& word, int how_many) noexcept {
  syscall(SYS_futex, &word, FUTEX_WAKE_PRIVATE, how_many, nullptr, nullptr, 0);
}

}  // namespace tidemill::platform
