// How the command fails: one line that names the value and the remedy, and an exit status by the
// conventions of env(1) and the shell, so that scripts tell "no such program" from a usage error.
#pragma once

#include <stdexcept>
#include <string>

namespace tidemill::tool {

inline constexpr int kExitFailure = 1;
inline constexpr int kExitUsage = 2;
inline constexpr int kExitNotExecutable = 126;
inline constexpr int kExitNotFound = 127;

/// Thrown anywhere in the command, printed and turned into the exit status by main() alone.
class Failure : public std::runtime_error {
 public:
  Failure(int status, std::string const& message) : std::runtime_error(message), status_(status) {}
  int status() const noexcept { return status_; }

 private:
  int status_;
};

/// Prints `tidemill: warning: MESSAGE` to stderr.
void warn(std::string const& message);

}  // namespace tidemill::tool
