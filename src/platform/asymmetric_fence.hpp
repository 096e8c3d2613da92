// A fence whose frequent side costs nothing. Two threads that each store, fence, then load what
// the other stored: with light_fence() on one side and heavy_fence() on the other, at least one
// of them sees the other's store, as with two sequentially consistent fences.
//
// heavy_fence() has the kernel run a full barrier on every processor that runs a thread of this
// process (membarrier(2), private expedited), so light_fence() need only stop the compiler. On a
// kernel without it, light_fence() is a full fence; so it is once the kernel refuses, after a pause
// in which the stores before earlier light fences have become visible.
#pragma once

#include <atomic>

namespace tidemill::platform {

/// True once the kernel has agreed, false again once it refuses. relaxed: while false, both sides
/// fence in full, and a heavy fence asks the kernel whatever this says, so any mixture is right
/// (but for fences known to be light by who asked long ago: see heavy_fence_against_known()).
extern std::atomic<bool> kernel_fences;

inline void full_fence() noexcept {
#if defined(__SANITIZE_THREAD__)
  // ThreadSanitizer knows no fences; nothing it checks rests on these.
  asm volatile("" ::: "memory");
  __sync_synchronize();
#else
  std::atomic_thread_fence(std::memory_order_seq_cst);
#endif
}

/// Does a light fence cost nothing?
inline bool fences_are_light() noexcept { return kernel_fences.load(std::memory_order_relaxed); }
/// A light fence after that question: it makes no difference whether it is asked before the store
/// or, the store not being seen by others yet, after it (unless a thread is held up between the
/// two for all of the pause with which the kernel's first refusal is met).
inline void fence_known_light() noexcept { std::atomic_signal_fence(std::memory_order_seq_cst); }

inline void light_fence() noexcept {
  if (__builtin_expect(fences_are_light(), true))
    fence_known_light();
  else
    full_fence();
}

/// A system call, 0.2 to some microseconds: for threads that are about to sleep.
void heavy_fence() noexcept;

/// The same, against fences known to be light by who asked long ago. If they no longer are it takes
/// a millisecond, in which what was stored before such a fence becomes visible.
void heavy_fence_against_known() noexcept;

}  // namespace tidemill::platform
