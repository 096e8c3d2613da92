// A call on another stack: the caller is left as if it had been suspended, at the price of a call.
//
// If the function returns, the call has been one: on the same thread, nothing else has happened.
// Only the few instructions around it differ from a plain call, so a processor predicts its
// return. But while it runs, somebody above may decide that the caller is to go on at once, and the
// function later or elsewhere: the registers it needs for that lie below the caller's stack
// pointer, `left`. let_overtake() makes of it a context as any other, to be switched to by
// switch_to(), and there side_call() returns CallEnd::overtaken. The function has nothing left to
// return to then: let_overtake() says what is called when it does.
//
// Backtraces end at the function's frame, also while the caller is still below it: what a debugger
// or an exception finds must not depend on whether the caller has gone on.
//
// A selector: written for the processors named in side_call.cpp. For others, and under the
// sanitizers, which would have to be told of every call, kSideCalls is false and nothing may call.
#pragma once

#include "platform/sanitizer.hpp"

namespace tidemill::core {

#if defined(__x86_64__) || defined(__aarch64__)
inline constexpr bool kSideCalls = !platform::kSanitized;
#else
inline constexpr bool kSideCalls = false;
#endif

enum class CallEnd : int { returned = 0, overtaken = 1 };

/// The highest words of a stack for side calls. Each call writes `left` only: the fewer stores, the
/// shorter the call.
struct alignas(16) SideFoot {
  void (*instead)();  // null; or what is called when the function returns, and never returns
  void* left;         // where the caller's registers lie
};

/// Of the stack that ends at `top` (a multiple of 16).
inline SideFoot& side_foot(void* top) noexcept { return static_cast<SideFoot*>(top)[-1]; }

/// The stack, which isn't in use, is one for side calls from here on.
inline void begin_side_calls(void* top) noexcept { side_foot(top) = {}; }

extern "C" [[gnu::visibility("hidden")]] CallEnd tidemill_side_call(void* argument,
                                                                    void (*function)(void*),
                                                                    SideFoot* foot);

/// Calls function(argument) on a stack for side calls that is not in use.
inline CallEnd side_call(void* argument, void (*function)(void*), void* top) noexcept {
  return tidemill_side_call(argument, function, &side_foot(top));
}

/// The caller is to go on while the function on the stack that ends in `foot` isn't through.
/// Returns what the caller's Fiber::context has to be, whose Fiber::left is foot.left. When the
/// function returns, `instead` is called in its place, on the same stack, and never returns. It is
/// no stack for side calls any more.
void* let_overtake(SideFoot& foot, void (*instead)()) noexcept;

}  // namespace tidemill::core
