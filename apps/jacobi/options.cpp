#include "options.hpp"

#include <algorithm>

#include "common/affinity_options.hpp"
#include "common/command_line.hpp"
#include "common/error.hpp"
#include "common/local_outputs.hpp"
#include "variants.hpp"

namespace jacobi {
namespace {

constexpr int default_block = 256, default_iterations = 100;

void check_block(const Problem& problem) {
  if (problem.block > problem.size) {
    throw app::UsageError("--block " + std::to_string(problem.block) + ": more than the " +
                          std::to_string(problem.size) + " rows of --size; give at most " +
                          std::to_string(problem.size));
  }
}

}  // namespace

Options parse_options(int argc, const char* const* argv) {
  Options options;
  std::string size, block, iterations, affinity = "none", nodes;
  app::CommandLine cli{
      "Poisson's equation by sweeps of Jacobi over blocks, to show where tasks and data lie.\n"
      "  jacobi VARIANT --size N [options]\n"
      "OMP_NUM_THREADS sets the threads, OMP_PLACES where they run.",
      "jacobi"};
  app::add_common_options(cli, options, variant_names(), "solution");
  cli.add_option("--size", size, "rows and columns of points", "N");
  cli.add_option("--block", block, "rows and columns of a block (default: 256, or N if less)", "B");
  cli.add_option("--iters", iterations, "sweeps (default: 100)", "K");
  app::add_affinity_options(cli, affinity, nodes);
  if (!cli.parse(argc, argv, options)) return options;
  app::keep_standard_output(options);
  app::check_variant(options, find_variant(options.variant), variant_names());
  if (size.empty()) throw app::UsageError("no problem given: use --size N, e.g. --size 4096");
  Problem& problem = options.problem;
  problem.size = app::positive("--size", size);
  problem.block =
      block.empty() ? std::min(default_block, problem.size) : app::positive("--block", block);
  problem.iterations =
      iterations.empty() ? default_iterations : app::positive("--iters", iterations);
  check_block(problem);
  options.affinity = app::read_affinity(affinity);
  options.nodes = app::read_nodes(nodes);
  if (options.variant == "serial" && options.affinity != app::Affinity::none) {
    throw app::UsageError("--affinity " + affinity +
                          " with serial, which has no tasks; leave it out, or use "
                          "for or tasks");
  }
  return options;
}

}  // namespace jacobi
