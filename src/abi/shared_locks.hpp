// Locks that the code of all compilers shares: that of `critical` without a name, and that of
// atomic constructs on what the processor has no instruction for.
//
// Unnamed critical: GCC's code leaves it to the runtime. Clang's has a zeroed common block of each
// object file for it, as for every name, and passes its address. The blocks of one program are one
// by their symbol; the runtime defines that symbol too, and uses whichever block the dynamic linker
// has chosen. So all exclude each other, unless the linker has kept the symbol of Clang's code
// inside a program, as it does if the runtime it is linked with doesn't have it.
#pragma once

#include "abi/export.hpp"
#include "core/suspend/task_mutex.hpp"
#include "platform/cpu.hpp"

namespace tidemill::abi {

/// Zeroed; at least the 32 bytes of Clang's block.
struct alignas(platform::kCacheLine) UnnamedCritical {
  core::TaskMutex mutex;
};

extern "C" TM_EXPORT UnnamedCritical tidemill_unnamed_critical asm(".gomp_critical_user_.var");

/// One for the whole program: GCC's code doesn't say which variable it is about, and what it locks
/// another compiler's code may lock in a call that does. What lies beside a lock that is fought for
/// is as slow to read: it lies alone.
struct alignas(platform::kCacheLine) WideAtomics {
  core::TaskMutex mutex;
};
inline constinit WideAtomics wide_atomics;

}  // namespace tidemill::abi
