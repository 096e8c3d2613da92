#include "options.hpp"

#include <string_view>

#include "common/command_line.hpp"
#include "common/error.hpp"
#include "common/numbers.hpp"
#include "variants.hpp"

namespace heat {
namespace {

Size read_size(const std::string& text) {
  const auto x = text.find('x');
  Size size{};
  if (x == std::string::npos || !app::read_number(std::string_view(text).substr(0, x), size.rows) ||
      !app::read_number(std::string_view(text).substr(x + 1), size.cols) || size.rows < 1 ||
      size.cols < 1) {
    throw app::UsageError("--size " + text + ": not ROWSxCOLS; give e.g. --size 2048x1024");
  }
  return size;
}

}  // namespace

Options parse_options(int argc, const char* const* argv) {
  Options options;
  std::string size, block, iterations, kernel = "compute";
  app::CommandLine cli{
      "The 2-D heat equation by Gauss-Seidel.\n"
      "  mpirun -n RANKS heat VARIANT --input FILE | --size ROWSxCOLS [options]\n"
      "OMP_NUM_THREADS sets the threads of each rank.",
      "heat"};
  app::add_common_options(cli, options, variant_names(), "temperature");
  cli.add_option("--input", options.input,
                 "problem file, or PNG whose grey values are the temperature at the start", "FILE");
  cli.add_option("--size", size, "size of the grid, in place of the input's", "ROWSxCOLS");
  cli.add_option("--block", block, "rows and columns of a block (default: the input's, or 256)",
                 "B");
  cli.add_option("--iters", iterations, "sweeps over the grid (default: the input's, or 100)", "K");
  cli.add_option("--kernel", kernel, "compute, or sleep=USEC: a block sleeps instead", "KERNEL");
  if (!cli.parse(argc, argv, options)) return options;
  app::check_variant(options, find_variant(options.variant), variant_names());
  if (options.input.empty() && size.empty()) {
    throw app::UsageError("no problem given: use --input FILE or --size ROWSxCOLS");
  }
  if (!size.empty()) options.size = read_size(size);
  if (!block.empty()) options.block = app::positive("--block", block);
  if (!iterations.empty()) options.iterations = app::positive("--iters", iterations);
  options.sleep_us = app::read_kernel(kernel, "USEC");
  if (options.check && options.sleep_us > 0) {
    throw app::UsageError("--check with --kernel " + kernel +
                          ": a sleeping kernel computes nothing to compare; leave one of them out");
  }
  return options;
}

}  // namespace heat
