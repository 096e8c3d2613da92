// `tidemill run -- mpirun … ./a.out`: rewrites a launcher's command line so that each rank starts
// through `tidemill run`, while the launcher itself runs without our libraries. A pure function of
// the words; what it must know about files it asks through ProgramOracle.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace tidemill::tool {

/// Launchers that read the same options.
enum class LauncherFamily { openmpi, hydra, any_mpirun, slurm, aprun, jsrun };

/// The family of the launcher called `name` whose file, links followed, is called `real_name`;
/// nothing when it is no launcher. `mpirun` is a link to, or a wrapper of, either MPI's.
std::optional<LauncherFamily> launcher_family(std::string_view name, std::string_view real_name);

/// What the rewriting asks about a word; `folder` is the launcher's working-folder option, or "".
struct ProgramOracle {
  std::function<bool(std::string const& word, std::string const& folder)> is_program;
  std::function<bool(std::string const& word, std::string const& folder)> is_linked_with_mpi;
};

struct RewrittenCommand {
  std::vector<std::string> words;
  int programs = 0;                 ///< words before which `prefix` was inserted
  int left_sections = 0;            ///< `:`-separated sections in which no program was found
  std::vector<std::string> absent;  ///< of those, the words that stand where it should
};

/// Inserts `prefix` before the program of each `:`-separated section of `command`, whose first
/// word is the launcher. A section's program is its first word that is neither an option nor the
/// value of an option this family is known to have, and that names an executable file. After an
/// option that is not known the next word may be its value: it is taken for the program only if
/// it is linked with MPI, or if no later word of the section is.
RewrittenCommand rewrite_launcher(LauncherFamily family, std::vector<std::string> const& command,
                                  std::vector<std::string> const& prefix,
                                  ProgramOracle const& oracle);

}  // namespace tidemill::tool
