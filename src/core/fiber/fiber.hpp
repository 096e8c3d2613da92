// A stack with an execution context: what a task keeps while it is suspended.
//
// Two kinds, alike to everyone but their maker: dispatch fibers (pooled, each runs a dispatch
// loop and, as plain calls on top of it, tasks), and the own stack of a thread that came to us
// from outside (never pooled, never migrates).
//
// Ownership: a fiber has one owner at a time: the worker running it, or the queue it is in, or
// the WaitSlot it is published in, or a pool. Only the owner touches its fields. `context` is
// written by the *next* stack after the switch (see After), never before.
#pragma once

#include <cstddef>
#include <cstdint>

#include "core/fiber/runnable.hpp"
#include "platform/cpu.hpp"
#include "platform/sanitizer.hpp"
#include "platform/stack_memory.hpp"

namespace boost::context::detail {
struct transfer_t;
}

namespace tidemill::core {

class WaitSlot;
class Worker;
struct Task;
struct Member;

/// Of a dispatch fiber: OMP_STACKSIZE; of the initial thread's: no smaller than the stack it began
/// on, if that is larger (initial_stack_bytes()).
enum class StackSize : std::uint8_t { usual, initial };

/// The first function on a stack: it is given the context just left, for finish_switch().
using FiberEntry = void (*)(boost::context::detail::transfer_t);

struct alignas(platform::kCacheLine) Fiber : Runnable {
  Fiber() noexcept : Runnable(Kind::fiber) {}

  // The first line is all that is touched when a task is suspended and goes on.
  bool has_exceptions = false;  // exception_state isn't all null
  /// Of a side stack: how many side calls stand on each other up to here, and a bit.
  std::uint8_t side_call = 0;
  StackSize stack_size = StackSize::usual;
  unsigned depth = 0;        // task bodies standing on this stack
  void* context = nullptr;   // where to go on; valid while nobody runs it
  Worker* home = nullptr;    // the only worker that may resume it; nullptr: any of the team
  Task* task = nullptr;      // the task that left it
  Member* member = nullptr;  // the team slot it was left in
  Fiber* below = nullptr;    // whose side call it runs, unless that has gone on

  void* exception_state[2] = {nullptr, nullptr};  // the C++ runtime's per-thread state
  FiberEntry entry = nullptr;                     // what its first resumption runs; never returns
  void* left = nullptr;    // overtaken in a side call: where its registers lie (side_call.hpp)
  Task* called = nullptr;  // by the side call it runs: the first of the tasks that stand on it
  [[no_unique_address]] platform::SanitizedStack sanitized;
  platform::StackMemory stack;  // empty for a thread's own stack
  void* top = nullptr;          // the highest address to be used of it, see next_colour()

  static constexpr std::uint8_t kBelowWaits = 0x80;  // for the task here; else it creates it
  bool below_waits() const noexcept { return (side_call & kBelowWaits) != 0; }
  int side_calls() const noexcept { return side_call & ~kBelowWaits; }
};

static_assert(platform::kSanitized || sizeof(Fiber) == 2 * platform::kCacheLine);

/// What the next stack does with the fiber just left. The leaver describes it, jumps, and whoever
/// comes up does it (finish_switch()): who said before the jump "my context is saved now" would let
/// another worker resume a half-saved stack. Kept by value in the worker: once the fiber is
/// published, its stack (and anything on it) may already be running elsewhere.
///
/// After a switch (suspend/switch_to.hpp) returns, the caller may stand on another kernel thread:
/// it must ask current_worker() again and must not use a thread-local address from before.
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

/// A new dispatch fiber whose first resumption enters `entry`, which never returns. One for the
/// initial thread has the usual size where there is no address space for more.
Fiber* create_fiber(FiberEntry entry, StackSize size = StackSize::usual) noexcept;
void destroy_fiber(Fiber* fiber) noexcept;

/// A dispatch fiber at rest gives all pages of its stack back and forgets where it stood; it will
/// enter `entry` anew.
void hollow_fiber(Fiber* fiber) noexcept;
/// Before a fiber at rest is switched to: puts the first frame of a hollow one in place.
void refill_fiber_slow(Fiber* fiber) noexcept;
inline void refill_fiber(Fiber* fiber) noexcept {
  if (fiber->context == nullptr) [[unlikely]]
    refill_fiber_slow(fiber);
}

// Before they are switched to soon, as what many tasks that wait have is in no near cache: first
// the fiber, then, once that is there, the rest.
inline void prefetch_lines(const void* from, int first, int end) noexcept {
  constexpr int kLine = platform::kCacheLine;
#pragma GCC unroll 12
  for (int i = first; i < end; ++i)
    platform::prefetch_to_write(reinterpret_cast<const void*>(
        reinterpret_cast<std::uintptr_t>(from) + static_cast<std::uintptr_t>(i * kLine)));
}
inline void prefetch_head(const Runnable* item) noexcept { prefetch_lines(item, 0, 1); }
/// One at rest, for a task's first frames; and where those are.
inline void prefetch_rested(const void* context) noexcept { prefetch_lines(context, -8, 2); }
inline void prefetch_page(const void* context) noexcept { prefetch_lines(context, -1, 0); }
/// One that a task has left.
inline void prefetch_left(const Fiber& fiber) noexcept {
  prefetch_lines(fiber.context, 0, 10);
  prefetch_lines(fiber.task, 0, 2);
}

/// Bytes of a dispatch fiber's stack (OMP_STACKSIZE, else the stack limit).
std::size_t fiber_stack_bytes() noexcept;
/// Of a stack on which the initial thread runs tasks when it isn't on its own: no smaller than that
/// one, which the system made and OMP_STACKSIZE doesn't govern (OpenMP 5.2, 21.2.3). Address space
/// alone: only what is used takes memory. With `ulimit -s unlimited` 256 MiB, or OMP_STACKSIZE.
std::size_t initial_stack_bytes() noexcept;

}  // namespace tidemill::core
