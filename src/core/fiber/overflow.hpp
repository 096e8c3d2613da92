// A task that overflows its stack meets the guard page below it, a bare SIGSEGV; so does one that
// runs on its thread's own stack. With this the process says first which stack was full and what
// helps, and then dies of the same signal at the same instruction.
//
// The signal is taken only from who couldn't be told of an overflow: from its default action, or
// from a handler that asks for no stack of its own (Open MPI's), which gets every other fault as
// before. Who has such a stack (a virtual machine, a sanitizer, the program) keeps the signal, as
// does who takes it later.
#pragma once

namespace tidemill::core {

/// By who makes a stack for tasks: from here on overflows are told, if they may be. Any thread.
void watch_for_overflow() noexcept;

}  // namespace tidemill::core
