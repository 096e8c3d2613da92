// The thread-local pointer to a thread's worker, read without leaving its address behind. A
// selector: the compiler may otherwise keep the address of a thread-local variable in a register
// across a switch that brings the caller to another thread.
#pragma once

namespace tidemill::core {

class Worker;

extern "C" {
// initial-exec: the offset from the thread pointer is one load, not a call; a pointer fits the
// loader's reserve even when the library is loaded late. Written by set_this_worker() alone.
[[gnu::visibility("hidden"),
  gnu::tls_model("initial-exec")]] extern thread_local constinit Worker* tidemill_this_worker;
}

/// nullptr when the thread has none yet.
#if defined(__x86_64__)
inline Worker* current_worker_or_null() noexcept {
  Worker* worker;
  asm volatile(
      "movq tidemill_this_worker@gottpoff(%%rip), %0\n\t"
      "movq %%fs:(%0), %0"
      : "=r"(worker));
  return worker;
}
#else
// A call each time, also where files are optimised as one: in line, the compiler may keep what it
// has read of the thread pointer across a suspension.
[[gnu::noinline]] Worker* current_worker_or_null() noexcept;
#endif

Worker* adopt_thread_slow() noexcept;

/// The calling thread's worker, made on first use.
inline Worker& current_worker() noexcept {
  Worker* worker = current_worker_or_null();
  return __builtin_expect(worker != nullptr, true) ? *worker : *adopt_thread_slow();
}

}  // namespace tidemill::core
