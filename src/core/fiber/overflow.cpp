#include "core/fiber/overflow.hpp"

#include <signal.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <atomic>
#include <cerrno>
#include <cstdint>
#include <mutex>

#include "core/sched/worker.hpp"
#include "core/sync/spin_lock.hpp"
#include "platform/report.hpp"
#include "platform/signal_stack.hpp"

namespace tidemill::core {

namespace {

constexpr std::uintptr_t kLargestFrame = std::uintptr_t{1} << 30;
constexpr std::uintptr_t kPage = 64u << 10;  // or less

/// Who had the signal before. Written before the handler can run that reads it, and again only if
/// somebody else took the signal meanwhile.
struct sigaction before {};

/// Is memory missing where the stack pointer is? There, or in a frame that is larger than the guard
/// page: then the pointer itself is below the stack, where that is one of ours.
bool is_overflow(const Fiber& fiber, const siginfo_t& info, const void* context) noexcept {
  const void* const pointer = platform::interrupted_stack_pointer(context);
  if (pointer == nullptr || info.si_code <= 0) return false;  // unknown; sent by a process
  const auto fault = reinterpret_cast<std::uintptr_t>(info.si_addr);
  const auto top = reinterpret_cast<std::uintptr_t>(pointer);
  if (fault - top + kPage <= 2 * kPage) return true;
  const auto base = reinterpret_cast<std::uintptr_t>(fiber.stack.base);
  return base - top - 1 < kLargestFrame && fault < base;
}

void tell(const Worker& w) noexcept {
  if (w.fiber->stack.bytes != 0) {
    platform::say(
        "a task on thread %d has overflowed its stack of %zu KiB: raise OMP_STACKSIZE (without it: "
        "ulimit -s), or keep large arrays out of the stack",
        w.member->number, w.fiber->stack.bytes / 1024);
  } else {
    platform::say(
        "thread %d has overflowed its own stack: raise the limit (ulimit -s, for the initial "
        "thread), or keep large arrays out of the stack",
        w.member->number);
  }
}

void on_fault(int signal, siginfo_t* info, void* context) {
  const int error = errno;
  const Worker* const w = current_worker_or_null();
  if (w != nullptr && is_overflow(*w->fiber, *info, context)) tell(*w);
  // Whoever had it before meets the fault again: the instruction is made once more.
  sigaction(signal, &before, nullptr);
  if (info->si_code <= 0) syscall(SYS_tgkill, getpid(), syscall(SYS_gettid), signal);
  errno = error;
}

bool is_ours(const struct sigaction& action) noexcept {
  return (action.sa_flags & SA_SIGINFO) != 0 && action.sa_sigaction == on_fault;
}

/// Would it be called on a stack that is full?
bool may_be_taken(const struct sigaction& action) noexcept {
  if ((action.sa_flags & SA_SIGINFO) == 0 && action.sa_handler == SIG_IGN) return false;
  return (action.sa_flags & SA_ONSTACK) == 0;
}

}  // namespace

void watch_for_overflow() noexcept {
  if (platform::kSanitized) return;
  struct sigaction present {};
  if (sigaction(SIGSEGV, nullptr, &present) != 0 || is_ours(present) || !may_be_taken(present))
    return;
  static constinit SpinLock lock;  // guards `before`
  // Whoever is at it does it for all. And a fork may leave it locked in the child.
  const std::unique_lock guard(lock, std::try_to_lock);
  if (!guard) return;
  if (sigaction(SIGSEGV, nullptr, &present) != 0 || is_ours(present)) return;
  before = present;
  struct sigaction ours {};
  ours.sa_sigaction = on_fault;
  ours.sa_flags = SA_SIGINFO | SA_ONSTACK;
  sigemptyset(&ours.sa_mask);
  if (sigaction(SIGSEGV, &ours, &present) == 0 && !is_ours(present)) before = present;
}

}  // namespace tidemill::core
