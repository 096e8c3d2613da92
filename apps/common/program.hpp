// The frame of an application's main(): command line, MPI's beginning and end, and errors.
//
// Every error a user can cause is a UsageError, thrown alike on all ranks: rank 0 prints it, all
// ranks finalize MPI and exit 2. A result that is not as it should be exits 1.
#pragma once

#include <mpi.h>

#include <cstdio>
#include <string>

#include "error.hpp"
#include "exit_status.hpp"
#include "ranks.hpp"
#include "standard_output.hpp"
#include "thread_level.hpp"

namespace app {

/// Options is derived from CommonOptions.
template <class Options, class Run>
struct Program {
  const char* name;
  Options (*parse)(int argc, const char* const* argv);
  const Variant<Run>* (*find_variant)(std::string_view name);
  /// The whole work. `provided` is what MPI_Init_thread said. Returns the exit status.
  int (*work)(const Options& options, const Variant<Run>& variant, int provided);
};

/// Returns what main() returns: the same on all ranks.
template <class Options, class Run>
int run_program(const Program<Options, Run>& program, int argc, char** argv) {
  Options options;
  std::string error;
  try {
    options = program.parse(argc, argv);
  } catch (const UsageError& bad) {
    error = bad.what();
  }
  const Variant<Run>* variant = program.find_variant(options.variant);
  const bool able = error.empty() && options.help.empty();
  int provided = MPI_THREAD_SINGLE, rank = 0;
  MPI_Init_thread(&argc, &argv, able ? mpi_level(variant->level) : MPI_THREAD_SINGLE, &provided);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  int status = 0;
  try {
    if (!error.empty()) throw UsageError(error);
    if (!options.help.empty()) {
      if (rank == 0) std::fputs(options.help.c_str(), stdout);
    } else {
      status = program.work(options, *variant, provided);
    }
  } catch (const UsageError& bad) {
    if (rank == 0) std::fprintf(stderr, "%s: %s\n", program.name, bad.what());
    status = exit_usage;
  }
  status = status_of_output(program.name, status);
  // In serial the other ranks have had nothing to do and do not know how it went.
  wait_for_all(MPI_COMM_WORLD);
  MPI_Bcast(&status, 1, MPI_INT, 0, MPI_COMM_WORLD);
  MPI_Finalize();
  return status;
}

}  // namespace app
