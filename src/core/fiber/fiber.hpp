// A stack with an execution context: what a task keeps while it is suspended.
//
// Two kinds, alike to everyone but their maker: dispatch fibers (pooled, each runs a dispatch
// loop and, as plain calls on top of it, tasks), and the own stack of a thread that came to us
// from outside (never pooled, never migrates).
//
// Ownership: a fiber has one owner at a time: the worker running it, or the queue it is in, or
// the WaitSlot it is published in, or a pool. Only the owner touches its fields. `context` is
// written by the *next* stack after the switch (see Switch in fiber/switch.hpp), never before.
#pragma once

#include <cstddef>
#include <cstdint>

#include "core/sched/runnable.hpp"
#include "platform/sanitizer.hpp"
#include "platform/stack_memory.hpp"

namespace tidemill::core {

class Worker;
struct Task;
struct Member;

struct Fiber : Runnable {
  Fiber() noexcept : Runnable(Kind::fiber) {}

  void* context = nullptr;   // where to go on; valid while nobody runs it
  Worker* home = nullptr;    // the only worker that may resume it; nullptr: any of the team
  Task* task = nullptr;      // the task that left it
  Member* member = nullptr;  // the team slot it was left in
  unsigned depth = 0;        // task bodies standing on this stack
  void* exception_state[2] = {nullptr, nullptr};  // the C++ runtime's per-thread state
  platform::SanitizedStack sanitized;
  platform::StackMemory stack;  // empty for a thread's own stack
  void (*entry)() = nullptr;    // what its first resumption runs; never returns
  std::size_t unused = 0;       // bytes at the stack's top, see next_colour()

  // While it is left by a side call (fiber/side_call.hpp), or runs one:
  void* left = nullptr;    // where its registers lie
  Fiber* below = nullptr;  // whose call it runs, unless that has gone on
};

/// A new dispatch fiber whose first resumption enters `entry(worker)`, which never returns.
Fiber* create_fiber(void (*entry)()) noexcept;
void destroy_fiber(Fiber* fiber) noexcept;

/// The highest address that may be used of a dispatch fiber's stack.
inline void* stack_top(const Fiber& fiber) noexcept {
  return static_cast<char*>(fiber.stack.top()) - fiber.unused;
}

/// A dispatch fiber at rest gives all pages of its stack back and forgets where it stood; it will
/// enter `entry` anew.
void hollow_fiber(Fiber* fiber) noexcept;
/// Before a fiber at rest is switched to: puts the first frame of a hollow one in place.
void refill_fiber_slow(Fiber* fiber) noexcept;
inline void refill_fiber(Fiber* fiber) noexcept {
  if (fiber->context == nullptr) [[unlikely]]
    refill_fiber_slow(fiber);
}

/// Before it is switched to soon: the stacks of many tasks that wait are in no near cache.
inline void prefetch(const Fiber& fiber) noexcept {
  constexpr int kLine = 64, kBelow = 8, kAbove = 6;  // where a task's first frames will be
  const char* top = static_cast<const char*>(fiber.context);
  for (int i = -kBelow; i < kAbove; ++i) __builtin_prefetch(top + i * kLine, 1);
}

/// Bytes of a dispatch fiber's stack (OMP_STACKSIZE, else the stack limit).
std::size_t fiber_stack_bytes() noexcept;

}  // namespace tidemill::core
