// How large stacks are; OMP_STACKSIZE itself is in Settings::stack_bytes.
#pragma once

#include <cstddef>

namespace tidemill::core {

/// Of a stack on which the initial thread runs tasks when it isn't on its own: no smaller than that
/// one, which the system made and OMP_STACKSIZE doesn't govern (OpenMP 5.2, 21.2.3). Address space
/// alone: only what is used takes memory. With `ulimit -s unlimited` 256 MiB, or OMP_STACKSIZE.
std::size_t initial_stack_bytes() noexcept;

}  // namespace tidemill::core
