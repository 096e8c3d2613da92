// Leaving one stack for another.
//
// The step "my context is saved now" runs on the *next* stack: the leaver describes in `After`
// what is to become of its fiber, jumps, and whoever comes up does it (finish_switch). Doing it
// before the jump would let another worker resume a half-saved stack.
//
// After a switch returns, the caller may stand on another kernel thread: it must ask
// current_worker() again and must not use a thread-local address from before.
//
// The switch itself is switch_to() in suspend/switch_to.hpp, for the dispatch loop alone.
#pragma once

#include <cstdint>

namespace tidemill::core {

class WaitSlot;
struct Fiber;

/// What the next stack does with the fiber just left. Kept by value in the worker: once the
/// fiber is published, its stack (and anything on it) may already be running elsewhere.
struct After {
  enum class Do : std::uint8_t {
    nothing,
    publish,  // wait in `slot`; resume at once when its event has come meanwhile
    recycle,  // back to the pool of dispatch fibers
    requeue,  // ready again, at the end of its worker's line (taskyield)
    resume,   // ready again, at the front of its worker's line
  };
  Do what = Do::nothing;
  Fiber* from = nullptr;
  WaitSlot* slot = nullptr;
};

/// First thing on any stack after a jump: stores the left fiber's context and does its `After`.
void finish_switch(void* left_context, void* worker) noexcept;

}  // namespace tidemill::core
