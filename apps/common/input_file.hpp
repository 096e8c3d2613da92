// Input files as bytes in memory: rank 0 reads, every rank gets the same bytes.
#pragma once

#include <string>

namespace app {

/// All bytes of the file given as --input. `wanted` completes "give a readable ...". Throws
/// UsageError.
std::string read_file(const std::string& path, const std::string& wanted);

}  // namespace app
