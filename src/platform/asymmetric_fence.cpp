#include "platform/asymmetric_fence.hpp"

#include <linux/membarrier.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

#include <cstdint>

#include "platform/cpu.hpp"

namespace tidemill::platform {

namespace {

int membarrier(int command) noexcept {
  return static_cast<int>(syscall(__NR_membarrier, command, 0, 0));
}

bool register_process() noexcept {
  return membarrier(MEMBARRIER_CMD_REGISTER_PRIVATE_EXPEDITED) == 0;
}

/// Since the start of the process?
const bool began_light = register_process();

/// What others stored before a light fence may be on its way yet. A processor lets a store go
/// within a small part of this pause, or as it leaves the thread; so whoever looks after it sees
/// that store, or is seen.
void let_stores_come() noexcept {
  constexpr std::uint64_t kPauseNs = 1'000'000;
  for (const std::uint64_t start = now_ns(); now_ns() - start < kPauseNs;) {
    const timespec pause{0, kPauseNs};
    nanosleep(&pause, nullptr);  // may be refused, too
  }
  full_fence();
}

/// From here on light fences are full ones, which helps nobody who has passed one just before.
void fall_back() noexcept {
  kernel_fences.store(false, std::memory_order_seq_cst);
  let_stores_come();
}

}  // namespace

std::atomic<bool> kernel_fences{began_light};

void heavy_fence() noexcept {
  full_fence();
  if (membarrier(MEMBARRIER_CMD_PRIVATE_EXPEDITED) == 0) return;
  // Not registered: the kernel can't, or this process has lost it (a restored checkpoint).
  if (register_process() && membarrier(MEMBARRIER_CMD_PRIVATE_EXPEDITED) == 0) return;
  // It never did: the light side has always fenced in full. Or it refuses from now on (a filter of
  // system calls): who learns of it before anybody has fallen back does so.
  static constinit std::atomic<bool> fell_back{false};
  if (!began_light || fell_back.load(std::memory_order_acquire)) return;
  fall_back();
  fell_back.store(true, std::memory_order_release);  // with the acquire above: the pause is over
}

void heavy_fence_against_known() noexcept {
  heavy_fence();
  if (!fences_are_light()) let_stores_come();
}

}  // namespace tidemill::platform
