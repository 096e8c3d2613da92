// Options are read as text and converted here, so that every message names the value and the
// remedy in one line.
#include "options.hpp"

#include <CLI/CLI.hpp>
#include <charconv>
#include <string_view>

#include "error.hpp"
#include "variants.hpp"

namespace heat {
namespace {

template <class Number>
bool read_number(std::string_view text, Number& value) {
  const char* end = text.data() + text.size();
  const auto result = std::from_chars(text.data(), end, value);
  return result.ec == std::errc() && result.ptr == end;
}

int positive(const std::string& option, const std::string& text) {
  int value = 0;
  if (!read_number(text, value) || value < 1) {
    throw UsageError(option + " " + text + ": not a whole number from 1 to 2147483647; give e.g. " +
                     option + " 100");
  }
  return value;
}

Size read_size(const std::string& text) {
  const auto x = text.find('x');
  Size size{};
  if (x == std::string::npos || !read_number(std::string_view(text).substr(0, x), size.rows) ||
      !read_number(std::string_view(text).substr(x + 1), size.cols) || size.rows < 1 ||
      size.cols < 1) {
    throw UsageError("--size " + text + ": not ROWSxCOLS; give e.g. --size 2048x1024");
  }
  return size;
}

double read_kernel(const std::string& text) {
  constexpr std::string_view prefix = "sleep=";
  if (text == "compute") return 0;
  double usec = 0;
  if (!text.starts_with(prefix) || !read_number(std::string_view(text).substr(6), usec) ||
      !(usec > 0) || !(usec <= 1e9)) {
    throw UsageError("--kernel " + text +
                     ": neither 'compute' nor 'sleep=USEC' with 0 < USEC <= 1e9; give e.g. "
                     "--kernel sleep=2000");
  }
  return usec;
}

}  // namespace

Options parse_options(int argc, const char* const* argv) {
  Options options;
  std::string size, block, iterations, kernel = "compute";
  CLI::App app{
      "The 2-D heat equation by Gauss-Seidel.\n"
      "  mpirun -n RANKS heat VARIANT --input FILE | --size ROWSxCOLS [options]\n"
      "OMP_NUM_THREADS sets the threads of each rank.",
      "heat"};
  app.add_option("VARIANT", options.variant, "one of " + variant_names());
  app.add_option("--input", options.input,
                 "problem file, or PNG whose grey values are the temperature at the start")
      ->type_name("FILE");
  app.add_option("--size", size, "size of the grid, in place of the input's")
      ->type_name("ROWSxCOLS");
  app.add_option("--block", block, "rows and columns of a block (default: the input's, or 256)")
      ->type_name("B");
  app.add_option("--iters", iterations, "sweeps over the grid (default: the input's, or 100)")
      ->type_name("K");
  app.add_flag("--check", options.check, "compare the result with serial, bit by bit");
  app.add_option("--png", options.png, "write a picture of the temperature")->type_name("FILE");
  app.add_option("--json", options.json, "write what was measured")->type_name("FILE");
  app.add_option("--kernel", kernel, "compute, or sleep=USEC: a block sleeps instead")
      ->type_name("KERNEL");
  app.add_flag("--quiet", options.quiet, "print errors only");
  app.add_flag("--progress", options.progress, "show progress even where stderr is no terminal");
  try {
    app.parse(argc, argv);
  } catch (const CLI::CallForHelp&) {
    options.help = app.help();
    return options;
  } catch (const CLI::ParseError& error) {
    throw UsageError(std::string(error.what()) + "; see heat --help");
  }
  if (options.variant.empty()) {
    throw UsageError("no variant given: use one of " + variant_names());
  }
  if (!find_variant(options.variant)) {
    throw UsageError("unknown variant '" + options.variant + "': use one of " + variant_names());
  }
  if (options.input.empty() && size.empty()) {
    throw UsageError("no problem given: use --input FILE or --size ROWSxCOLS");
  }
  if (!size.empty()) options.size = read_size(size);
  if (!block.empty()) options.block = positive("--block", block);
  if (!iterations.empty()) options.iterations = positive("--iters", iterations);
  options.sleep_us = read_kernel(kernel);
  if (options.check && options.sleep_us > 0) {
    throw UsageError("--check with --kernel " + kernel +
                     ": a sleeping kernel computes nothing to compare; leave one of them out");
  }
  return options;
}

}  // namespace heat
