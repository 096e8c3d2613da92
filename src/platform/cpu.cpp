#include "platform/cpu.hpp"

#include <sys/resource.h>

#include <algorithm>
#include <atomic>

namespace tidemill::platform {

namespace {

struct Moment {
  std::uint64_t ticks, ns;
};

/// Both clocks at once: between the two readings the thread may lose its core, so the closest of a
/// few pairs.
Moment read_both() noexcept {
  Moment closest{};
  std::uint64_t least = ~std::uint64_t{0};
  for (int i = 0; i < 5; ++i) {
    const std::uint64_t before = now_ns();
    const std::uint64_t here = ticks();
    const std::uint64_t apart = now_ns() - before;
    if (apart >= least) continue;
    least = apart;
    closest = {here, before};
  }
  return closest;
}

std::uint64_t measure_ticks_per_us() noexcept {
  constexpr std::uint64_t kSpanNs = 200'000;
  const Moment start = read_both();
  while (now_ns() - start.ns < kSpanNs) pause();
  const Moment end = read_both();
  return std::max<std::uint64_t>(1, (end.ticks - start.ticks) * 1000 / (end.ns - start.ns));
}

// 0: not measured yet. relaxed: a number alone. Not a static variable of the function: see
// platform/first_use.hpp.
constinit std::atomic<std::uint64_t> measured_ticks{0};

/// What the first one measured: all go by the same number.
[[gnu::noinline]] std::uint64_t ticks_per_us_slow() noexcept {
  const std::uint64_t mine = measure_ticks_per_us();
  std::uint64_t first = 0;
  return measured_ticks.compare_exchange_strong(first, mine, std::memory_order_relaxed) ? mine
                                                                                        : first;
}

}  // namespace

std::uint64_t ticks_per_us() noexcept {
  const std::uint64_t measured = measured_ticks.load(std::memory_order_relaxed);
  return measured != 0 ? measured : ticks_per_us_slow();
}

std::size_t stack_limit_bytes() noexcept {
  rlimit limit{};
  if (getrlimit(RLIMIT_STACK, &limit) != 0 || limit.rlim_cur == RLIM_INFINITY) return 8u << 20;
  return static_cast<std::size_t>(limit.rlim_cur);
}

}  // namespace tidemill::platform
