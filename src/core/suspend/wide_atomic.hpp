// The lock of atomic constructs on what the processor has no instruction for: one for the whole
// program. Compilers agree on no more: GCC's code doesn't say which variable it is about, and what
// it locks another compiler's code may lock in a call that does.
#pragma once

#include "core/suspend/task_mutex.hpp"

namespace tidemill::core {

TaskMutex& wide_atomic_lock() noexcept;

}  // namespace tidemill::core
