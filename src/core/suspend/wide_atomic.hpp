// The lock of atomic constructs on what the processor has no instruction for: one for the whole
// program. Compilers agree on no more: GCC's code doesn't say which variable it is about, and what
// it locks another compiler's code may lock in a call that does.
#pragma once

#include "core/suspend/task_mutex.hpp"
#include "platform/cpu.hpp"

namespace tidemill::core {

/// What lies beside a lock that is fought for is as slow to read: it lies alone.
struct alignas(platform::kCacheLine) WideAtomics {
  TaskMutex mutex;
};
inline constinit WideAtomics wide_atomics;

}  // namespace tidemill::core
