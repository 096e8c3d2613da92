// How command lines are read. Options are read as text and converted here, so that every message
// names the value and the remedy in one line. Reading them needs no MPI: every rank sees the same
// arguments and comes to the same result.
#pragma once

#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "options.hpp"

namespace CLI {
class App;
class ParseError;
}  // namespace CLI

namespace app {

/// The options of an application. CLI11 reads them; only one source includes it, because its
/// headers take longer to compile than most applications.
class CommandLine {
 public:
  CommandLine(const std::string& description, const std::string& name);
  ~CommandLine();

  /// `kind` is what --help calls the value.
  void add_option(const std::string& name, std::string& value, const std::string& help,
                  const std::string& kind = "TEXT");
  void add_flag(const std::string& name, bool& value, const std::string& help);

  /// False if --help was asked for: `options.help` has the text. Throws UsageError.
  bool parse(int argc, const char* const* argv, CommonOptions& options);

 private:
  void refuse_values_of_flags(int argc, const char* const* argv) const;
  void refuse_empty_values() const;
  std::string in_our_words(const CLI::ParseError& error) const;

  std::unique_ptr<CLI::App> cli_;
  std::vector<std::pair<std::string, const std::string*>> valued_;  // by name: options' values
};

/// `variants` names them all; `picture` says what the picture shows.
void add_common_options(CommandLine& cli, CommonOptions& options, const std::string& variants,
                        const std::string& picture);

/// Of these, --png, --json, --quiet and --progress alone: for an application that has no VARIANT.
void add_output_options(CommandLine& cli, CommonOptions& options, const std::string& picture);

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
