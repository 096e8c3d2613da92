// A thread's floating-point modes: rounding, flush-to-zero, traps; in registers that
// on x86-64 also hold what has been raised.
//
// They stay with the thread (docs/decisions/floating-point.md). A context that is switched to
// would bring back those it was left with, perhaps on another thread; so whoever switches writes
// the thread's own into the frame that will be loaded. Side calls leave the modes alone.
//
// A selector: for other processors modes are what the switch makes of them.
#pragma once

#include <cstdint>

namespace tidemill::core {

#if defined(__x86_64__)

struct Modes {
  static constexpr std::uint32_t kRaised = 0x3f;  // bits of `sse` that are flags, not modes

  std::uint32_t sse = 0;  // MXCSR
  std::uint16_t x87 = 0;  // the control word

  bool operator==(const Modes& other) const noexcept {
    return ((sse ^ other.sse) & ~kRaised) == 0 && x87 == other.x87;
  }
};

inline void read_modes(Modes& into) noexcept {
  asm volatile("stmxcsr %0\n\tfnstcw %1" : "=m"(into.sse), "=m"(into.x87));
}
/// The same in registers: a processor waits where it loads at once what two stores have written.
inline Modes current_modes() noexcept {
  std::uint32_t sse;
  std::uint16_t x87;
  asm volatile("stmxcsr %0\n\tfnstcw %1" : "=m"(sse), "=m"(x87));
  return {sse, x87};
}
/// Flags stay raised.
inline void set_modes(const Modes& modes) noexcept {
  const std::uint32_t sse = (modes.sse & ~Modes::kRaised) | (current_modes().sse & Modes::kRaised);
  asm volatile("ldmxcsr %0\n\tfldcw %1" : : "m"(sse), "m"(modes.x87));
}
/// Boost.Context loads them from the start of the frame that it switches to.
inline void write_to_frame(void* context, const Modes& modes) noexcept {
  auto* const frame = static_cast<Modes*>(context);
  frame->sse = modes.sse;
  frame->x87 = modes.x87;
}

#elif defined(__aarch64__)

struct Modes {
  std::uint64_t fpcr = 0;
  bool operator==(const Modes&) const noexcept = default;
};

inline void read_modes(Modes& into) noexcept { asm volatile("mrs %0, fpcr" : "=r"(into.fpcr)); }
inline Modes current_modes() noexcept {
  Modes modes;
  read_modes(modes);
  return modes;
}
inline void set_modes(const Modes& modes) noexcept {
  asm volatile("msr fpcr, %0" : : "r"(modes.fpcr));
}
/// Boost.Context leaves FPCR alone.
inline void write_to_frame(void*, const Modes&) noexcept {}

#else

struct Modes {
  bool operator==(const Modes&) const noexcept = default;
};
inline void read_modes(Modes&) noexcept {}
inline Modes current_modes() noexcept { return {}; }
inline void set_modes(const Modes&) noexcept {}
inline void write_to_frame(void*, const Modes&) noexcept {}

#endif

}  // namespace tidemill::core
