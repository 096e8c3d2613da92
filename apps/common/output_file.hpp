// Output files appear whole or not at all.
#pragma once

#include <cstdio>
#include <functional>
#include <string>

#include "options.hpp"

namespace app {

/// Throws UsageError if `path`'s folder cannot take a file: to be found out before hours of work.
void check_writable(const std::string& option, const std::string& path);

/// Of --png and --json, which have to be two files.
void check_writable(const CommonOptions& options);

/// Has `write` fill a file beside `path`, then renames it to `path`. `write` returns what failed,
/// or nothing. A device or a pipe is written to as it is. Throws UsageError, leaving nothing
/// behind.
void write_whole(const std::string& option, const std::string& path,
                 const std::function<std::string(std::FILE*)>& write);
void write_whole(const std::string& option, const std::string& path, const std::string& text);

/// Writes those of --png and --json that are named: both, or none. Throws UsageError.
void write_files(const CommonOptions& files, const std::string& json,
                 const std::function<std::string(std::FILE*)>& write_picture);

}  // namespace app
