// A thread's second stack, for handlers of signals that can't run on the first: a fault because
// that is full. By its own thread only.
#pragma once

namespace tidemill::platform {

class SignalStack {
 public:
  /// Unless the thread has one, its own or the program's. Without memory it goes without.
  void begin() noexcept;
  /// Gives it back. Not from a handler that runs on it.
  void end() noexcept;

 private:
  void* memory_ = nullptr;
};

/// Where the stack pointer was when a signal came, by the handler's third argument; nullptr where
/// that isn't known of the processor.
const void* interrupted_stack_pointer(const void* context) noexcept;

}  // namespace tidemill::platform
