// Errors a user can cause. Thrown with the same text on every rank, so that all ranks leave the
// same way; run_program() prints the text once, on rank 0, and ends MPI properly.
#pragma once

#include <stdexcept>

namespace app {

/// What was asked for cannot be done. The text is one line: the value at fault, and the remedy.
class UsageError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

}  // namespace app
