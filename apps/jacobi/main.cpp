// jacobi: Poisson's equation by sweeps of Jacobi, in variants that differ in where tasks run. See
// README.md.
#include <cstdio>

#include "check.hpp"
#include "common/clock.hpp"
#include "common/field_picture.hpp"
#include "common/local_outputs.hpp"
#include "common/local_program.hpp"
#include "common/team_run.hpp"
#include "options.hpp"
#include "report.hpp"
#include "run.hpp"
#include "variants.hpp"

namespace jacobi {
namespace {

/// The share of blocks that lie on the node of their owner; nothing where the runtime can't tell.
std::optional<double> data_in_place(const Run& run) {
  std::optional<double> share;
  app::in_team([&] {
    int in_place = 0;
    for (int i = 0; i < run.grid.blocks(); ++i) {
      for (int j = 0; j < run.grid.blocks(); ++j) {
        const std::optional<int> node = run.runtime.node_of(run.grid.points(0, i, j));
        if (!node) return;
        in_place += *node == run.owners.node_of(i, j);
      }
    }
    share = static_cast<double>(in_place) / run.grid.blocks() / run.grid.blocks();
  });
  return share;
}

Report solve(const Variant& variant, const Options& options, const app::TaskAffinity& runtime,
             const app::Team& team, Grid& grid) {
  const Problem& problem = options.problem;
  const bool loops = variant.solve == solve_for;
  const Owners owners(grid.blocks(), loops ? Shape::runs : Shape::rectangles, team, options.nodes);
  app::Meter meter(team.threads);
  app::InPlace in_place(team.threads);
  app::Progress progress(app::progress_style(options, 0), "jacobi",
                         std::int64_t{problem.size} * problem.size * problem.iterations);
  Run run{problem, grid, owners, options.affinity, runtime, meter, in_place, progress};
  const double begin = app::seconds_now();
  variant.solve(run);
  const double end = app::seconds_now();
  progress.finish();
  Report report;
  app::describe(report, "jacobi", variant.name, options, runtime, team);
  report.first_touch_seconds = run.touched - begin;
  report.seconds = end - run.touched;
  report.computing = meter.computing();
  report.updates = static_cast<double>(problem.size) * problem.size * problem.iterations;
  report.tasks_in_place = in_place.share();
  if (team.threads > 1) report.data_in_place = data_in_place(run);
  report.size = problem.size;
  report.block = problem.block;
  report.iterations = problem.iterations;
  report.residual = residual(problem, grid);
  return report;
}

app::Picture picture_of(const Problem& problem, const Grid& grid) {
  std::vector<double> cells(problem.size);
  const app::RowsOfField field{problem.size, problem.size, 0, problem.size, [&](int i) {
                                 grid.copy_row(problem.iterations, i, cells.data());
                                 return cells.data();
                               }};
  app::Picture picture = app::sum_under_pixels(field);
  app::make_means(field, picture);
  return picture;
}

/// False, after saying why, if the result is not that of serial.
bool is_right(const Options& options, const Grid& grid, Report& report) {
  if (!options.check) return true;
  const auto difference = compare_with_serial(options.problem, grid);
  report.equal_to_serial = !difference;
  if (difference) {
    std::fprintf(stderr,
                 "jacobi: %s differs from serial, first at row %d, column %d: %.17g, serial has "
                 "%.17g\n",
                 report.title().c_str(), difference->row, difference->col, difference->here,
                 difference->serial);
  }
  return !difference;
}

Grid make_grid(const Problem& problem) {
  try {
    return Grid(problem);
  } catch (const std::bad_alloc&) {
    throw app::UsageError(
        "no memory for three fields of --size " + std::to_string(problem.size) + " in blocks of " +
        std::to_string(problem.block) +
        ": use a smaller --size, or a --block of 64 or more, which fills its pages");
  }
}

int work(const Options& options) {
  const Variant& variant = *find_variant(options.variant);
  app::check_local_outputs(options);
  const app::TaskAffinity runtime;
  const app::Team team = app::start_team(variant.workers, options, runtime);
  app::say_if_ignored(options, runtime, "jacobi");
  Grid grid = make_grid(options.problem);
  Report report = solve(variant, options, runtime, team, grid);
  if (!is_right(options, grid, report)) return app::exit_wrong;
  app::Picture picture;
  if (!options.png.empty()) picture = picture_of(options.problem, grid);
  app::tell(options, report.line(), report.json(), picture);
  return 0;
}

}  // namespace
}  // namespace jacobi

int main(int argc, char** argv) {
  const app::LocalProgram<jacobi::Options> program{"jacobi", jacobi::parse_options, jacobi::work,
                                                   "use a smaller --size"};
  return app::run_local_program(program, argc, argv);
}
