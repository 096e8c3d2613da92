#include "core/sync/parker.hpp"

namespace tidemill::core {

namespace {

// Read at every poll of an idle worker, so without a call to find it.
[[gnu::tls_model("initial-exec")]] thread_local constinit std::uint32_t woken = 0;

}  // namespace

// Calls each time, also where files are optimised as one: in line, the compiler may keep the
// address across a suspension, after which it is another thread's.
[[gnu::noinline]] std::uint32_t Parker::woken_by_this_thread() noexcept {
  asm volatile("");
  return woken;
}

[[gnu::noinline]] void Parker::note_woken() noexcept {
  asm volatile("");
  ++woken;
}

}  // namespace tidemill::core
