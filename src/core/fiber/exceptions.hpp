// Where the program's C++ runtime keeps the exceptions that a thread is handling: two words, which
// a task suspended in a catch block takes along.
//
// The runtime is the program's: ours is linked statically and is another one. It need not be there
// when we are loaded, nor be seen by a search of the global scope: an interpreter of C's loads a
// library of C++'s, for itself alone. So until one is found it is looked for again whenever a
// region's code comes from a file that hasn't begun one before. Once found it is the one, for all.
// One that is linked into the program itself is found by the program's symbol table, if it has one.
// Not found: one linked into a library, which might be unloaded, and the second of two.
#pragma once

#include <atomic>
#include <cstdint>

namespace tidemill::core {

using GetExceptionState = void* (*)();

namespace exceptions {
// relaxed, all: hints but for the first, which names a function that is there for good.
extern std::atomic<GetExceptionState> get_state;
extern std::atomic<std::uintptr_t> known_begin, known_bytes;  // of the last file looked at
}  // namespace exceptions

/// The calling thread's two words; `none` while no runtime is known.
void** exceptions_of_thread(void** none) noexcept;

inline bool exceptions_known() noexcept {
  return exceptions::get_state.load(std::memory_order_relaxed) != nullptr;
}

/// A region begins, whose code this is. Not inside another: the loader's locks may be held by who
/// began that, in a constructor.
void meet_code_slow(std::uintptr_t code) noexcept;
inline void meet_code(const void* code) noexcept {
  const auto at = reinterpret_cast<std::uintptr_t>(code);
  if (at - exceptions::known_begin.load(std::memory_order_relaxed) <
      exceptions::known_bytes.load(std::memory_order_relaxed)) [[likely]]
    return;
  meet_code_slow(at);
}

}  // namespace tidemill::core
