// A number for a function, the same in every process that runs the same files.
#pragma once

#include <cstdint>

namespace tidemill::platform {

/// Made of the name of the library that `code` was loaded from, without its folder (none for the
/// program itself), and of the place in it. 0: it is in none. Never waits for the loader, whose
/// lock somebody may hold who waits for the caller: a library's constructor may have a parallel
/// region.
std::uint64_t code_name(const void* code) noexcept;

}  // namespace tidemill::platform
