// How command lines are read. Options are read as text and converted here, so that every message
// names the value and the remedy in one line. Reading them needs no MPI: every rank sees the same
// arguments and comes to the same result.
#pragma once

#include <CLI/CLI.hpp>
#include <string>

#include "options.hpp"

namespace app {

/// `variants` names them all; `picture` says what the picture shows.
void add_common_options(CLI::App& cli, CommonOptions& options, const std::string& variants,
                        const std::string& picture);

/// Of these, --png, --json, --quiet and --progress alone: for an application that has no VARIANT.
void add_output_options(CLI::App& cli, CommonOptions& options, const std::string& picture);

/// False if --help was asked for: `options.help` has the text. Throws UsageError.
bool parse_command_line(CLI::App& cli, int argc, const char* const* argv, CommonOptions& options);

/// Throws UsageError, unless `known`, which says whether there is such a variant.
void check_variant(const CommonOptions& options, bool known, const std::string& variants);

/// A whole number above 0. Throws UsageError.
int positive(const std::string& option, const std::string& text);

/// The value of --message-delay, in microseconds, as seconds. Throws UsageError.
double read_message_delay(const std::string& text);

/// The value of --kernel: 0 for "compute", or the microseconds of "sleep=`unit`". Throws
/// UsageError.
double read_kernel(const std::string& text, const std::string& unit);

}  // namespace app
