#include "platform/asymmetric_fence.hpp"

#include <linux/membarrier.h>
#include <sys/syscall.h>
#include <unistd.h>

namespace tidemill::platform {

namespace {

int membarrier(int command) noexcept {
  return static_cast<int>(syscall(__NR_membarrier, command, 0, 0));
}

bool register_process() noexcept {
  return membarrier(MEMBARRIER_CMD_REGISTER_PRIVATE_EXPEDITED) == 0;
}

}  // namespace

std::atomic<bool> kernel_fences{register_process()};

void heavy_fence() noexcept {
  full_fence();
  if (membarrier(MEMBARRIER_CMD_PRIVATE_EXPEDITED) == 0) return;
  // Not registered: the kernel can't, or this process has lost it (a restored checkpoint). Should
  // it refuse from here on, the light side has to fence itself; whoever is past its light fence
  // by then was covered by the last heavy one that worked.
  if (register_process() && membarrier(MEMBARRIER_CMD_PRIVATE_EXPEDITED) == 0) return;
  kernel_fences.store(false, std::memory_order_seq_cst);
}

}  // namespace tidemill::platform
