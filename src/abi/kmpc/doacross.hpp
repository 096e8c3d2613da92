// The loop that a doacross nest's iterations are distributed by: it tells how the compiler means
// the nest's upper bounds.
#pragma once

#include <cstdint>

#include "abi/kmpc/self.hpp"

namespace tidemill::kmpc {

void note_loop_of_nest(core::Member& m, std::uint64_t iterations) noexcept;

/// By each member, for every loop that it enters, of so many iterations.
inline void note_loop(core::Member& m, std::uint64_t iterations) noexcept {
  if (m.doacross.nest != nullptr) [[unlikely]]
    note_loop_of_nest(m, iterations);
}

}  // namespace tidemill::kmpc
