// Settings that a program may change while it runs (kmp_set_*), process-wide. They start as the
// environment says.
#pragma once

#include <atomic>
#include <cstddef>

namespace tidemill::core {

/// What KMP_LIBRARY and kmp_set_library name: how patient waiting threads are.
enum class LibraryMode : int { serial = 1, turnaround = 2, throughput = 3 };

/// Each is one word that stands for itself: relaxed, no other data goes with it.
struct Adjustable {
  std::atomic<std::size_t> stack_bytes;  // of stacks made from now on
  std::atomic<int> block_ms;             // kDefaultBlockMs: the idle strategy decides
  std::atomic<LibraryMode> library;

  /// libomp's default. Here it means no fixed time (docs/mechanisms/dispatch.md).
  static constexpr int kDefaultBlockMs = 200;
  /// No limit.
  static constexpr int kForeverMs = 0x7fffffff;
};

Adjustable& adjustable() noexcept;

/// Writes block_ms, and what the idle strategy goes by.
void set_block_ms(int milliseconds) noexcept;

}  // namespace tidemill::core
