// How the members of a team bring their parts of a reduction together, where the compiler's code
// combines and asks how.
#pragma once

#include <cstdint>

namespace tidemill::core {

class TaskMutex;
struct Member;

enum class Combining : std::uint8_t { alone, atomically };

/// Can the compiler's code combine by atomic operations, too?
enum class HasAtomics : bool { no, yes };

/// What the member is to do with its parts of `variables` variables. Alone: now, one member at a
/// time by `lock` if there are others. end_combining() has to follow either answer. Suspends.
Combining begin_combining(Member& self, int variables, HasAtomics atomics, TaskMutex& lock);
void end_combining(Member& self, TaskMutex& lock) noexcept;

}  // namespace tidemill::core
