// What the processor gives: a pause hint, the cache line, a cycle-like counter. The one place that
// selects by architecture.
#pragma once

#include <time.h>

#include <cstddef>
#include <cstdint>

namespace tidemill::platform {

inline constexpr std::size_t kCacheLine = 64;

/// Monotonic time in nanoseconds. A vDSO call, about 20 ns.
inline std::uint64_t now_ns() noexcept {
  timespec now{};
  clock_gettime(CLOCK_MONOTONIC, &now);
  return static_cast<std::uint64_t>(now.tv_sec) * 1'000'000'000u +
         static_cast<std::uint64_t>(now.tv_nsec);
}

#if defined(__x86_64__)
inline void pause() noexcept { __builtin_ia32_pause(); }
inline std::uint64_t ticks() noexcept { return __builtin_ia32_rdtsc(); }
/// Asks for the cache line of any address, even a null pointer's, for oneself. GCC's builtin asks
/// for a copy unless told the processor: the first write has to ask again then, from far away. An
/// address as operand can have an offset, which saves an instruction to add it; Clang has none.
inline void prefetch_to_write(const void* line) noexcept {
#if defined(__clang__)
  asm volatile("prefetchw (%0)" : : "r"(line));
#else
  asm volatile("prefetchw %a0" : : "p"(line));
#endif
}
#elif defined(__aarch64__)
inline void pause() noexcept { asm volatile("yield"); }
inline void prefetch_to_write(const void* line) noexcept { __builtin_prefetch(line, 1); }
inline std::uint64_t ticks() noexcept {
  std::uint64_t value;
  asm volatile("mrs %0, cntvct_el0" : "=r"(value));
  return value;
}
#else
inline void pause() noexcept {}
inline void prefetch_to_write(const void* line) noexcept { __builtin_prefetch(line, 1); }
inline std::uint64_t ticks() noexcept { return now_ns(); }
#endif

/// Asks for the line into the second cache: it is used in a while, and the first one is small. Even
/// if it is to be written, as x86 has no such instruction that asks for it for oneself.
inline void prefetch_for_later(const void* line) noexcept { __builtin_prefetch(line, 0, 2); }

/// ticks() per microsecond; measured once against the clock, at least 1.
std::uint64_t ticks_per_us() noexcept;

/// Stack size limit (`ulimit -s`) in bytes; 8 MiB when unlimited.
std::size_t stack_limit_bytes() noexcept;

}  // namespace tidemill::platform
