#include "run.hpp"

#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <filesystem>

#include "failure.hpp"
#include "launcher.hpp"
#include "linkage.hpp"
#include "program.hpp"

namespace tidemill::tool {
namespace {

namespace fs = std::filesystem;

std::string in_quotes(std::string const& text) { return "'" + text + "'"; }

bool is_set(char const* variable) { return getenv(variable) != nullptr; }

/// Whether that MPI's launcher started this process, by the variables it leaves in its ranks. Slurm
/// sets PMI_RANK for any MPI, so there it says nothing.
bool is_launched_by(Mpi mpi) {
  if (mpi == Mpi::openmpi) return is_set("OMPI_COMM_WORLD_SIZE");
  return mpi == Mpi::mpich &&
         (is_set("MPI_LOCALNRANKS") || (is_set("PMI_RANK") && !is_set("SLURM_PROCID")));
}

Mpi launcher_mpi() {
  for (auto const mpi : {Mpi::openmpi, Mpi::mpich}) {
    if (is_launched_by(mpi)) return mpi;
  }
  return Mpi::none;
}

/// An MPI whose launcher did not start it begins as a world of one rank, without a word. Told by
/// one rank; not where PMIx is offered, which both MPIs can be built for, nor of the standard's
/// ABI, which any launcher may belong to.
void warn_if_launched_by_another(std::string const& name, Mpi linked) {
  Mpi const launcher = launcher_mpi();
  if (launcher == Mpi::none || linked == Mpi::mpi_abi || is_launched_by(linked)) return;
  if (launcher == Mpi::mpich && is_set("PMIX_RANK")) return;
  char const* const rank = getenv(launcher == Mpi::openmpi ? "OMPI_COMM_WORLD_RANK" : "PMI_RANK");
  if (rank != nullptr && strcmp(rank, "0") != 0) return;
  std::string const theirs(name_of(linked));
  warn(in_quotes(name) + " is linked with " + theirs + ", but started by the launcher of " +
       std::string(name_of(launcher)) + ": each process will be rank 0 of 1, unless " + theirs +
       " was built for that launcher: start it with the mpirun of " + theirs);
}

/// `first` before the entries of the list `variable` already holds, in which it is not repeated.
/// `separators` are those the loader accepts; the result uses the first of them.
std::string with_first(std::vector<std::string> const& first, char const* variable,
                       std::string_view separators) {
  std::string result;
  auto const append = [&](std::string_view entry) {
    if (!result.empty()) result += separators.front();
    result += entry;
  };
  for (auto const& entry : first) append(entry);
  char const* const old = getenv(variable);
  std::string_view rest = old != nullptr ? old : "";
  while (!rest.empty()) {
    auto const end = std::min(rest.find_first_of(separators), rest.size());
    auto const entry = rest.substr(0, end);
    rest.remove_prefix(std::min(end + 1, rest.size()));
    bool ours = entry.empty();
    for (auto const& mine : first) ours = ours || entry == mine;
    if (!ours) append(entry);
  }
  return result;
}

void warn_if_out_of_reach(Program const& program, std::string const& name) {
  if (program.kind == ProgramKind::static_elf) {
    warn(in_quotes(name) + " is statically linked and cannot be served: link it without -static");
  } else if (program.kind == ProgramKind::foreign_elf) {
    warn(in_quotes(name) + " is " + program.foreign +
         " and runs without Tidemill, if at all: build it for this machine's 64-bit processor");
  } else if (gains_privileges(program.path)) {
    warn(in_quotes(name) +
         " is set-uid, set-gid or has file capabilities: the dynamic loader ignores Tidemill's "
         "libraries; start a copy without those rights");
  }
}

/// Whether the preloaded libraries come into it.
bool is_within_reach(Program const& program) {
  return program.kind != ProgramKind::static_elf && program.kind != ProgramKind::foreign_elf &&
         !gains_privileges(program.path);
}

Failure missing_layer(Prefix const& prefix, Mpi mpi, std::string const& reason) {
  std::string const name(name_of(mpi));
  std::string const how = mpi == Mpi::mpi_abi
                              ? "with -DTIDEMILL_EXTRA_MPIS=" + name + "=/path/of/mpicc_abi"
                              : "where mpicc." + name + " is found";
  return Failure(kExitFailure, reason + ", but " + in_quotes(prefix.layer(mpi)) +
                                   " is missing: build Tidemill " + how +
                                   " (docs/install.md), or give --mpi none");
}

/// The layer to preload, and a note why.
Mpi choose_layer(RunOptions const& options, Prefix const& prefix, Program const& program,
                 std::vector<std::string>& notes) {
  auto const& name = options.command.front();
  Mpi const linked = linked_mpi(program);
  if (options.mpi) {
    if (linked != Mpi::none && *options.mpi != Mpi::none && linked != *options.mpi) {
      throw Failure(kExitUsage, "--mpi " + std::string(name_of(*options.mpi)) + ": " +
                                    in_quotes(name) + " is linked with " +
                                    std::string(name_of(linked)) + ": leave --mpi out");
    }
    if (*options.mpi != Mpi::none && !prefix.has_layer(*options.mpi)) {
      throw missing_layer(prefix, *options.mpi,
                          "--mpi " + std::string(name_of(*options.mpi)) + " is asked for");
    }
    notes.push_back("MPI layer: " + std::string(name_of(*options.mpi)) + " (--mpi)");
    return *options.mpi;
  }
  if (linked != Mpi::none) {
    if (!prefix.has_layer(linked)) {
      throw missing_layer(prefix, linked,
                          in_quotes(name) + " is linked with " + std::string(name_of(linked)));
    }
    warn_if_launched_by_another(name, linked);
    notes.push_back("MPI layer: " + std::string(name_of(linked)) + " (linked with it)");
    return linked;
  }
  // A script, interpreter or wrapper: it may start or load the MPI its launcher belongs to.
  Mpi const launcher = launcher_mpi();
  if (launcher != Mpi::none && !prefix.has_layer(launcher)) {
    warn(in_quotes(name) + " was started by " + std::string(name_of(launcher)) +
         "'s launcher, but " + in_quotes(prefix.layer(launcher)) +
         " is missing: blocking MPI calls will hold their thread");
    return Mpi::none;
  }
  notes.push_back("MPI layer: " + std::string(name_of(launcher)) +
                  (launcher == Mpi::none ? " (not linked with MPI)" : " (its launcher's)"));
  return launcher;
}

bool is_ours(LoadedLibrary const& library, Prefix const& prefix) {
  std::error_code error;
  return fs::equivalent(library.file, prefix.compat(library.name), error);
}

std::string note_of_runtime(LoadedLibrary const& library, Prefix const& prefix) {
  // Of the name of what is preloaded: the loader looks for no other file.
  if (is_tidemill(library.name)) return "linked with " + library.name + ", Tidemill itself";
  if (is_ours(library, prefix)) return library.name + " is Tidemill";
  if (library.file.empty()) return library.name + " is not found";
  // An RPATH, or a name with a slash, goes before LD_LIBRARY_PATH; nothing before LD_PRELOAD.
  return library.name + " is " + library.file +
         " by the program's run path: it stays idle, as Tidemill is preloaded and answers first";
}

/// For --verbose: which OpenMP runtimes the program asks for by name, and what it gets.
void note_openmp_runtimes(Program const& program, Prefix const& prefix,
                          std::string const& library_path, std::vector<std::string>& notes) {
  // libtidemill.so.0 is preloaded, and found nowhere by a program without a run path.
  auto const libraries = loaded_libraries(program, library_path + ':' + prefix.library_folder());
  // Who asks for one of our names gets libtidemill.so.0 with it, and needs to be told once.
  bool const by_our_names = std::any_of(libraries.begin(), libraries.end(),
                                        [&](auto const& l) { return is_ours(l, prefix); });
  bool any = false;
  for (auto const& library : libraries) {
    if (!is_openmp_runtime(library.name) && (by_our_names || !is_tidemill(library.name))) continue;
    any = true;
    notes.push_back("OpenMP: " + note_of_runtime(library, prefix));
  }
  if (any) return;
  if (program.kind == ProgramKind::dynamic_elf && libraries.empty()) {
    notes.emplace_back("OpenMP: the loader does not tell the program's libraries: try ldd");
    return;
  }
  notes.emplace_back(
      "OpenMP: the program is not linked with a runtime; what it loads later "
      "meets Tidemill first, as it is preloaded");
}

/// The name of a runtime by which the program, and tools that look for runtimes by their file's
/// name, are served best. One only: such tools warn where they find two. What the process asks for
/// by another name is found by LD_LIBRARY_PATH.
std::string_view expected_runtime(Program const& program) {
  for (auto const name : kCompatNames) {
    auto const stem = name.substr(0, name.find('.'));
    for (auto const& needed : program.needed) {
      if (is_openmp_runtime(needed) && needed.starts_with(stem)) return name;
    }
  }
  return kCompatNames.front();  // as Python's wheels and most of Linux's libraries have it
}

bool is_this_command(std::string const& path, Prefix const& prefix) {
  std::error_code error;
  return fs::equivalent(path, prefix.command(), error);
}

std::string base_name(std::string const& path) { return fs::path(path).filename().string(); }

/// `tidemill run` with the options the user gave, to go before the program of each rank.
std::vector<std::string> rank_prefix(RunOptions const& options, Prefix const& prefix) {
  std::vector<std::string> words{prefix.command(), "run"};
  if (options.task_aware) words.emplace_back("--task-aware");
  if (options.migrate) words.emplace_back("--migrate");
  if (options.stats)
    words.push_back(options.stats->empty() ? "--stats" : "--stats=" + *options.stats);
  if (!options.policy.empty()) {
    words.emplace_back("--policy");
    words.emplace_back(options.policy);
  }
  if (options.verbose) words.emplace_back("--verbose");
  if (options.mpi) {
    words.emplace_back("--mpi");
    words.emplace_back(name_of(*options.mpi));
  }
  words.emplace_back("--");
  return words;
}

LaunchPlan plan_launcher(RunOptions const& options, Prefix const& prefix, LauncherFamily family,
                         std::string launcher) {
  // A program that is `tidemill` itself puts the libraries in front by itself; it counts as linked
  // with MPI so that it is found where a rank's program would be.
  ProgramOracle const oracle{
      .is_program = [](auto const& word, auto const& folder) { return is_program(word, folder); },
      .is_linked_with_mpi =
          [&prefix](auto const& word, auto const& folder) {
            auto const path = resolve_program(word, folder);
            return is_this_command(path, prefix) || linked_mpi(inspect_program(path)) != Mpi::none;
          },
  };
  auto rewritten = rewrite_launcher(family, options.command, rank_prefix(options, prefix), oracle);
  if (rewritten.left_sections > 0 && options.command.size() > 1) {
    std::string absent;
    for (auto const& word : rewritten.absent) {
      absent += (absent.empty() ? " (" : ", ") + in_quotes(word);
    }
    if (!absent.empty()) absent += " cannot be started)";
    warn("no program found in " + std::to_string(rewritten.left_sections) + " section(s) of '" +
         options.command.front() + " ...'" + absent +
         ", passed on unchanged: write 'tidemill run --' before the program");
  }
  LaunchPlan plan;
  plan.path = std::move(launcher);
  plan.words = std::move(rewritten.words);
  plan.notes.push_back("launcher " + in_quotes(plan.path) + ": 'tidemill run' put before " +
                       std::to_string(rewritten.programs) + " program(s)");
  return plan;
}

void append_shell_word(std::string& line, std::string const& word) {
  static constexpr std::string_view kPlain =
      "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-+=./:,@%";
  if (!line.empty()) line += ' ';
  if (!word.empty() && word.find_first_not_of(kPlain) == std::string::npos) {
    line += word;
    return;
  }
  line += '\'';
  for (char const c : word) {
    if (c == '\'') {
      line += "'\\''";
    } else {
      line += c;
    }
  }
  line += '\'';
}

}  // namespace

LaunchPlan plan_run(RunOptions const& options, Prefix const& prefix) {
  prefix.check_runtime();
  auto const& name = options.command.front();
  auto path = resolve_program(name);
  std::error_code error;
  auto const real = fs::canonical(path, error);
  if (auto const family = launcher_family(base_name(name), real.filename().string())) {
    return plan_launcher(options, prefix, *family, std::move(path));
  }
  LaunchPlan plan;
  plan.path = std::move(path);
  plan.words = options.command;
  if (options.task_aware) plan.variables.emplace_back("TIDEMILL_TASK_AWARE", "1");
  if (options.migrate) plan.variables.emplace_back("TIDEMILL_MIGRATE", "1");
  if (options.stats) {
    plan.variables.emplace_back("TIDEMILL_STATS", options.stats->empty() ? "1" : *options.stats);
  }
  if (!options.policy.empty()) plan.variables.emplace_back("TIDEMILL_POLICY", options.policy);
  if (options.verbose) plan.variables.emplace_back("TIDEMILL_SERVED", "1");
  if (is_this_command(plan.path, prefix)) return plan;

  Program const program = inspect_program(plan.path);
  warn_if_out_of_reach(program, name);
  if (program.kind == ProgramKind::foreign_elf) return plan;
  // libtidemill.so by itself, too: a program linked with it asks for it before the other is read.
  std::vector<std::string> libraries{prefix.runtime(), prefix.compat(expected_runtime(program))};
  Mpi const layer = choose_layer(options, prefix, program, plan.notes);
  // The layer first: its MPI_* functions must be met before any other's.
  if (layer != Mpi::none) libraries.insert(libraries.begin(), prefix.layer(layer));
  auto library_path = with_first({prefix.compat_folder()}, "LD_LIBRARY_PATH", ":;");
  if (!is_within_reach(program)) {
    plan.notes = {"nothing of Tidemill comes into the program itself"};
  } else if (options.verbose) {
    note_openmp_runtimes(program, prefix, library_path, plan.notes);
  }
  plan.variables.emplace_back("LD_LIBRARY_PATH", std::move(library_path));
  plan.variables.emplace_back("LD_PRELOAD", with_first(libraries, "LD_PRELOAD", ": "));
  return plan;
}

std::string to_shell(LaunchPlan const& plan) {
  std::string line;
  if (!plan.variables.empty()) line = "env";
  for (auto const& [name, value] : plan.variables) {
    std::string assignment = name;
    append_shell_word(line, assignment.append("=").append(value));
  }
  for (auto const& word : plan.words) append_shell_word(line, word);
  return line;
}

void start(LaunchPlan const& plan) {
  for (auto const& [name, value] : plan.variables) setenv(name.c_str(), value.c_str(), 1);
  std::vector<char*> arguments;
  for (auto const& word : plan.words) arguments.push_back(const_cast<char*>(word.c_str()));
  arguments.push_back(nullptr);
  auto const path = plan.path.find('/') == std::string::npos ? "./" + plan.path : plan.path;
  execv(path.c_str(), arguments.data());
  int error = errno;
  // Other errors are not the file's.
  bool const of_the_file =
      error == ENOEXEC || error == ENOENT || error == EIO || error == EINVAL || error == ELIBBAD;
  std::string remedy = of_the_file ? what_is_wrong_with_elf(path) : "";
  // Like a shell, execvp hands a script without `#!` to /bin/sh; it would a program as well.
  if (error == ENOEXEC && remedy.empty()) {
    execvp(path.c_str(), arguments.data());
    error = errno;
  }
  if (error == ENOENT) {
    remedy = remedy.empty() ? "check the interpreter on its first line"
                            : "the dynamic loader that it names is not here";
  }
  throw Failure(error == ENOENT ? kExitNotFound : kExitNotExecutable,
                in_quotes(plan.words.front()) + " cannot be started: " + strerror(error) +
                    (remedy.empty() ? "" : ": " + remedy));
}

}  // namespace tidemill::tool
