// spmv: a sparse matrix in parts, in variants that differ in where tasks run. See README.md.
#include <cstdio>

#include "check.hpp"
#include "common/clock.hpp"
#include "common/input_file.hpp"
#include "common/local_outputs.hpp"
#include "common/local_program.hpp"
#include "common/team_run.hpp"
#include "methods.hpp"
#include "options.hpp"
#include "parts_picture.hpp"
#include "report.hpp"
#include "variants.hpp"

namespace spmv {
namespace {

Matrix load_matrix(const Options& options) {
  if (options.laplace > 0) return laplace(options.laplace);
  const std::string bytes = app::read_file(options.input, "Matrix Market file");
  return make_matrix(options.input, app::parse_matrix_market(options.input, bytes));
}

/// Parts one after the other, the same number on each node.
std::vector<int> homes(int parts, const std::vector<int>& nodes, int nodes_of_team) {
  std::vector<int> home(parts);
  const int count = nodes.empty() ? nodes_of_team : static_cast<int>(nodes.size());
  for (int part = 0; part < parts; ++part) {
    const int number = static_cast<int>(std::int64_t{part} * count / parts);
    home[part] = nodes.empty() ? number : nodes[number];
  }
  return home;
}

/// The share of parts whose output lies on the node of its home; nothing where nobody can tell.
std::optional<double> data_in_place(const Run& run) {
  std::optional<double> share;
  app::in_team([&] {
    int in_place = 0, all = 0;
    for (int part = 0; part < run.system.parts(); ++part) {
      if (run.system.rows_of(part) == 0) continue;
      const std::optional<int> node =
          run.runtime.node_of(run.system.vector(run.output, part).data());
      if (!node) return;
      ++all;
      in_place += *node == run.home[part];
    }
    share = static_cast<double>(in_place) / all;
  });
  return share;
}

struct Problem {
  Matrix matrix;
  Partition partition;
};

/// Fills in what was measured of touching first and of computing.
void solve(const Variant& variant, const Options& options, const app::TaskAffinity& runtime,
           const app::Team& team, System& system, Report& report) {
  const std::vector<int> home = homes(system.parts(), options.nodes, team.nodes);
  const bool solves = options.method == Method::bicgstab;
  app::Meter meter(team.threads), unused(team.threads);
  app::InPlace in_place(team.threads), of_touch(team.threads);
  app::Progress progress(app::progress_style(options, 0), "spmv",
                         solves ? 1000 : std::int64_t{report.nonzeros} * options.iterations);
  const auto run_of = [&](app::Meter& time, app::InPlace& place, bool first_touch,
                          std::function<void(const Step&)> method) {
    return Run{system, home,  solves ? x : y, options.affinity, runtime,
               time,   place, progress,       first_touch,      std::move(method)};
  };
  Run touch = run_of(unused, of_touch, true, [&](const Step& step) { touch_first(system, step); });
  Run ready = run_of(unused, of_touch, false, [&](const Step& step) {
    if (solves) make_right_side(system, step);
  });
  int done = options.iterations;
  Run run = run_of(meter, in_place, false, [&](const Step& step) {
    if (solves) {
      done = solve_bicgstab(system, progress, options.iterations, step);
    } else {
      multiply_often(system, progress, options.iterations, step);
    }
  });
  const double begin = app::seconds_now();
  variant.solve(touch);
  const double touched = app::seconds_now();
  variant.solve(ready);
  const double ready_at = app::seconds_now();
  variant.solve(run);
  report.seconds = app::seconds_now() - ready_at;
  progress.finish();
  report.first_touch_seconds = touched - begin;
  report.iterations = done;
  report.computing = meter.computing();
  report.updates = static_cast<double>(report.nonzeros) * done * (solves ? 2 : 1);
  report.tasks_in_place = in_place.share();
  if (team.threads > 1) report.data_in_place = data_in_place(run);
}

Report describe(const Variant& variant, const Options& options, const app::TaskAffinity& runtime,
                const app::Team& team, const Problem& problem) {
  Report report;
  app::describe(report, "spmv", variant.name, options, runtime, team);
  report.matrix =
      options.laplace > 0 ? "laplace " + std::to_string(options.laplace) : options.input;
  report.method = options.method == Method::product ? "product" : "bicgstab";
  report.rows = problem.matrix.rows;
  report.nonzeros = problem.matrix.nonzeros();
  report.parts = options.parts;
  report.cut = problem.partition.cut;
  return report;
}

/// What serial comes to. Of BiCGStab with the same parts, whose sums are added up in their order.
std::vector<double> serial_result(const Options& options, const Problem& problem, System& system) {
  if (options.method == Method::product) return serial_product(problem.matrix);
  app::Progress silent(app::Progress::Style::none, "spmv", 1);
  const Step serially = [&](const PartWork& work) {
    for (int part = 0; part < system.parts(); ++part) work(part);
  };
  touch_first(system, serially);
  make_right_side(system, serially);
  solve_bicgstab(system, silent, options.iterations, serially);
  return system.gather(x);
}

/// False, after saying why, if the result is not as it should be.
bool is_right(const Options& options, const Problem& problem, System& system, Report& report) {
  const std::vector<double> here = system.gather(options.method == Method::product ? y : x);
  if (options.method == Method::bicgstab) {
    report.residual = recomputed_residual(problem.matrix, here);
    if (!(*report.residual <= wanted_residual)) {
      std::fprintf(
          stderr,
          "spmv: BiCGStab has come to a residual of %.3g after %d iterations, not to %.0e: "
          "give more --iters, or a matrix that is better conditioned\n",
          *report.residual, report.iterations, wanted_residual);
      return false;
    }
  }
  if (!options.check) return true;
  const auto difference = first_difference(serial_result(options, problem, system), here);
  report.equal_to_serial = !difference;
  if (difference) {
    std::fprintf(stderr, "spmv: %s differs from serial, first at row %d: %.17g, serial has %.17g\n",
                 report.title().c_str(), difference->row, difference->here, difference->serial);
  }
  return !difference;
}

void check_parts(const Options& options, const Matrix& matrix) {
  if (options.parts <= matrix.rows) return;
  throw app::UsageError("--parts " + std::to_string(options.parts) + ": more than the matrix's " +
                        std::to_string(matrix.rows) + " rows; give at most " +
                        std::to_string(matrix.rows));
}

int work(const Options& options) {
  const Variant& variant = *find_variant(options.variant);
  app::check_local_outputs(options);
  const app::TaskAffinity runtime;
  const app::Team team = app::start_team(variant.workers, options, runtime);
  Problem problem{load_matrix(options), {}};
  check_parts(options, problem.matrix);
  app::say_if_ignored(options, runtime, "spmv");
  problem.partition = partition(problem.matrix, options.parts);
  System system(problem.matrix, problem.partition, options.parts,
                options.method == Method::product ? vectors_of_product : vectors_of_bicgstab);
  Report report = describe(variant, options, runtime, team, problem);
  solve(variant, options, runtime, team, system, report);
  if (!is_right(options, problem, system, report)) return app::exit_wrong;
  app::Picture picture;
  if (!options.png.empty()) {
    picture = options.laplace > 0 ? picture_of_cells(problem.partition, options.laplace)
                                  : picture_of_nonzeros(problem.matrix, problem.partition);
  }
  app::tell(options, report.line(), report.json(), picture);
  return 0;
}

}  // namespace
}  // namespace spmv

int main(int argc, char** argv) {
  const app::LocalProgram<spmv::Options> program{"spmv", spmv::parse_options, spmv::work,
                                                 "use a smaller --laplace or --input"};
  return app::run_local_program(program, argc, argv);
}
