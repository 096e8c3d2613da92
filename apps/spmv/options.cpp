#include "options.hpp"

#include "common/affinity_options.hpp"
#include "common/command_line.hpp"
#include "common/error.hpp"
#include "common/local_outputs.hpp"
#include "matrix.hpp"
#include "variants.hpp"

namespace spmv {
namespace {

using app::UsageError;

/// The values of options, as text.
struct Texts {
  std::string laplace, parts, iterations, method = "product", affinity = "none", nodes;
};

void read_matrix_options(const Texts& texts, Options& options) {
  if (texts.laplace.empty() == options.input.empty()) {
    throw UsageError(std::string(options.input.empty() ? "no matrix given" : "two matrices given") +
                     ": use one of --laplace N (e.g. 2000) and --input FILE.mtx");
  }
  if (texts.laplace.empty()) return;
  options.laplace = app::positive("--laplace", texts.laplace);
  if (options.laplace > most_laplace) {
    throw UsageError("--laplace " + texts.laplace + ": too many nonzeros to count; give at most " +
                     std::to_string(most_laplace));
  }
}

Method read_method(const std::string& text) {
  if (text == "product") return Method::product;
  if (text == "bicgstab") return Method::bicgstab;
  throw UsageError("--method " + text + ": use product or bicgstab");
}

void read_values(const Texts& texts, Options& options) {
  read_matrix_options(texts, options);
  options.method = read_method(texts.method);
  if (options.method == Method::bicgstab) options.iterations = 10'000;
  if (!texts.parts.empty()) options.parts = app::positive("--parts", texts.parts);
  if (!texts.iterations.empty()) options.iterations = app::positive("--iters", texts.iterations);
  options.affinity = app::read_affinity(texts.affinity);
  options.nodes = app::read_nodes(texts.nodes);
  if (options.variant == "serial" && options.affinity != app::Affinity::none) {
    throw UsageError("--affinity " + texts.affinity +
                     " with serial, which has no tasks; leave it out, or use for or tasks");
  }
}

}  // namespace

Options parse_options(int argc, const char* const* argv) {
  Options options;
  Texts texts;
  app::CommandLine cli{
      "A sparse matrix times a vector, or the solution of its equations, in parts, to show where\n"
      "tasks and data lie.\n"
      "  spmv VARIANT --laplace N | --input FILE.mtx [options]\n"
      "OMP_NUM_THREADS sets the threads, OMP_PLACES where they run.",
      "spmv"};
  app::add_common_options(cli, options, variant_names(), "parts");
  cli.add_option("--laplace", texts.laplace, "Laplace's equation on N x N cells", "N");
  cli.add_option("--input", options.input, "square matrix in the format of Matrix Market", "FILE");
  cli.add_option("--parts", texts.parts, "parts the rows are divided into (default: 16)", "P");
  cli.add_option("--iters", texts.iterations,
                 "products (default: 500), or iterations of BiCGStab at most (default: 10000)",
                 "K");
  cli.add_option("--method", texts.method, "product (default) or bicgstab", "METHOD");
  app::add_affinity_options(cli, texts.affinity, texts.nodes);
  if (!cli.parse(argc, argv, options)) return options;
  app::keep_standard_output(options);
  app::check_variant(options, find_variant(options.variant), variant_names());
  read_values(texts, options);
  return options;
}

}  // namespace spmv
