// Real input: the problem file (text) and the PNG temperature field, told apart by content.
// Works on bytes in memory: rank 0 reads the file, every rank parses the same bytes and comes to
// the same problem or the same error.
#pragma once

#include <string>

#include "options.hpp"
#include "problem.hpp"

namespace heat {

/// The problem in `bytes`, which came from the file `path`. Throws UsageError; the message names
/// file and line.
Problem parse_input(const std::string& path, const std::string& bytes);

/// Lets the options prevail over the input, fills in the defaults and checks that `ranks` ranks
/// can solve the result. Throws UsageError.
void complete_problem(Problem& problem, const Options& options, int ranks);

}  // namespace heat
