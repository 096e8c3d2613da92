#include "options.hpp"

#include <climits>
#include <string_view>

#include "annotations.hpp"
#include "common/command_line.hpp"
#include "common/error.hpp"
#include "common/numbers.hpp"

namespace cholesky {
namespace {

using app::UsageError;

/// The values of options, as text.
struct Texts {
  std::string size, tile, grid, kernel = "compute", delay = "0";
};

RankGrid read_grid(const std::string& text) {
  const auto x = text.find('x');
  RankGrid grid;
  const std::string_view view(text);
  if (x == std::string::npos || !app::read_number(view.substr(0, x), grid.p) ||
      !app::read_number(view.substr(x + 1), grid.q) || grid.p < 1 || grid.q < 1 ||
      grid.p > INT_MAX / 2 / grid.q) {
    throw UsageError("--grid " + text + ": not PxQ, rows and columns of ranks, " +
                     std::to_string(INT_MAX / 2) + " in all at most; give e.g. --grid 2x4");
  }
  return grid;
}

int read_tile(const std::string& text) {
  // A tile is one message, and MPI counts in int.
  constexpr int largest = 46340;
  const int tile = app::positive("--tile", text);
  if (tile > largest) {
    throw UsageError("--tile " + text + ": more than one message holds; give at most --tile " +
                     std::to_string(largest));
  }
  return tile;
}

int read_size(const std::string& text) {
  const int size = app::positive("--size", text);
  if (size > INT_MAX / 2) {
    throw UsageError("--size " + text + ": too large; give at most --size " +
                     std::to_string(INT_MAX / 2));
  }
  return size;
}

void check_count(const Options& options) {
  if (!options.count) return;
  const char* useless = options.check           ? "--check"
                        : options.gemm_us > 0   ? "--kernel"
                        : !options.png.empty()  ? "--png"
                        : !options.json.empty() ? "--json"
                                                : nullptr;
  if (useless) {
    throw UsageError(std::string("--count with ") + useless +
                     ": counting runs no task; leave one of them out");
  }
}

void read_values(const Texts& texts, Options& options) {
  if (!texts.size.empty()) options.size = read_size(texts.size);
  if (!texts.tile.empty()) options.tile = read_tile(texts.tile);
  if (!texts.grid.empty()) options.grid = read_grid(texts.grid);
  options.gemm_us = app::read_kernel(texts.kernel, "GEMM_US");
  options.delay_s = app::read_message_delay(texts.delay);
  if (options.input.empty() && !options.size) {
    throw UsageError("no matrix given: use --size N or --input FILE.mtx");
  }
  if (!options.input.empty() && options.size) {
    throw UsageError("--size " + texts.size + " and --input " + options.input +
                     " both say what to factorise; leave one of them out");
  }
  if (options.check && options.gemm_us > 0) {
    throw UsageError("--check with --kernel " + texts.kernel +
                     ": a sleeping kernel computes nothing to check; leave one of them out");
  }
  check_count(options);
}

}  // namespace

Options parse_options(int argc, const char* const* argv) {
  Options options;
  options.variant = "none";
  Texts texts;
  app::CommandLine cli{
      "Cholesky factorisation of a symmetric positive definite matrix, by tiles.\n"
      "  mpirun -n RANKS cholesky --annotate WHAT --size N | --input FILE.mtx [options]\n"
      "OMP_NUM_THREADS sets the threads of each rank, TIDEMILL_POLICY which task runs next.",
      "cholesky"};
  cli.add_option("--annotate", options.variant,
                 "priorities of tasks: one of " + annotation_names() + " (default: none)", "WHAT");
  cli.add_option("--size", texts.size, "order of the matrix, which is made up", "N");
  cli.add_option("--input", options.input, "Matrix Market file", "FILE");
  cli.add_option("--tile", texts.tile, "rows and columns of a tile (default: 256)", "B");
  cli.add_option("--grid", texts.grid, "grid of ranks (default: the squarest)", "PxQ");
  cli.add_flag("--check", options.check, "compare L L^T with the matrix, and solve, on rank 0");
  cli.add_option("--kernel", texts.kernel, "compute, or sleep=GEMM_US: tasks sleep instead",
                 "KERNEL");
  cli.add_option("--message-delay", texts.delay,
                 "a message counts as received this many microseconds after its sending", "US");
  cli.add_flag("--count", options.count, "count the tasks, and run none");
  app::add_output_options(cli, options, "schedule");
  if (!cli.parse(argc, argv, options)) return options;
  if (!find_annotation(options.variant)) {
    throw UsageError("--annotate " + options.variant + ": use one of " + annotation_names());
  }
  read_values(texts, options);
  return options;
}

}  // namespace cholesky
