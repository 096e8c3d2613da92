// heat: the 2-D heat equation by Gauss-Seidel, in seven variants. See README.md.
//
// Every error a user can cause is a UsageError, thrown alike on all ranks: rank 0 prints it, all
// ranks finalize MPI and exit 2. A result that differs from serial exits 1.
#include <TAMPI.h>
#include <omp.h>
#include <unistd.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <memory>
#include <new>

#include "check.hpp"
#include "error.hpp"
#include "input.hpp"
#include "options.hpp"
#include "output_file.hpp"
#include "picture.hpp"
#include "ranks.hpp"
#include "report.hpp"
#include "run.hpp"
#include "variants.hpp"

namespace heat {
namespace {

constexpr int exit_different = 1;
constexpr int exit_usage = 2;

int mpi_level(MpiLevel level) {
  switch (level) {
    case MpiLevel::serialized:
      return MPI_THREAD_SERIALIZED;
    case MpiLevel::multiple:
      return MPI_THREAD_MULTIPLE;
    case MpiLevel::task_multiple:
      return MPI_TASK_MULTIPLE;
    default:
      return MPI_THREAD_SINGLE;
  }
}

const char* level_name(int level) {
  switch (level) {
    case MPI_THREAD_SINGLE:
      return "MPI_THREAD_SINGLE";
    case MPI_THREAD_FUNNELED:
      return "MPI_THREAD_FUNNELED";
    case MPI_THREAD_SERIALIZED:
      return "MPI_THREAD_SERIALIZED";
    case MPI_THREAD_MULTIPLE:
      return "MPI_THREAD_MULTIPLE";
    default:
      return "MPI_TASK_MULTIPLE";
  }
}

/// Paper of 2019, figure 6: without MPI_TASK_MULTIPLE the message tasks are serialised. Less than
/// MPI_THREAD_MULTIPLE is no help to a variant that asks for it.
Waiting waiting_for(const Variant& variant, const Options& options, int provided) {
  const int asked = mpi_level(variant.level);
  const int needed = std::min(asked, static_cast<int>(MPI_THREAD_MULTIPLE));
  int weakest = provided;
  MPI_Allreduce(&provided, &weakest, 1, MPI_INT, MPI_MIN, MPI_COMM_WORLD);
  if (weakest < needed) {
    throw UsageError("MPI provides " + std::string(level_name(weakest)) + ", but " +
                     std::string(variant.name) + " needs " + level_name(needed) +
                     ": use an MPI built with thread support, or the variant pure");
  }
  if (asked == MPI_TASK_MULTIPLE && weakest >= asked) return Waiting::pauses_task;
  return options.sleep_us > 0 ? Waiting::sleeps : Waiting::spins;
}

Problem load_problem(const Options& options, int rank, int ranks) {
  Problem problem = default_problem();
  if (!options.input.empty()) {
    std::string bytes, failure;
    if (rank == 0) {
      try {
        bytes = read_file(options.input);
      } catch (const UsageError& error) {
        failure = error.what();
      }
    }
    agree(MPI_COMM_WORLD, failure);
    share(MPI_COMM_WORLD, bytes);
    problem = parse_input(options.input, bytes);
  }
  complete_problem(problem, options, ranks);
  return problem;
}

/// Message tags are two for each block column.
void check_tags(const Problem& problem) {
  int* bound = nullptr;
  int found = 0;
  MPI_Comm_get_attr(MPI_COMM_WORLD, MPI_TAG_UB, &bound, &found);
  const int cols = (problem.cols + problem.block - 1) / problem.block;
  if (found && cols > *bound / 2) {
    throw UsageError(std::to_string(cols) + " block columns are more than this MPI has tags for (" +
                     std::to_string(*bound / 2) + "): use a larger --block");
  }
}

std::unique_ptr<Grid> make_grid(MPI_Comm comm, const Problem& problem) {
  int rank = 0, ranks = 0;
  MPI_Comm_rank(comm, &rank);
  MPI_Comm_size(comm, &ranks);
  const int rows = Grid::rows_of(problem.rows, rank, ranks);
  const double bytes = 8.0 * (rows + 2.0) * (problem.cols + 2.0);
  std::unique_ptr<Grid> grid;
  std::string failure;
  try {
    // The kernel may promise more than there is, and end the program when it is used.
    if (bytes > static_cast<double>(sysconf(_SC_PHYS_PAGES)) * sysconf(_SC_PAGESIZE)) {
      throw std::bad_alloc();
    }
    grid = std::make_unique<Grid>(problem, rank, ranks);
  } catch (const std::bad_alloc&) {
    failure = "no memory for " + std::to_string(rows) + "x" + std::to_string(problem.cols) +
              " cells on a rank (" + std::to_string(std::lround(bytes / (1 << 20))) +
              " MiB): use a smaller --size, or more ranks on more nodes";
  }
  agree(comm, failure);
  return grid;
}

Progress::Style progress_style(const Options& options, int rank) {
  if (rank != 0 || options.quiet) return Progress::Style::none;
  if (isatty(STDERR_FILENO)) return Progress::Style::bar;
  return options.progress ? Progress::Style::lines : Progress::Style::none;
}

/// Solves, and measures the solve alone: threads are started and ranks have met before.
Report solve(MPI_Comm comm, const Variant& variant, const Options& options, const Problem& problem,
             Waiting waiting, Grid& grid) {
  Report report;
  int rank = 0;
  MPI_Comm_rank(comm, &rank);
  MPI_Comm_size(comm, &report.ranks);
  if (variant.workers == Workers::all_threads) {
    report.threads = omp_get_max_threads();
#pragma omp parallel
    {}
  }
  const Kernel kernel(options.sleep_us, problem.block);
  Meter meter(report.threads);
  Progress progress(progress_style(options, rank),
                    std::int64_t{grid.rows()} * grid.cols() * problem.iterations);
  Run run{grid, kernel, problem.iterations, waiting, meter, progress};
  MPI_Barrier(comm);
  const double begin = seconds_now();
  variant.solve(run);
  const double mine[] = {seconds_now() - begin, meter.computing(), meter.communicating()};
  progress.finish();
  MPI_Allreduce(&mine[0], &report.seconds, 1, MPI_DOUBLE, MPI_MAX, comm);
  MPI_Allreduce(&mine[1], &report.computing, 1, MPI_DOUBLE, MPI_SUM, comm);
  MPI_Allreduce(&mine[2], &report.communicating, 1, MPI_DOUBLE, MPI_SUM, comm);
  report.variant = variant.name;
  report.mpi = HEAT_MPI;
  report.message_tasks = variant.level < MpiLevel::multiple ? "none"
                         : waiting == Waiting::pauses_task  ? "free"
                                                            : "serialised";
  report.rows = problem.rows;
  report.cols = problem.cols;
  report.block = problem.block;
  report.iterations = problem.iterations;
  report.sleep_us = options.sleep_us;
  return report;
}

void write_outputs(MPI_Comm comm, const Options& options, const Report& report,
                   const Picture& picture) {
  int rank = 0;
  MPI_Comm_rank(comm, &rank);
  std::string failure;
  if (rank == 0) {
    try {
      if (!options.png.empty()) {
        write_whole("--png", options.png,
                    [&](std::FILE* file) { return write_png(picture, file); });
      }
      if (!options.json.empty()) {
        write_whole("--json", options.json, [&](std::FILE* file) {
          return std::fputs(report.json().c_str(), file) < 0 ? "write error" : "";
        });
      }
    } catch (const UsageError& error) {
      failure = error.what();
    }
  }
  agree(comm, failure);
}

void check_outputs(MPI_Comm comm, const Options& options) {
  int rank = 0;
  MPI_Comm_rank(comm, &rank);
  std::string failure;
  if (rank == 0) {
    try {
      check_writable("--png", options.png);
      check_writable("--json", options.json);
    } catch (const UsageError& error) {
      failure = error.what();
    }
  }
  agree(comm, failure);
}

/// Everything the ranks of `comm` do together. Returns the exit status.
int work(MPI_Comm comm, const Variant& variant, const Options& options, const Problem& problem,
         Waiting waiting) {
  int rank = 0;
  MPI_Comm_rank(comm, &rank);
  check_outputs(comm, options);
  const std::unique_ptr<Grid> grid = make_grid(comm, problem);
  Report report = solve(comm, variant, options, problem, waiting, *grid);
  const double rest = residual(comm, problem, *grid);
  // A sleeping kernel leaves the temperature as it was.
  if (options.sleep_us == 0) report.residual = rest;
  if (options.check) {
    const auto difference = compare_with_serial(comm, problem, *grid);
    if (difference) {
      if (rank == 0) {
        std::fprintf(stderr,
                     "heat: %s differs from serial, first at row %lld, column %lld: %.17g, serial "
                     "has %.17g\n",
                     report.variant.c_str(), static_cast<long long>(difference->row),
                     static_cast<long long>(difference->col), difference->here, difference->serial);
      }
      return exit_different;
    }
    report.equal_to_serial = true;
  }
  Picture picture;
  if (!options.png.empty()) picture = take_picture(comm, *grid, problem);
  write_outputs(comm, options, report, picture);
  if (rank == 0 && !options.quiet) {
    std::printf("%s%s\n", report.line().c_str(), options.check ? "  bitwise equal to serial" : "");
  }
  return 0;
}

int run_heat(const Options& options, const Variant& variant, int provided, int rank, int ranks) {
  const Waiting waiting = waiting_for(variant, options, provided);
  const Problem problem = load_problem(options, rank, ranks);
  check_tags(problem);
  if (rank == 0 && variant.level == MpiLevel::task_multiple && waiting != Waiting::pauses_task) {
    std::fprintf(stderr,
                 "heat: %s: MPI_TASK_MULTIPLE is not provided, message tasks are serialised as in "
                 "sentinel; start with 'tidemill run -- heat ...'\n",
                 options.variant.c_str());
  }
  if (variant.workers != Workers::rank_0_alone) {
    return work(MPI_COMM_WORLD, variant, options, problem, waiting);
  }
  return rank == 0 ? work(MPI_COMM_SELF, variant, options, problem, waiting) : 0;
}

}  // namespace
}  // namespace heat

int main(int argc, char** argv) {
  using namespace heat;
  Options options;
  std::string error;
  try {
    options = parse_options(argc, argv);
  } catch (const UsageError& bad) {
    error = bad.what();
  }
  const Variant* variant = find_variant(options.variant);
  const bool able = error.empty() && options.help.empty();
  int provided = MPI_THREAD_SINGLE, rank = 0, ranks = 0;
  MPI_Init_thread(&argc, &argv, able ? mpi_level(variant->level) : MPI_THREAD_SINGLE, &provided);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &ranks);
  int status = 0;
  try {
    if (!error.empty()) throw UsageError(error);
    if (!options.help.empty()) {
      if (rank == 0) std::fputs(options.help.c_str(), stdout);
    } else {
      status = run_heat(options, *variant, provided, rank, ranks);
    }
  } catch (const UsageError& bad) {
    if (rank == 0) std::fprintf(stderr, "heat: %s\n", bad.what());
    status = exit_usage;
  }
  // In serial the other ranks have had nothing to do and do not know how it went.
  wait_for_all(MPI_COMM_WORLD);
  MPI_Bcast(&status, 1, MPI_INT, 0, MPI_COMM_WORLD);
  MPI_Finalize();
  return status;
}
