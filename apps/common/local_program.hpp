// The frame of the main() of an application without MPI: command line and errors, as in
// program.hpp.
#pragma once

#include <cstdio>
#include <new>

#include "error.hpp"
#include "exit_status.hpp"
#include "standard_output.hpp"

namespace app {

/// Options is derived from CommonOptions.
template <class Options>
struct LocalProgram {
  const char* name;
  Options (*parse)(int argc, const char* const* argv);
  int (*work)(const Options& options);  ///< returns the exit status
  const char* use_less;                 ///< completes "no memory ...: "
};

/// Returns what main() returns.
template <class Options>
int run_local_program(const LocalProgram<Options>& program, int argc, char** argv) {
  try {
    const Options options = program.parse(argc, argv);
    int status = 0;
    if (options.help.empty()) {
      status = program.work(options);
    } else {
      std::fputs(options.help.c_str(), stdout);
    }
    return status_of_output(program.name, status);
  } catch (const UsageError& bad) {
    std::fprintf(stderr, "%s: %s\n", program.name, bad.what());
  } catch (const std::bad_alloc&) {
    std::fprintf(stderr, "%s: no memory for this problem: %s\n", program.name, program.use_less);
  }
  return exit_usage;
}

}  // namespace app
