#include "command_line.hpp"

#include <CLI/CLI.hpp>
#include <string_view>

#include "error.hpp"
#include "numbers.hpp"

namespace app {

CommandLine::CommandLine(const std::string& description, const std::string& name)
    : cli_(std::make_unique<CLI::App>(description, name)) {}

CommandLine::~CommandLine() = default;

void CommandLine::add_option(const std::string& name, std::string& value, const std::string& help,
                             const std::string& kind) {
  cli_->add_option(name, value, help)->type_name(kind);
}

void CommandLine::add_flag(const std::string& name, bool& value, const std::string& help) {
  cli_->add_flag(name, value, help);
}

bool CommandLine::parse(int argc, const char* const* argv, CommonOptions& options) {
  try {
    cli_->parse(argc, argv);
  } catch (const CLI::CallForHelp&) {
    options.help = cli_->help();
    return false;
  } catch (const CLI::ParseError& error) {
    throw UsageError(std::string(error.what()) + "; see " + cli_->get_name() + " --help");
  }
  return true;
}

void add_common_options(CommandLine& cli, CommonOptions& options, const std::string& variants,
                        const std::string& picture) {
  cli.add_option("VARIANT", options.variant, "one of " + variants);
  cli.add_flag("--check", options.check, "compare the result with serial, bit by bit");
  add_output_options(cli, options, picture);
}

void add_output_options(CommandLine& cli, CommonOptions& options, const std::string& picture) {
  cli.add_option("--png", options.png, "write a picture of the " + picture, "FILE");
  cli.add_option("--json", options.json, "write what was measured", "FILE");
  cli.add_flag("--quiet", options.quiet, "print errors only");
  cli.add_flag("--progress", options.progress, "show progress even where stderr is no terminal");
}

void check_variant(const CommonOptions& options, bool known, const std::string& variants) {
  if (options.variant.empty()) throw UsageError("no variant given: use one of " + variants);
  if (!known) {
    throw UsageError("unknown variant '" + options.variant + "': use one of " + variants);
  }
}

int positive(const std::string& option, const std::string& text) {
  int value = 0;
  if (!read_number(text, value) || value < 1) {
    throw UsageError(option + " " + text + ": not a whole number from 1 to 2147483647; give e.g. " +
                     option + " 100");
  }
  return value;
}

double read_message_delay(const std::string& text) {
  double us = 0;
  if (!read_number(text, us) || !(us >= 0) || !(us <= 1e7)) {
    throw UsageError("--message-delay " + text +
                     ": not a number of microseconds from 0 to 1e7; give e.g. --message-delay 200");
  }
  return us * 1e-6;
}

double read_kernel(const std::string& text, const std::string& unit) {
  constexpr std::string_view prefix = "sleep=";
  if (text == "compute") return 0;
  double us = 0;
  if (!text.starts_with(prefix) || !read_number(std::string_view(text).substr(prefix.size()), us) ||
      !(us > 0) || !(us <= 1e9)) {
    throw UsageError("--kernel " + text + ": neither 'compute' nor 'sleep=" + unit + "' with 0 < " +
                     unit + " <= 1e9; give e.g. --kernel sleep=2000");
  }
  return us;
}

}  // namespace app
