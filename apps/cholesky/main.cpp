// cholesky: a distributed blocked Cholesky factorisation with tasks. See README.md.
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <memory>
#include <optional>

#include <omp.h>

#include "annotations.hpp"
#include "check.hpp"
#include "common/clock.hpp"
#include "common/input_file.hpp"
#include "common/measure.hpp"
#include "common/outputs.hpp"
#include "common/program.hpp"
#include "options.hpp"
#include "report.hpp"
#include "run.hpp"

namespace cholesky {
namespace {

const MPI_Comm world = MPI_COMM_WORLD;

/// A file's entries go to all ranks as numbers.
Problem load_problem(const Options& options) {
  if (options.input.empty()) return Problem(*options.size);
  std::vector<double> numbers{0};
  app::on_rank_0(world, [&] {
    const app::MatrixEntries matrix = app::parse_matrix_market(
        options.input, app::read_file(options.input, "Matrix Market file"));
    numbers[0] = static_cast<double>(matrix.rows);
    for (const Entry& entry : lower_triangle(options.input, matrix)) {
      numbers.insert(numbers.end(),
                     {static_cast<double>(entry.row), static_cast<double>(entry.col), entry.value});
    }
  });
  app::share(world, numbers);
  std::vector<Entry> entries;
  for (std::size_t n = 1; n < numbers.size(); n += 3) {
    entries.push_back(
        {static_cast<int>(numbers[n]), static_cast<int>(numbers[n + 1]), numbers[n + 2]});
  }
  return {static_cast<int>(numbers[0]), std::move(entries)};
}

Layout make_layout(const Options& options, int order, int ranks) {
  constexpr int usual = 256;
  const int tile = options.tile.value_or(std::min(usual, order));
  if (tile > order) {
    throw app::UsageError("--tile " + std::to_string(tile) + ": larger than the matrix, of order " +
                          std::to_string(order) + "; give at most --tile " + std::to_string(order));
  }
  constexpr int most_tiles = 46340;  // each way, so that all of them are counted in int
  if (order > most_tiles * std::int64_t{tile}) {
    throw app::UsageError("--tile " + std::to_string(tile) + ": too many tiles for order " +
                          std::to_string(order) + "; give at least --tile " +
                          std::to_string((order - 1) / most_tiles + 1));
  }
  const RankGrid grid = options.grid.value_or(squarest_grid(ranks));
  if (!options.count && grid.p * grid.q != ranks) {
    throw app::UsageError("--grid " + std::to_string(grid.p) + "x" + std::to_string(grid.q) +
                          " is of " + std::to_string(grid.p * grid.q) + " ranks, but there are " +
                          std::to_string(ranks) +
                          "; start as many by mpirun -n, or leave --grid out");
  }
  return {order, tile, grid};
}

/// Each tile has a tag of its own.
void check_tags(const Layout& layout) {
  int* bound = nullptr;
  int found = 0;
  MPI_Comm_get_attr(world, MPI_TAG_UB, &bound, &found);
  if (found && layout.number_of_tiles() - 1 > *bound) {
    throw app::UsageError(std::to_string(layout.number_of_tiles()) +
                          " tiles are more than this MPI has tags for (" + std::to_string(*bound) +
                          "): use a larger --tile");
  }
}

void check_priorities(const Annotation& annotation, const Layout& layout, int rank) {
  const int mine = needed_priority(annotation, layout, rank);
  int needed = 0;
  MPI_Allreduce(&mine, &needed, 1, MPI_INT, MPI_MAX, world);
  const int highest = omp_get_max_task_priority();
  const std::string number = std::to_string(needed);
  app::agree(world, needed <= highest
                        ? ""
                        : "--annotate " + std::string(annotation.name) + " has priorities up to " +
                              number + ", but OMP_MAX_TASK_PRIORITY is " + std::to_string(highest) +
                              "; set OMP_MAX_TASK_PRIORITY=" + number);
}

/// True if message tasks have to run one at a time: MPI isn't task-aware.
bool has_to_serialise(int provided, int rank) {
  const int weakest = app::require_level("cholesky", app::MpiLevel::multiple, provided, "");
  const bool serialised = weakest < app::mpi_level(app::MpiLevel::task_multiple);
  if (serialised && rank == 0) {
    std::fputs("cholesky: MPI_TASK_MULTIPLE is not provided, message tasks run one at a time\n",
               stderr);
  }
  return serialised;
}

std::unique_ptr<Tiles> make_tiles(const Problem& problem, const Layout& layout, int rank) {
  const double bytes = Tiles::bytes(layout, rank);
  std::unique_ptr<Tiles> tiles;
  app::allocate(world, bytes,
                "no memory for a rank's tiles (" + std::to_string(std::lround(bytes / (1 << 20))) +
                    " MiB): use a smaller --size, or more ranks on more nodes",
                [&] { tiles = std::make_unique<Tiles>(layout, rank); });
  tiles->fill(problem);
  return tiles;
}

Failure first_failure(const Failure& mine) {
  int both[] = {mine.minor, mine.not_a_number}, first[2];
  MPI_Allreduce(both, first, 1, MPI_2INT, MPI_MINLOC, world);
  return {first[0], first[1]};
}

void print_failure(const Failure& failure, const Layout& layout) {
  const int k = (failure.minor - 1) / layout.tile();
  std::fprintf(stderr, "cholesky: tile (%d, %d): the leading minor of order %d is not %s\n", k, k,
               failure.minor,
               failure.not_a_number
                   ? "a finite number: the matrix has a NaN or an infinite value, or overflows"
                   : "positive: the matrix is not positive definite");
}

Report describe(const Options& options, const Layout& layout, bool serialised) {
  Report report;
  report.application = "cholesky";
  report.variant = options.variant;
  report.mpi = APP_MPI;
  report.message_tasks = layout.ranks() == 1 ? "none" : serialised ? "serialised" : "free";
  const double n = layout.order();
  report.updates = n * (n + 1) * (2 * n + 1) / 6;
  report.order = layout.order();
  report.tile = layout.tile();
  report.grid = layout.grid();
  report.tasks = layout.counts();
  const char* policy = std::getenv("TIDEMILL_POLICY");
  report.policy = policy ? policy : "";
  report.gemm_us = options.gemm_us;
  report.delay_us = 1e6 * options.delay_s;
  return report;
}

/// The factorisation, measured. `schedule` may be null.
Failure factorise(const Annotation& annotation, const Options& options, const Layout& layout,
                  bool serialised, Tiles& tiles, Schedule* schedule, Report& report) {
  int rank = 0;
  MPI_Comm_rank(world, &rank);
  const int threads = omp_get_max_threads();
  const Kernel kernel(options.gemm_us);
  omp_set_num_threads(threads);  // OpenBLAS's build for OpenMP hands its number on to our teams
  app::Meter meter(report.threads);
  std::int64_t own = 0;
  for_each_task(layout, rank, [&](const Task& task) { own += computes(task.kind); });
  app::Progress progress(app::progress_style(options, rank), "cholesky", own);
  std::optional<app::Alarm> alarm;
  if (options.delay_s > 0 && !serialised) alarm.emplace();
  Run run({layout, rank, tiles, kernel, options.delay_s, serialised, alarm ? &*alarm : nullptr,
           meter, progress, schedule});
  app::measure(world, report, meter, [&] {
    if (schedule) schedule->start(app::seconds_now());
    annotation.solve(run);
    progress.finish();
  });
  return first_failure(run.failure());
}

/// False, after saying why, if the result is not as it should be.
bool is_right(const Options& options, const Problem& problem, const Layout& layout,
              const Tiles& tiles, int rank, Report& report) {
  if (!options.check) return true;
  report.residuals = check_factor(world, problem, layout, tiles);
  if (report.residuals->right()) return true;
  if (rank == 0) {
    std::fprintf(stderr,
                 "cholesky: the factor is wrong: |A - L L^T| / |A| is %.3g, |A y - b| / (|A| |y|) "
                 "is %.3g, more than %.0e\n",
                 report.residuals->factor, report.residuals->solution, residual_limit);
  }
  return false;
}

int print_counts(const Layout& layout, int rank) {
  const Counts counts = layout.counts();
  if (rank == 0) {
    std::printf("%lld compute tasks, %lld communication tasks\n",
                static_cast<long long>(counts.compute),
                static_cast<long long>(counts.communication));
  }
  return 0;
}

int work(const Options& options, const Annotation& annotation, int provided) {
  int rank = 0, ranks = 0;
  MPI_Comm_rank(world, &rank);
  MPI_Comm_size(world, &ranks);
  const Problem problem = load_problem(options);
  const Layout layout = make_layout(options, problem.order(), ranks);
  if (options.count) return print_counts(layout, rank);
  check_tags(layout);
  check_priorities(annotation, layout, rank);
  app::check_outputs(world, options);
  const bool serialised = has_to_serialise(provided, rank);
  Report report = describe(options, layout, serialised);
  report.threads = app::start_threads(annotation.workers);
  const std::unique_ptr<Tiles> tiles = make_tiles(problem, layout, rank);
  std::optional<Schedule> schedule;
  if (!options.png.empty()) schedule.emplace(report.threads);
  const Failure failure = factorise(annotation, options, layout, serialised, *tiles,
                                    schedule ? &*schedule : nullptr, report);
  if (failure.minor != Failure::none) {
    if (rank == 0) print_failure(failure, layout);
    return app::exit_wrong;
  }
  if (!is_right(options, problem, layout, *tiles, rank, report)) return app::exit_wrong;
  app::Image image;
  if (schedule) image = schedule->picture(world, report.seconds);
  app::write_outputs(world, options, report.json(), image);
  if (rank == 0 && !options.quiet) std::printf("%s\n", report.line().c_str());
  return 0;
}

}  // namespace
}  // namespace cholesky

int main(int argc, char** argv) {
  const app::Program<cholesky::Options, cholesky::Run> program{
      "cholesky", cholesky::parse_options, cholesky::find_annotation, cholesky::work};
  return app::run_program(program, argc, argv);
}
