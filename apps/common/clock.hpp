// Time, and sleeps that end when they should.
#pragma once

#include <chrono>
#include <cstdint>

namespace app {

/// Seconds of a clock that all processes of a machine share.
inline double seconds_now() {
  return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

/// Counts up at a constant rate, which a Meter finds out. For what is as short as a small block's
/// work: a reading of the clock takes 25 to 50 ns on a virtual machine, this one 8.
inline std::uint64_t ticks_now() {
#if defined(__x86_64__)
  return __builtin_ia32_rdtsc();
#elif defined(__aarch64__)
  std::uint64_t value;
  asm volatile("mrs %0, cntvct_el0" : "=r"(value));
  return value;
#else
  return static_cast<std::uint64_t>(std::chrono::steady_clock::now().time_since_epoch().count());
#endif
}

/// To within microseconds, by the calling thread; Linux by itself may add 50 us.
void sleep_precisely(double ns);

/// Returns when seconds_now() has come to `due`, no later than need be: the end of the wait, which
/// a sleeper would oversleep, is spent giving the core to whoever wants it.
void sleep_until(double due);

/// How late this machine wakes a sleeper, in ns: the median of a few sleeps. A virtual machine
/// takes some 50 us, which is not the doing of a kernel that sleeps.
double wake_up_latency_ns();

}  // namespace app
