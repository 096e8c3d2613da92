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
  if (name.starts_with("--")) valued_.emplace_back(name, &value);
}

void CommandLine::add_flag(const std::string& name, bool& value, const std::string& help) {
  cli_->add_flag(name, value, help);
}

/// CLI11 takes `--check=false` for an option left out, and `--check=1` for one given.
void CommandLine::refuse_values_of_flags(int argc, const char* const* argv) const {
  for (int n = 1; n < argc; ++n) {
    const std::string word = argv[n];
    const std::string name = word.substr(0, word.find('='));
    if (name.size() == word.size()) continue;
    const CLI::Option* option = cli_->get_option_no_throw(name);
    if (!option || option->get_items_expected_max() > 0) continue;
    throw UsageError(word + ": " + name + " takes no value; give it, or leave it out");
  }
}

/// A script's variable that is not set: not what leaving the option out means.
void CommandLine::refuse_empty_values() const {
  for (const auto& [name, value] : valued_) {
    if (value->empty() && cli_->count(name) > 0) {
      throw UsageError(name + ": its value is empty; give one, or leave the option out");
    }
  }
}

/// CLI11's own errors ("1 required ROWSxCOLS missing") in our words.
std::string CommandLine::in_our_words(const CLI::ParseError& error) const {
  const std::string said = error.what();
  const std::string name = said.substr(0, said.find(':'));
  // By the code: CLI11's name of an error is sometimes that of the program.
  const auto is = [&](CLI::ExitCodes code) {
    return error.get_exit_code() == static_cast<int>(code);
  };
  if (is(CLI::ExitCodes::ExtrasError)) {
    const std::string word = cli_->remaining().front();
    return "'" + word + "' " + (word.starts_with('-') ? "is no option" : "is one word too many");
  }
  const CLI::Option* option = cli_->get_option_no_throw(name);
  if (!option || !is(CLI::ExitCodes::ArgumentMismatch)) return said;
  if (option->count() < 2) return name + ": its value is missing: " + option->get_type_name();
  return name + " is given " + std::to_string(option->count()) + " times: give it once";
}

bool CommandLine::parse(int argc, const char* const* argv, CommonOptions& options) {
  refuse_values_of_flags(argc, argv);
  try {
    cli_->parse(argc, argv);
  } catch (const CLI::CallForHelp&) {
    options.help = cli_->help();
    return false;
  } catch (const CLI::ParseError& error) {
    throw UsageError(in_our_words(error) + "; see " + cli_->get_name() + " --help");
  }
  refuse_empty_values();
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
