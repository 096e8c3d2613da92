#include "clock.hpp"

#include <sched.h>
#include <sys/prctl.h>
#include <time.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstdint>

namespace app {

void sleep_precisely(double ns) {
  thread_local bool prompt = false;
  if (!prompt) {
    prctl(PR_SET_TIMERSLACK, 1UL, 0UL, 0UL, 0UL);
    prompt = true;
  }
  constexpr std::int64_t ns_per_s = 1'000'000'000;
  timespec until{};
  clock_gettime(CLOCK_MONOTONIC, &until);
  const std::int64_t target = until.tv_nsec + static_cast<std::int64_t>(ns);
  until.tv_sec += target / ns_per_s;
  until.tv_nsec = target % ns_per_s;
  while (clock_nanosleep(CLOCK_MONOTONIC, TIMER_ABSTIME, &until, nullptr) == EINTR) {
  }
}

void sleep_until(double due) {
  // What a virtual machine takes to wake a sleeper, and some more.
  constexpr double late = 80e-6;
  const double left = due - seconds_now();
  if (left > late) sleep_precisely(1e9 * (left - late));
  while (seconds_now() < due) sched_yield();
}

double wake_up_latency_ns() {
  constexpr int samples = 21;
  constexpr double length_ns = 500'000;
  std::array<double, samples> late{};
  for (double& each : late) {
    const double begin = seconds_now();
    sleep_precisely(length_ns);
    each = 1e9 * (seconds_now() - begin) - length_ns;
  }
  std::nth_element(late.begin(), late.begin() + samples / 2, late.end());
  return std::clamp(late[samples / 2], 0.0, length_ns / 2);
}

}  // namespace app
