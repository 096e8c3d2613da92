// platform/stack_overflow.hpp: a task's stack that is used up is told by name, and what other
// handlers a program has stays what it was. Each in a process of its own.
#include <gtest/gtest.h>
#include <signal.h>
#include <sys/mman.h>
#include <ucontext.h>
#include <unistd.h>

#include "platform/stack_memory.hpp"
#include "platform/stack_overflow.hpp"

namespace tidemill::platform {
namespace {

constexpr std::size_t kBytes = 256u << 10;
StackMemory stack;
ucontext_t here, there;
struct sigaction before;

bool find(const void* address, UsedUpStack& found) noexcept {
  if (!is_in_guard_page(address, stack.base)) return false;
  found = {stack.bytes, reinterpret_cast<const void*>(&find)};
  return true;
}

[[gnu::noinline]] int deeper(int n) {
  volatile char frame[512];
  frame[0] = static_cast<char>(n);
  return n == 0 ? 0 : deeper(n - 1) + frame[0];
}
void use_up() { deeper(1 << 20); }
void fault_elsewhere() {
  static_cast<volatile char*>(
      mmap(nullptr, 4096, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0))[0] = 1;
}

/// Runs `body` on a stack like a task's.
void on_task_stack(void (*body)()) {
  stack = map_stack(kBytes);
  getcontext(&there);
  there.uc_stack.ss_sp = stack.base;
  there.uc_stack.ss_size = stack.bytes;
  there.uc_link = &here;
  makecontext(&there, body, 0);
  swapcontext(&here, &there);
}

TEST(StackOverflow, IsToldByNameAndEndsAsBefore) {
  EXPECT_EXIT(
      {
        const SignalStack handlers;
        tell_of_stack_overflow(find);
        on_task_stack(use_up);
      },
      testing::KilledBySignal(SIGSEGV),
      "error: the task whose code .* used up its stack of 256 KiB");
}

TEST(StackOverflow, OtherFaultsAreTheProgramsOwn) {
  EXPECT_EXIT(
      {
        const SignalStack handlers;
        tell_of_stack_overflow(find);
        on_task_stack(fault_elsewhere);
      },
      testing::KilledBySignal(SIGSEGV), "^$");
}

TEST(StackOverflow, ASignalThatIsSentEndsTheProcess) {
  EXPECT_EXIT(
      {
        const SignalStack handlers;
        tell_of_stack_overflow(find);
        kill(getpid(), SIGSEGV);
        pause();
      },
      testing::KilledBySignal(SIGSEGV), "^$");
}

void leave(int) { _exit(7); }
void hand_on(int signal, siginfo_t* info, void* context) {
  (before.sa_flags & SA_SIGINFO) != 0 ? before.sa_sigaction(signal, info, context)
                                      : static_cast<void>(write(2, "none before", 11));
}

TEST(StackOverflow, AHandlerFromBeforeStays) {
  EXPECT_EXIT(
      {
        const SignalStack handlers;
        signal(SIGSEGV, leave);
        tell_of_stack_overflow(find);
        fault_elsewhere();
      },
      testing::ExitedWithCode(7), "^$");
}

TEST(StackOverflow, AHandlerFromLaterReplacesIt) {
  EXPECT_EXIT(
      {
        const SignalStack handlers;
        tell_of_stack_overflow(find);
        signal(SIGSEGV, leave);
        fault_elsewhere();
      },
      testing::ExitedWithCode(7), "^$");
}

TEST(StackOverflow, AHandlerFromLaterMayHandOn) {
  for (void (*body)() : {use_up, fault_elsewhere})
    EXPECT_EXIT(
        {
          const SignalStack handlers;
          tell_of_stack_overflow(find);
          struct sigaction mine {};
          mine.sa_sigaction = hand_on;
          mine.sa_flags = SA_SIGINFO | SA_ONSTACK;
          sigaction(SIGSEGV, &mine, &before);
          on_task_stack(body);
        },
        testing::KilledBySignal(SIGSEGV), body == use_up ? "used up its stack" : "^$");
}

TEST(StackOverflow, AThreadsOwnSignalStackStays) {
  static char mine[64 << 10];
  stack_t wanted{};
  wanted.ss_sp = mine;
  wanted.ss_size = sizeof mine;
  ASSERT_EQ(sigaltstack(&wanted, nullptr), 0);
  {
    const SignalStack handlers;
    stack_t now{};
    sigaltstack(nullptr, &now);
    EXPECT_EQ(now.ss_sp, mine);
  }
  wanted.ss_flags = SS_DISABLE;
  sigaltstack(&wanted, nullptr);
  {
    const SignalStack handlers;
    stack_t now{};
    sigaltstack(nullptr, &now);
    EXPECT_EQ(now.ss_flags & SS_DISABLE, 0);
  }
  stack_t now{};
  sigaltstack(nullptr, &now);
  EXPECT_NE(now.ss_flags & SS_DISABLE, 0);
}

}  // namespace
}  // namespace tidemill::platform
