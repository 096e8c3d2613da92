#include "options.hpp"

#include <array>
#include <climits>
#include <cstdint>

#include "common/command_line.hpp"
#include "common/error.hpp"
#include "common/numbers.hpp"
#include "variants.hpp"

namespace ifsker {
namespace {

using app::UsageError;

/// "LEVELSxROWSxCOLS".
bool read_shape(std::string_view text, Shape& shape) {
  const auto first = text.find('x'), second = text.rfind('x');
  if (first == second) return false;
  return app::read_number(text.substr(0, first), shape.levels) &&
         app::read_number(text.substr(first + 1, second - first - 1), shape.rows) &&
         app::read_number(text.substr(second + 1), shape.cols) && shape.levels > 0 &&
         shape.rows > 0 && shape.cols > 0;
}

std::int64_t nearest_points(std::int64_t points) {
  for (std::int64_t off = 0; off < points; off += default_levels) {
    const std::int64_t multiple = points / default_levels * default_levels;
    if (shape_of(multiple + off).levels) return multiple + off;
    if (multiple > off && shape_of(multiple - off).levels) return multiple - off;
  }
  return default_levels;
}

Shape read_points(const std::string& text) {
  constexpr std::int64_t most = INT_MAX;  // MPI counts in int
  const std::string range =
      "; give a number from 12 to 2147483647 or LEVELSxROWSxCOLS, e.g. "
      "--points 653184";
  Shape shape;
  std::int64_t points = 0;
  if (!read_shape(text, shape)) {
    if (!app::read_number(text, points) || points < default_levels) {
      throw UsageError("--points " + text + ": neither a number of points nor a shape" + range);
    }
    if (points > most) throw UsageError("--points " + text + ": too many points" + range);
    shape = shape_of(points);
    if (!shape.levels) {
      throw UsageError("--points " + text + ": no " + std::to_string(default_levels) +
                       " levels of one to four times as many columns as rows; use --points " +
                       std::to_string(nearest_points(points)) + " or LEVELSxROWSxCOLS");
    }
  }
  if (static_cast<double>(shape.levels) * shape.rows * shape.cols > static_cast<double>(most)) {
    throw UsageError("--points " + text + ": too many points" + range);
  }
  return shape;
}

Exchange read_exchange(const std::string& text) {
  for (const Exchange exchange : {Exchange::fastest, Exchange::waitall, Exchange::sendrecv,
                                  Exchange::alltoallv, Exchange::merged}) {
    if (text == name_of(exchange)) return exchange;
  }
  throw UsageError("--exchange " + text + ": use fastest, waitall, sendrecv, alltoallv or merged");
}

/// The values of options, as text.
struct Texts {
  std::string points, steps, messages, bytes, delay = "0", exchange = "fastest";
};

void read_values(const Texts& texts, Options& options) {
  if (!texts.points.empty()) options.shape = read_points(texts.points);
  if (!texts.steps.empty()) options.steps = app::positive("--steps", texts.steps);
  if (!texts.messages.empty()) options.cut.messages = app::positive("--messages", texts.messages);
  if (!texts.bytes.empty()) options.cut.bytes = app::positive("--message-bytes", texts.bytes);
  if (options.cut.messages && options.cut.bytes) {
    throw UsageError("--messages " + texts.messages + " and --message-bytes " + texts.bytes +
                     " both say how messages are cut; leave one of them out");
  }
  options.delay_s = app::read_message_delay(texts.delay);
  options.exchange = read_exchange(texts.exchange);
  if (options.exchange != Exchange::fastest && options.variant != "pure") {
    throw UsageError("--exchange " + texts.exchange + ": for the variant pure alone; leave it out");
  }
  if (options.input.empty() && !options.shape) {
    throw UsageError("no field given: use --points N (e.g. 653184) or --input FILE");
  }
  if (options.input.empty() && !options.variable.empty()) {
    throw UsageError("--variable " + options.variable + " without a file: add --input FILE");
  }
}

}  // namespace

Options parse_options(int argc, const char* const* argv) {
  Options options;
  Texts texts;
  app::CommandLine cli{
      "A weather model's pattern: grid-point physics and Fourier transforms in turn, the field\n"
      "redistributed by many messages between them.\n"
      "  mpirun -n RANKS ifsker VARIANT --points N | --input FILE [options]\n"
      "OMP_NUM_THREADS sets the threads of each rank.",
      "ifsker"};
  app::add_common_options(cli, options, variant_names(), "field's first level");
  cli.add_option("--points", texts.points,
                 "points of the field, or its shape; an input of another shape is interpolated",
                 "N|LEVELSxROWSxCOLS");
  cli.add_option("--input", options.input, "NetCDF file, or raw numbers: the field at the start",
                 "FILE");
  cli.add_option("--variable", options.variable, "the NetCDF file's variable", "NAME");
  cli.add_option("--steps", texts.steps, "time steps (default: 200)", "K");
  cli.add_option("--messages", texts.messages,
                 "messages a rank sends in a step (default: one a level, peer and way)", "M");
  cli.add_option("--message-bytes", texts.bytes, "size of a message, in place of their number",
                 "BYTES");
  cli.add_option("--message-delay", texts.delay,
                 "a message counts as received this many microseconds after its sending", "US");
  cli.add_option("--exchange", texts.exchange,
                 "how pure sends: waitall, sendrecv, alltoallv, merged, or the fastest (default)",
                 "WAY");
  if (!cli.parse(argc, argv, options)) return options;
  app::check_variant(options, find_variant(options.variant), variant_names());
  read_values(texts, options);
  return options;
}

}  // namespace ifsker
