#include "launcher.hpp"

#include <algorithm>
#include <array>

#include "launcher_options.hpp"

namespace tidemill::tool {
namespace {

struct Found {
  std::size_t program;      ///< its index, or the section's end
  std::string absent = {};  ///< the word that stands where it should and names none
};

/// The program of the section words [begin, end).
Found find_program(LauncherFamily family, std::vector<std::string> const& words, std::size_t begin,
                   std::size_t end, ProgramOracle const& oracle) {
  std::string folder, absent;
  bool after_unknown_option = false;
  std::size_t doubtful = end;  // may be an unknown option's value: the program if nothing better is
  for (std::size_t i = begin; i < end; ++i) {
    auto const& word = words[i];
    if (word.size() > 1 && word.starts_with('-') && doubtful == end) {
      auto const option = launcher_option(family, word);
      after_unknown_option = !option;
      if (!option) continue;
      if (option->working_folder && i + 1 < end) folder = words[i + 1];
      i += static_cast<std::size_t>(option->values);
      continue;
    }
    bool const surely_no_value = !after_unknown_option && doubtful == end;
    after_unknown_option = false;
    if (!oracle.is_program(word, folder)) {
      if (surely_no_value && absent.empty()) absent = word;
      continue;
    }
    if (surely_no_value || oracle.is_linked_with_mpi(word, folder)) return {i};
    if (doubtful == end) doubtful = i;
  }
  return {doubtful, absent};
}

}  // namespace

std::optional<LauncherFamily> launcher_family(std::string_view name, std::string_view real_name) {
  static constexpr std::array<std::string_view, 4> kOpenMpiNames{"orterun", "prterun", "prun",
                                                                 "orte-submit"};
  auto const is_openmpi = [](std::string_view candidate) {
    return candidate.ends_with(".openmpi") ||
           std::find(kOpenMpiNames.begin(), kOpenMpiNames.end(), candidate) != kOpenMpiNames.end();
  };
  auto const is_hydra = [](std::string_view candidate) {
    return candidate.ends_with(".mpich") || candidate.ends_with(".hydra");
  };
  bool const mpirun = name.starts_with("mpirun") || name.starts_with("mpiexec");
  if (name == "srun") return LauncherFamily::slurm;
  if (name == "aprun") return LauncherFamily::aprun;
  if (name == "jsrun") return LauncherFamily::jsrun;
  if (is_openmpi(name) && (mpirun || name.find('.') == std::string_view::npos)) {
    return LauncherFamily::openmpi;
  }
  bool const known =
      name == "mpirun" || name == "mpiexec" || (mpirun && (is_openmpi(name) || is_hydra(name)));
  if (!known) return std::nullopt;
  // The link's target tells more than the name it was called by.
  if (is_openmpi(real_name)) return LauncherFamily::openmpi;
  if (is_hydra(real_name) || is_hydra(name)) return LauncherFamily::hydra;
  return LauncherFamily::any_mpirun;
}

RewrittenCommand rewrite_launcher(LauncherFamily family, std::vector<std::string> const& command,
                                  std::vector<std::string> const& prefix,
                                  ProgramOracle const& oracle) {
  RewrittenCommand result;
  result.words.push_back(command.front());
  for (std::size_t begin = 1; begin < command.size();) {
    auto const colon =
        std::find(command.begin() + static_cast<std::ptrdiff_t>(begin), command.end(), ":");
    auto const end = static_cast<std::size_t>(colon - command.begin());
    auto const [program, absent] = find_program(family, command, begin, end, oracle);
    for (std::size_t i = begin; i < end; ++i) {
      if (i == program) result.words.insert(result.words.end(), prefix.begin(), prefix.end());
      result.words.push_back(command[i]);
    }
    program < end ? ++result.programs : ++result.left_sections;
    if (program == end && !absent.empty()) result.absent.push_back(absent);
    if (end < command.size()) result.words.push_back(command[end]);
    begin = end + 1;
  }
  return result;
}

}  // namespace tidemill::tool
