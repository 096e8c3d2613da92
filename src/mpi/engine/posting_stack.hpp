// A stack for what is posted inside MPI before its task pauses.
//
// MPI's own frames are deeper than all others of a task that only receives something. On that
// task's stack a thousand of them would fill caches and translation buffers with memory that is
// never read again. One thread at a time is inside MPI, so one stack does, and stays warm: whoever
// is inside (engine/delegation.hpp) owns it.
//
// It is for MPI's frames: once MPI has a function of the program's that it may call while it posts
// (an error handler, a reduction), postings are made where the caller stands, on a stack as large
// as the program has asked for. Of those that the layer does not see (given by Fortran, or before
// it was enabled) the calls find room, too, and go on with what they do inside MPI as elsewhere.
//
// A selector: for the processors named in posting_stack.cpp; for others, and under the sanitizers,
// which would have to be told of every call, the function is called where the caller stands.
#pragma once

#include <atomic>

#include "engine/function_ref.hpp"
#include "platform/sanitizer.hpp"

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
  /// By Engine::enable(). The stack stays for good: another thread may be about to use it.
  void create() noexcept;

  /// From here on everything is called where the caller stands. Any thread; a program that then
  /// posts on another one orders the two itself.
  void give_up() noexcept;
  /// MPI has such a function. Any thread; relaxed: a hint to who doesn't post.
  bool given_up() const noexcept { return given_up_.load(std::memory_order_relaxed); }

  /// Inside MPI: calls `function` there.
  template <typename T>
  T* call(FunctionRef<T*()> function) const {
    void* const top = top_.load(std::memory_order_relaxed);
    if (!kHasPostingStack || top == nullptr) [[unlikely]]
      return function();
    return function.through([&](void* object, T* (*called)(void*)) {
      return static_cast<T*>(
          tidemill_call_on_stack(object, reinterpret_cast<void* (*)(void*)>(called), top));
    });
  }

 private:
  std::atomic<void*> top_{nullptr};  ///< nullptr: not to be used
  std::atomic<bool> given_up_{false};
};

extern PostingStack posting_stack;

}  // namespace tidemill::mpi
