// heat: the 2-D heat equation by Gauss-Seidel, in eight variants. See README.md.
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <memory>

#include "check.hpp"
#include "common/input_file.hpp"
#include "common/measure.hpp"
#include "common/outputs.hpp"
#include "common/program.hpp"
#include "common/row_picture.hpp"
#include "input.hpp"
#include "options.hpp"
#include "report.hpp"
#include "residual.hpp"
#include "run.hpp"
#include "variants.hpp"

namespace heat {
namespace {

/// Paper of 2019, figure 6: without MPI_TASK_MULTIPLE the message tasks are serialised. Less than
/// MPI_THREAD_MULTIPLE is no help to a variant that asks for it.
Waiting waiting_for(const Variant& variant, const Options& options, int provided) {
  const app::MpiLevel least = std::min(variant.level, app::MpiLevel::multiple);
  const int weakest = app::require_level(variant.name, least, provided);
  const int task_multiple = app::mpi_level(app::MpiLevel::task_multiple);
  if (variant.level == app::MpiLevel::task_multiple && weakest >= task_multiple) {
    return Waiting::pauses_task;
  }
  return options.sleep_us > 0 ? Waiting::sleeps : Waiting::spins;
}

Problem load_problem(const Options& options, int ranks) {
  Problem problem = default_problem();
  if (!options.input.empty()) {
    std::string bytes;
    app::on_rank_0(MPI_COMM_WORLD,
                   [&] { bytes = app::read_file(options.input, "problem file or PNG"); });
    app::share(MPI_COMM_WORLD, bytes);
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
    throw app::UsageError(std::to_string(cols) +
                          " block columns are more than this MPI has tags for (" +
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
  app::allocate(comm, bytes,
                "no memory for " + std::to_string(rows) + "x" + std::to_string(problem.cols) +
                    " cells on a rank (" + std::to_string(std::lround(bytes / (1 << 20))) +
                    " MiB): use a smaller --size, or more ranks on more nodes",
                [&] { grid = std::make_unique<Grid>(problem, rank, ranks); });
  return grid;
}

Report solve(MPI_Comm comm, const Variant& variant, const Options& options, const Problem& problem,
             Waiting waiting, Grid& grid) {
  Report report;
  int rank = 0;
  MPI_Comm_rank(comm, &rank);
  report.threads = app::start_threads(variant.workers);
  const Kernel kernel(options.sleep_us, problem.block);
  app::Meter meter(report.threads);
  app::Progress progress(app::progress_style(options, rank), "heat",
                         std::int64_t{grid.rows()} * grid.cols() * problem.iterations);
  Run run{grid, kernel, problem.iterations, waiting, meter, progress};
  app::measure(comm, report, meter, [&] {
    variant.solve(run);
    progress.finish();
  });
  report.application = "heat";
  report.variant = variant.name;
  report.mpi = APP_MPI;
  report.message_tasks = variant.level < app::MpiLevel::multiple ? "none"
                         : waiting == Waiting::pauses_task       ? "free"
                                                                 : "serialised";
  report.updates = static_cast<double>(problem.rows) * problem.cols * problem.iterations;
  report.rows = problem.rows;
  report.cols = problem.cols;
  report.block = problem.block;
  report.iterations = problem.iterations;
  report.sleep_us = options.sleep_us;
  return report;
}

app::Picture picture_of(MPI_Comm comm, const Grid& grid, const Problem& problem) {
  return app::take_picture(comm, {problem.rows, problem.cols, grid.first_row(), grid.rows(),
                                  [&](int i) { return grid.row(i + 1) + 1; }});
}

/// Everything the ranks of `comm` do together. Returns the exit status.
int work_together(MPI_Comm comm, const Variant& variant, const Options& options,
                  const Problem& problem, Waiting waiting) {
  int rank = 0;
  MPI_Comm_rank(comm, &rank);
  app::check_outputs(comm, options);
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
      return app::exit_wrong;
    }
    report.equal_to_serial = true;
  }
  app::Picture picture;
  if (!options.png.empty()) picture = picture_of(comm, *grid, problem);
  app::write_outputs(comm, options, report.json(), picture);
  if (rank == 0 && !options.quiet) {
    std::printf("%s%s\n", report.line().c_str(), options.check ? "  bitwise equal to serial" : "");
  }
  return 0;
}

int work(const Options& options, const Variant& variant, int provided) {
  int rank = 0, ranks = 0;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &ranks);
  const Waiting waiting = waiting_for(variant, options, provided);
  const Problem problem = load_problem(options, ranks);
  check_tags(problem);
  if (rank == 0 && variant.level == app::MpiLevel::task_multiple &&
      waiting != Waiting::pauses_task) {
    std::fprintf(stderr,
                 "heat: %s: MPI_TASK_MULTIPLE is not provided, message tasks are serialised as in "
                 "sentinel; start with 'tidemill run -- heat ...'\n",
                 options.variant.c_str());
  }
  if (variant.workers != app::Workers::rank_0_alone) {
    return work_together(MPI_COMM_WORLD, variant, options, problem, waiting);
  }
  return rank == 0 ? work_together(MPI_COMM_SELF, variant, options, problem, waiting) : 0;
}

}  // namespace
}  // namespace heat

int main(int argc, char** argv) {
  const app::Program<heat::Options, heat::Run> program{"heat", heat::parse_options,
                                                       heat::find_variant, heat::work};
  return app::run_program(program, argc, argv);
}
