// The `tidemill` command: reads its words, hands them to a subcommand, and turns a Failure into
// one line and an exit status. A program of its own rather than a script, because each of many
// thousand ranks starts it once.

#include <CLI/CLI.hpp>
#include <algorithm>
#include <charconv>
#include <cstdio>
#include <iostream>
#include <memory>

#include "core/policy/policy.hpp"
#include "failure.hpp"
#include "info.hpp"
#include "prefix.hpp"
#include "process_info.hpp"
#include "run.hpp"

namespace {

using namespace tidemill::tool;

/// The index in `words` at which the command to run begins: after `--`, or at the first word that
/// is neither an option of `run` nor an option's value. What follows is the command's own business.
std::size_t command_begin(CLI::App const& run, std::vector<std::string> const& words,
                          std::size_t first) {
  for (std::size_t i = first; i < words.size(); ++i) {
    auto const& word = words[i];
    if (word == "--" || !word.starts_with('-')) return i;
    auto const* const option = run.get_option_no_throw(word);
    if (option != nullptr && option->get_items_expected_max() > 0) ++i;
  }
  return words.size();
}

/// CLI11 takes `--migrate=0` for `--migrate`.
void refuse_values_of_flags(CLI::App const& run, std::vector<std::string> const& words) {
  for (auto const& word : words) {
    auto const equals = word.find('=');
    if (equals == std::string::npos) continue;
    auto const name = word.substr(0, equals);
    auto const* const option = run.get_option_no_throw(name);
    if (option == nullptr || option->get_items_expected_max() > 0 || name == "--stats") continue;
    throw Failure(kExitUsage,
                  "run: '" + word + "': " + name + " takes no value: give it, or leave it out");
  }
}

/// What CLI11 says of a bad value; empty: it is a policy's name.
std::string refuse_policy(std::string const& name) {
  using tidemill::core::all_policies;
  if (tidemill::core::find_policy(name) != nullptr) return {};
  std::string choices;
  for (auto const* const policy : all_policies()) {
    if (!policy->for_tests) choices += (choices.empty() ? "" : ", ") + std::string(policy->name);
  }
  return "'" + name + "' is no policy: use one of " + choices;
}

/// Likewise; empty: `--mpi` knows it.
std::string refuse_mpi(std::string const& name) {
  for (std::string_view const known : {"auto", "openmpi", "mpich", "mpi_abi", "none"}) {
    if (name == known) return {};
  }
  return "'" + name + "' is no layer: use one of auto, openmpi, mpich, mpi_abi, none";
}

/// What CLI11 says of a bad value; empty: it can be a process's number.
std::string refuse_pid(std::string const& text) {
  int pid = 0;
  auto const* const end = text.data() + text.size();
  auto const read = std::from_chars(text.data(), end, pid);
  if (read.ec == std::errc{} && read.ptr == end && pid > 0) return {};
  return "'" + text + "' is no process id: give a number, as `ps` prints it";
}

/// CLI11's own errors ("1 required NAME missing") in our words. What our validators say stays.
std::string in_our_words(CLI::App const& app, CLI::Error const& error) {
  std::string const said = error.what();
  std::string const name = said.substr(0, said.find(':'));
  // By the code: CLI11's name of an error is sometimes that of the program.
  auto const is = [&](CLI::ExitCodes code) {
    return error.get_exit_code() == static_cast<int>(code);
  };
  if (is(CLI::ExitCodes::ExtrasError)) {
    auto const word = app.remaining(true).front();
    return "'" + word + "' " + (word.starts_with('-') ? "is no option" : "is one word too many");
  }
  if (!is(CLI::ExitCodes::ArgumentMismatch)) return said;
  for (auto const* const subcommand : app.get_subcommands()) {
    auto const* const option = subcommand->get_option_no_throw(name);
    if (option == nullptr || option->count() < 2) continue;
    return name + " is given " + std::to_string(option->count()) + " times: give it once";
  }
  return name + ": its value is missing";
}

/// CLI11 shows what `--stats` counts as without a value: `--stats{1}`. And it doesn't know of the
/// command behind the options.
class HelpFormatter : public CLI::Formatter {
 public:
  std::string make_option_name(CLI::Option const* option, bool is_positional) const override {
    auto name = CLI::Formatter::make_option_name(option, is_positional);
    constexpr std::string_view kAlone = "{1}";
    if (auto const at = name.find(kAlone); at != std::string::npos) {
      name.replace(at, kAlone.size(), "[=FILE.json]");
    }
    return name;
  }
  std::string make_usage(CLI::App const* app, std::string name) const override {
    auto usage = CLI::Formatter::make_usage(app, std::move(name));
    auto const at = usage.find("[OPTIONS]");
    if (app->get_name() == "run" && at != std::string::npos) {
      usage.insert(at + std::string_view("[OPTIONS]").size(), " [--] COMMAND [ARGUMENT]...");
    }
    return usage;
  }
};

struct Cli {
  CLI::App app{"Tidemill: an OpenMP runtime with suspendable tasks, and task-aware MPI",
               "tidemill"};
  CLI::App* run = nullptr;
  CLI::App* info = nullptr;
  CLI::App* help = nullptr;
  RunOptions options;
  std::string mpi = "auto";
  std::string stats;  // empty: not given; 1: without a file
  std::string topic;
  int pid = 0;

  Cli() {
    app.set_version_flag("--version", "tidemill " TIDEMILL_VERSION);
    app.set_help_flag("-h,--help", "Print this help and exit");
    app.require_subcommand(0, 1);
    app.formatter(std::make_shared<HelpFormatter>());
    app.failure_message([](CLI::App const* whole, CLI::Error const& error) {
      return "tidemill: " + in_our_words(*whole, error) + ": see 'tidemill help'\n";
    });
    run = app.add_subcommand("run", "Start a command with Tidemill in front of its libraries");
    run->footer(
        "After the options, or after `--`: the program to start with its arguments, or an MPI\n"
        "launcher (mpirun, mpiexec, srun, ...) with its options and the program.");
    run->add_flag("--task-aware", options.task_aware,
                  "Take a request for MPI_THREAD_MULTIPLE as one for MPI_TASK_MULTIPLE");
    run->add_flag("--migrate", options.migrate, "Let every suspended task resume on any thread");
    run->add_flag("--stats{1}", stats,
                  "Print where the threads' time went, at the end; --stats=FILE.json: write it "
                  "there, too");
    run->add_option("--policy", options.policy,
                    "Which ready task runs next: fifo (the first created), messages (what passes "
                    "messages, then as fifo), ready or lifo (the first, the last that became "
                    "ready), sa or fa (what leads to tasks that are marked, or that send), ga "
                    "(what the ranks together need first). By default fa where MPI is "
                    "task-aware, else fifo")
        ->type_name("NAME")
        ->check(CLI::Validator(refuse_policy, ""));
    run->add_option("--mpi", mpi,
                    "The task-aware layer: auto (that of the MPI the program is "
                    "linked with), openmpi, mpich, mpi_abi, none")
        ->type_name("NAME")
        ->check(CLI::Validator(refuse_mpi, ""));
    run->add_flag("-v,--verbose", options.verbose, "Say on stderr what is chosen and started");
    run->add_flag("--print", options.print, "Print the command line and stop");
    info = app.add_subcommand("info", "Say what is installed and what the environment sets");
    info->add_option("--pid", pid, "Say which libraries this running process has, instead")
        ->type_name("N")
        ->check(CLI::Validator(refuse_pid, ""));
    help = app.add_subcommand("help", "Print this help, or that of a subcommand");
    help->add_option("SUBCOMMAND", topic, "run or info");
  }
};

/// What --stats names; empty: no file.
std::string stats_file(std::string const& value) {
  std::string_view constexpr kEnd = ".json";
  if (value == "1") return "";
  if (value.size() <= kEnd.size() || !value.ends_with(kEnd)) {
    throw Failure(kExitUsage, "run: '--stats=" + value +
                                  "': give the name of a file that ends in .json, or none");
  }
  return value;
}

int run_command(Cli& cli) {
  auto& options = cli.options;
  if (options.command.empty()) {
    throw Failure(kExitUsage, "run: no command given: tidemill run [OPTIONS] -- COMMAND");
  }
  if (cli.mpi == "none") options.mpi = Mpi::none;
  for (auto const mpi : kMpiLayers) {
    if (cli.mpi == name_of(mpi)) options.mpi = mpi;
  }
  if (!cli.stats.empty()) options.stats = stats_file(cli.stats);
  auto const plan = plan_run(options, Prefix::of_this_program());
  if (options.verbose) {
    for (auto const& note : plan.notes) std::fprintf(stderr, "tidemill: %s\n", note.c_str());
    std::fprintf(stderr, "tidemill: %s\n", to_shell(plan).c_str());
  }
  if (options.print) {
    std::cout << to_shell(plan) << '\n';
    return 0;
  }
  start(plan);
}

int print_help(Cli const& cli) {
  if (cli.topic.empty()) {
    // App::help would be that of `help`, the subcommand that was given.
    std::cout << cli.app.get_formatter()->make_help(&cli.app, cli.app.get_name(),
                                                    CLI::AppFormatMode::Normal)
              << '\n'
              << cli.run->help("tidemill");
    return 0;
  }
  CLI::App const* const subcommand =
      cli.topic == "run" ? cli.run : (cli.topic == "info" ? cli.info : nullptr);
  if (subcommand == nullptr) {
    throw Failure(kExitUsage, "help: '" + cli.topic + "' is no subcommand: use run or info");
  }
  std::cout << subcommand->help("tidemill");
  return 0;
}

void refuse_other_subcommands(std::vector<std::string> const& words) {
  if (words.empty() || words[0].starts_with('-')) return;
  for (auto const* const known : {"run", "info", "help"}) {
    if (words[0] == known) return;
  }
  throw Failure(kExitUsage, "'" + words[0] +
                                "' is no subcommand: use run, info or help; a program is started "
                                "by 'tidemill run -- PROGRAM'");
}

int dispatch(int argc, char** argv) {
  Cli cli;
  std::vector<std::string> words(argv + 1, argv + argc);
  if (!words.empty() && words[0] == "run") {
    auto const begin = command_begin(*cli.run, words, 1);
    auto const at = words.begin() + static_cast<std::ptrdiff_t>(begin);
    bool const dashes = begin < words.size() && *at == "--";
    cli.options.command.assign(at + (dashes ? 1 : 0), words.end());
    words.erase(at, words.end());
    refuse_values_of_flags(*cli.run, words);
  }
  refuse_other_subcommands(words);
  try {
    // CLI11 takes the words from the back.
    std::reverse(words.begin(), words.end());
    cli.app.parse(words);
  } catch (CLI::ParseError const& error) {
    return cli.app.exit(error) == 0 ? 0 : kExitUsage;
  }
  if (cli.run->parsed()) return run_command(cli);
  if (cli.info->parsed()) {
    auto const prefix = Prefix::of_this_program();
    if (cli.pid != 0) {
      print_process(std::cout, prefix, cli.pid);
    } else {
      print_info(std::cout, prefix);
    }
    return 0;
  }
  if (cli.help->parsed()) return print_help(cli);
  std::cerr << cli.app.help();
  return kExitUsage;
}

}  // namespace

int main(int argc, char** argv) {
  try {
    int const status = dispatch(argc, argv);
    if (!std::cout.flush()) throw Failure(kExitFailure, "the output cannot be written: disk full?");
    return status;
  } catch (Failure const& failure) {
    std::fprintf(stderr, "tidemill: %s\n", failure.what());
    return failure.status();
  } catch (std::exception const& error) {
    std::fprintf(stderr, "tidemill: %s\n", error.what());
    return kExitFailure;
  }
}
