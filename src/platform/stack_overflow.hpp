// A fault in the guard page below a task's stack is told by name before the process dies of it as
// it would have anyway: SIGSEGV, and a core dump where those are wanted. docs/decisions/signals.md
// says why a handler, and where there is none.
#pragma once

#include <cstddef>

#include "platform/stack_memory.hpp"

namespace tidemill::platform {

/// The stack that has been used up, the code of the task that ran there, and what to raise.
struct UsedUpStack {
  std::size_t bytes = 0;
  const void* code = nullptr;
  const char* limit = "OMP_STACKSIZE";
};

/// Called in the handler, on the thread that faulted at `address`: is that in the guard page of the
/// stack it is on? It may read what this thread owns, and nothing else; no lock, no memory.
using FindUsedUpStack = bool (*)(const void* address, UsedUpStack& found) noexcept;

/// From now on. False: nothing is told, as the program has a handler of its own by now, or as MPI
/// is in the process: MPIs install theirs only where they find none.
bool tell_of_stack_overflow(FindUsedUpStack find) noexcept;

/// A stack for the calling thread's handlers, as long as the object lives: on the one that is used
/// up there is no room. None where the thread has one already, or there is no memory.
class SignalStack {
 public:
  SignalStack() noexcept;
  ~SignalStack();
  SignalStack(const SignalStack&) = delete;
  SignalStack& operator=(const SignalStack&) = delete;

 private:
  void* base_ = nullptr;
};

/// The stack that the process began on, as large as its limit lets it grow; empty: no limit. Also
/// in a signal handler.
StackMemory initial_thread_stack() noexcept;

/// Is `address` in the guard page below a stack that begins at `base`?
bool is_in_guard_page(const void* address, const void* base) noexcept;

}  // namespace tidemill::platform
