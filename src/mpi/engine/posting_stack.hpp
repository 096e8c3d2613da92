// A stack for what is posted inside MPI before its task pauses.
//
// MPI's own frames are deeper than all others of a task that only receives something. On that
// task's stack a thousand of them would fill caches and translation buffers with memory that is
// never read again. One thread at a time is inside MPI, so one stack does, and stays warm: whoever
// is inside (engine/delegation.hpp) owns it. What MPI calls back runs there as well, and may call
// MPI again, which then is a plain call (already_inside()). Nothing there may suspend.
//
// A selector: for the processors named in posting_stack.cpp; for others, and under the sanitizers,
// which would have to be told of every call, the function is called where the caller stands.
#pragma once

#include "engine/function_ref.hpp"
#include "platform/sanitizer.hpp"
#include "platform/stack_memory.hpp"

namespace tidemill::mpi {

#if defined(__x86_64__) || defined(__aarch64__)
inline constexpr bool kHasPostingStack = !platform::kSanitized;
#else
inline constexpr bool kHasPostingStack = false;
#endif

/// function(argument) on the stack below `top`; its result.
extern "C" [[gnu::visibility("hidden")]] void* tidemill_call_on_stack(void* argument,
                                                                      void* (*function)(void*),
                                                                      void* top);

class PostingStack {
 public:
  /// Of as many bytes as the thread's limit says.
  void create() noexcept;
  void destroy() noexcept;

  /// Inside MPI, between create() and destroy(): calls `function` there.
  template <typename T>
  T* call(FunctionRef<T*()> function) const {
    if constexpr (!kHasPostingStack) return function();
    return function.through([&](void* object, T* (*called)(void*)) {
      return static_cast<T*>(tidemill_call_on_stack(
          object, reinterpret_cast<void* (*)(void*)>(called), memory_.top()));
    });
  }

 private:
  platform::StackMemory memory_;
};

}  // namespace tidemill::mpi
