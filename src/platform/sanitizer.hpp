// Tells AddressSanitizer and ThreadSanitizer about stacks and switches. A selector: without a
// sanitizer every function here is empty.
//
// Protocol of one switch: leave() on the old stack, jump, arrive() first thing on the new one.
#pragma once

#include <cstddef>

#if defined(__SANITIZE_ADDRESS__)
#include <sanitizer/common_interface_defs.h>
#endif
#if defined(__SANITIZE_THREAD__)
#include <sanitizer/tsan_interface.h>
#endif

namespace tidemill::platform {

#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
inline constexpr bool kSanitized = true;
#else
inline constexpr bool kSanitized = false;
#endif

/// What the sanitizers know of one stack.
struct SanitizedStack {
#if defined(__SANITIZE_ADDRESS__)
  const void* bottom = nullptr;  // its lowest address
  std::size_t bytes = 0;
  void* fake_stack = nullptr;  // AddressSanitizer's own, kept while the stack is left
#endif
#if defined(__SANITIZE_THREAD__)
  void* tsan_fiber = nullptr;
#endif

  /// For a new stack.
  void create([[maybe_unused]] const void* lowest, [[maybe_unused]] std::size_t size) noexcept {
#if defined(__SANITIZE_ADDRESS__)
    bottom = lowest;
    bytes = size;
#endif
#if defined(__SANITIZE_THREAD__)
    tsan_fiber = __tsan_create_fiber(0);
#endif
  }
  void adopt_thread() noexcept {
#if defined(__SANITIZE_THREAD__)
    tsan_fiber = __tsan_get_current_fiber();
#endif
  }
  void destroy() noexcept {
#if defined(__SANITIZE_THREAD__)
    __tsan_destroy_fiber(tsan_fiber);
#endif
  }
};

/// On `from`, before the jump to `to`.
inline void leave([[maybe_unused]] SanitizedStack& from,
                  [[maybe_unused]] const SanitizedStack& to) noexcept {
#if defined(__SANITIZE_ADDRESS__)
  __sanitizer_start_switch_fiber(&from.fake_stack, to.bottom, to.bytes);
#endif
#if defined(__SANITIZE_THREAD__)
  __tsan_switch_to_fiber(to.tsan_fiber, 0);
#endif
}

/// On `to`, after the jump from `from`. Learns the bounds of a thread's own stack on the way.
inline void arrive([[maybe_unused]] SanitizedStack& to,
                   [[maybe_unused]] SanitizedStack& from) noexcept {
#if defined(__SANITIZE_ADDRESS__)
  const void* bottom = nullptr;
  std::size_t bytes = 0;
  __sanitizer_finish_switch_fiber(to.fake_stack, &bottom, &bytes);
  from.bottom = bottom;
  from.bytes = bytes;
#endif
}

}  // namespace tidemill::platform
