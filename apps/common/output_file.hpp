// Output files appear whole or not at all.
#pragma once

#include <cstdio>
#include <functional>
#include <string>

namespace app {

/// Throws UsageError if `path`'s folder cannot take a file: to be found out before hours of work.
void check_writable(const std::string& option, const std::string& path);

/// Has `write` fill a file beside `path`, then renames it to `path`. `write` returns what failed,
/// or nothing. Throws UsageError, leaving nothing behind.
void write_whole(const std::string& option, const std::string& path,
                 const std::function<std::string(std::FILE*)>& write);
void write_whole(const std::string& option, const std::string& path, const std::string& text);

}  // namespace app
