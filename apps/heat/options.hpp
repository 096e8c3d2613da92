// The command line of heat. Reading it needs no MPI: every rank sees the same arguments and comes
// to the same result.
#pragma once

#include <optional>
#include <string>

namespace heat {

struct Size {
  int rows;
  int cols;
};

/// What the user asked for; what is not set comes from the input file, then from the defaults.
struct Options {
  std::string variant;
  std::string input;  ///< problem file or PNG; empty: the built-in problem
  std::optional<Size> size;
  std::optional<int> block;
  std::optional<int> iterations;
  std::string png;
  std::string json;
  double sleep_us = 0;  ///< --kernel sleep=USEC; 0: the real kernel
  bool check = false;
  bool quiet = false;
  bool progress = false;
  std::string help;  ///< not empty: print this and end
};

/// Throws UsageError.
Options parse_options(int argc, const char* const* argv);

}  // namespace heat
