#include "platform/signal_stack.hpp"

#include <signal.h>
#include <sys/mman.h>
#include <ucontext.h>

#include <cstddef>
#include <utility>

namespace tidemill::platform {

namespace {

// Address space, of which a handler touches a page or three.
constexpr std::size_t kBytes = 64u << 10;

}  // namespace

void SignalStack::begin() noexcept {
  stack_t present{};
  if (sigaltstack(nullptr, &present) != 0 || (present.ss_flags & SS_DISABLE) == 0) return;
  void* const memory = mmap(nullptr, kBytes, PROT_READ | PROT_WRITE,
                            MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_STACK, -1, 0);
  if (memory == MAP_FAILED) return;
  stack_t ours{};
  ours.ss_sp = memory;
  ours.ss_size = kBytes;
  if (sigaltstack(&ours, nullptr) == 0)
    memory_ = memory;
  else
    munmap(memory, kBytes);
}

void SignalStack::end() noexcept {
  void* const memory = std::exchange(memory_, nullptr);
  if (memory == nullptr) return;
  stack_t present{};
  if (sigaltstack(nullptr, &present) == 0 && present.ss_sp == memory) {
    stack_t none{};
    none.ss_flags = SS_DISABLE;
    if (sigaltstack(&none, nullptr) != 0) return;
  }
  munmap(memory, kBytes);
}

const void* interrupted_stack_pointer(const void* context) noexcept {
  const auto& registers = static_cast<const ucontext_t*>(context)->uc_mcontext;
#if defined(__x86_64__)
  return reinterpret_cast<const void*>(registers.gregs[REG_RSP]);
#elif defined(__aarch64__)
  return reinterpret_cast<const void*>(registers.sp);
#else
  static_cast<void>(registers);
  return nullptr;
#endif
}

}  // namespace tidemill::platform
