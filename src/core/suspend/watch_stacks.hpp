// Who uses up the stack of a task is told so (platform/stack_overflow.hpp): which stacks there are,
// and what runs there.
#pragma once

namespace tidemill::core {

/// Before the process has its first stack for tasks besides the initial thread's own, and so before
/// its first thread. By a thread from outside: the loader is asked. Once is enough.
void watch_stacks() noexcept;

/// Are they, so that a thread needs a stack for the handler?
bool stacks_are_watched() noexcept;

}  // namespace tidemill::core
