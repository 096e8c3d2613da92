// A number for a function, the same in every process that runs the same files.
#pragma once

#include <cstdint>

namespace tidemill::platform {

/// Made of the name of the file that `code` was loaded from, without its folder, and of the place
/// in it. 0: it is in none. Asks the loader, and waits for whoever loads a library meanwhile.
std::uint64_t code_name(const void* code);

}  // namespace tidemill::platform
