// ifsker: a mock-up of a weather model, in four variants. See README.md.
#include <cmath>
#include <cstdio>
#include <memory>

#include "check.hpp"
#include "common/measure.hpp"
#include "common/outputs.hpp"
#include "common/program.hpp"
#include "common/row_picture.hpp"
#include "exchange.hpp"
#include "input.hpp"
#include "options.hpp"
#include "report.hpp"
#include "run.hpp"
#include "variants.hpp"

namespace ifsker {
namespace {

Problem load_problem(const Options& options) {
  if (options.input.empty()) return make_problem(*options.shape, options.steps, {});
  InputField field;
  app::on_rank_0(MPI_COMM_WORLD,
                 [&] { field = read_input(options.input, options.variable, options.shape); });
  Shape& shape = field.shape;
  int sizes[] = {shape.levels, shape.rows, shape.cols};
  MPI_Bcast(sizes, 3, MPI_INT, 0, MPI_COMM_WORLD);
  shape = {sizes[0], sizes[1], sizes[2]};
  app::allocate(MPI_COMM_WORLD, sizeof(double) * static_cast<double>(shape.points()),
                options.input + ": no memory for its " + shape.text() +
                    " values on every rank; use fewer ranks on a machine, or a smaller file",
                [&] { field.values.resize(static_cast<std::size_t>(shape.points())); });
  app::share(MPI_COMM_WORLD, field.values);
  const Shape wanted = options.shape.value_or(shape);
  return make_problem(wanted, options.steps, resample(field.values, shape, wanted));
}

/// Each message has a tag of its own, and each way another.
void check_tags(const Layout& layout) {
  int* bound = nullptr;
  int found = 0;
  MPI_Comm_get_attr(MPI_COMM_WORLD, MPI_TAG_UB, &bound, &found);
  const std::size_t pieces = layout.pieces().size();
  if (found && pieces > static_cast<std::size_t>(*bound / 2)) {
    throw app::UsageError(std::to_string(pieces) +
                          " messages to each rank are more than this MPI has tags for (" +
                          std::to_string(*bound / 2) + "): use fewer --messages");
  }
}

std::unique_ptr<State> make_state(MPI_Comm comm, const Problem& problem, const Options& options,
                                  int threads) {
  int rank = 0, ranks = 0;
  MPI_Comm_rank(comm, &rank);
  MPI_Comm_size(comm, &ranks);
  check_tags(Layout(problem.shape, rank, ranks, options.cut));
  const double bytes = State::bytes(problem.shape, ranks);
  std::unique_ptr<State> state;
  app::allocate(comm, bytes,
                "no memory for a rank's part of " + problem.shape.text() + " points (" +
                    std::to_string(std::lround(bytes / (1 << 20))) +
                    " MiB): use fewer --points, or more ranks on more nodes",
                [&] {
                  state = std::make_unique<State>(problem, rank, ranks, options.cut,
                                                  options.delay_s > 0, threads);
                });
  return state;
}

/// Of `pure`, on several ranks: messages are merged only if nobody has said how many there are to
/// be.
void choose_exchange(const Options& options, Run& run) {
  const Transposition& transposition = run.state.to_rows;
  if (run.exchange == Exchange::fastest) {
    run.exchange = fastest_exchange(transposition, run.delay_s, !options.cut.given());
  }
  const bool alltoallv = run.exchange == Exchange::alltoallv || run.exchange == Exchange::merged;
  if (alltoallv && !alltoallv_reaches(transposition)) {
    throw app::UsageError("--exchange " + std::string(name_of(run.exchange)) +
                          ": a rank's messages are too many bytes for MPI_Alltoallv, which counts "
                          "in int: use --exchange waitall, or more ranks");
  }
}

Report solve(MPI_Comm comm, const Variant& variant, const Options& options, int threads,
             State& state) {
  const Problem& problem = state.problem;
  const Layout& layout = state.layout;
  Report report;
  report.threads = threads;
  app::Meter meter(threads);
  app::Progress progress(app::progress_style(options, layout.rank()), "ifsker",
                         problem.shape.points() / layout.ranks() * problem.steps);
  const bool prints = layout.rank() == 0 && !options.quiet;
  Run run{state, options.delay_s, options.exchange, prints, meter, progress};
  const bool plain = variant.name == "pure" && layout.ranks() > 1;
  if (plain) choose_exchange(options, run);
  app::measure(comm, report, meter, [&] {
    variant.solve(run);
    progress.finish();
  });
  MPI_Allreduce(&run.parseval_error, &report.parseval_error, 1, MPI_DOUBLE, MPI_MAX, comm);
  const bool tasks = variant.level == app::MpiLevel::task_multiple;
  report.application = "ifsker";
  report.variant = variant.name;
  report.mpi = APP_MPI;
  report.message_tasks = tasks ? "free" : "none";
  report.updates = static_cast<double>(problem.shape.points()) * problem.steps;
  report.shape = problem.shape;
  report.steps = problem.steps;
  const bool merged = plain && run.exchange == Exchange::merged;
  report.messages_per_step = merged ? 2 * layout.peers() : layout.messages_per_step();
  report.bytes_per_message = layout.bytes_per_message() * layout.messages_per_step() /
                             std::max<std::int64_t>(1, report.messages_per_step);
  report.delay_us = options.delay_s * 1e6;
  report.exchange = tasks ? "tasks" : plain ? name_of(run.exchange) : "none";
  return report;
}

app::Picture picture_of(MPI_Comm comm, const State& state) {
  const Field& rows = state.rows;
  return app::take_picture(
      comm, {state.problem.shape.rows, rows.cols(), state.layout.rank() * rows.rows(), rows.rows(),
             [&](int i) { return rows.row(0, i); }});
}

/// False, after saying why, if the result is not as it should be.
bool is_right(MPI_Comm comm, const Options& options, const State& state, Report& report) {
  const bool speaks = state.layout.rank() == 0;
  if (!(report.parseval_error <= parseval_limit)) {
    if (speaks) {
      std::fprintf(stderr,
                   "ifsker: %s: the two sides of Parseval's equation are %.3g apart around a "
                   "transform, more than %.0e: a result of FFTW, or a message, is wrong\n",
                   report.variant.c_str(), report.parseval_error, parseval_limit);
    }
    return false;
  }
  if (!options.check) return true;
  const auto difference = compare_with_serial(comm, state.problem, state);
  report.equal_to_serial = !difference;
  if (difference && speaks) {
    std::fprintf(stderr,
                 "ifsker: %s differs from serial, first at level %d, row %d, column %d: %.17g, "
                 "serial has %.17g\n",
                 report.variant.c_str(), difference->level, difference->row, difference->col,
                 difference->here, difference->serial);
  }
  return !difference;
}

/// Everything the ranks of `comm` do together. Returns the exit status.
int work_together(MPI_Comm comm, const Variant& variant, const Options& options,
                  const Problem& problem) {
  app::check_outputs(comm, options);
  const int threads = app::start_threads(variant.workers);
  const std::unique_ptr<State> state = make_state(comm, problem, options, threads);
  Report report = solve(comm, variant, options, threads, *state);
  if (!is_right(comm, options, *state, report)) return app::exit_wrong;
  app::Picture picture;
  if (!options.png.empty()) picture = picture_of(comm, *state);
  app::write_outputs(comm, options, report.json(), picture);
  if (state->layout.rank() == 0 && !options.quiet) {
    std::printf("%s%s\n", report.line().c_str(), options.check ? "  bitwise equal to serial" : "");
  }
  return 0;
}

int work(const Options& options, const Variant& variant, int provided) {
  app::require_level(variant.name, variant.level, provided);
  const Problem problem = load_problem(options);
  if (variant.workers != app::Workers::rank_0_alone) {
    return work_together(MPI_COMM_WORLD, variant, options, problem);
  }
  int rank = 0;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  return rank == 0 ? work_together(MPI_COMM_SELF, variant, options, problem) : 0;
}

}  // namespace
}  // namespace ifsker

int main(int argc, char** argv) {
  const app::Program<ifsker::Options, ifsker::Run> program{"ifsker", ifsker::parse_options,
                                                           ifsker::find_variant, ifsker::work};
  return app::run_program(program, argc, argv);
}
