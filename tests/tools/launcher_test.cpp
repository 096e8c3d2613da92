// rewrite_launcher as a pure function: which word of a launcher's command line is the program.

#include "launcher.hpp"

#include <gtest/gtest.h>

#include <set>
#include <sstream>

#include "launcher_options.hpp"
#include "mpi_kind.hpp"

namespace tidemill::tool {
namespace {

/// The world of these tests: names starting with './' or '/' and these commands are programs;
/// those whose name contains "mpi" are linked with MPI. `cat` and `node` are traps: values of
/// options that are also programs.
ProgramOracle world() {
  static std::set<std::string> const commands{"python3", "cat", "node", "valgrind", "sh"};
  return {
      .is_program =
          [](auto const& word, auto const& folder) {
            if (word == "./only_in_work") return folder == "/work";
            return word.starts_with("./") || word.starts_with("/bin/") || commands.contains(word);
          },
      .is_linked_with_mpi = [](auto const& word,
                               auto const&) { return word.find("mpi") != std::string::npos; },
  };
}

std::vector<std::string> words_of(std::string const& line) {
  std::istringstream in(line);
  std::vector<std::string> words;
  for (std::string word; in >> word;) words.push_back(word);
  return words;
}

/// The rewritten line, with T for the inserted words.
std::string rewrite(LauncherFamily family, std::string const& line) {
  std::string result;
  for (auto const& word : rewrite_launcher(family, words_of(line), {"T"}, world()).words) {
    result += (result.empty() ? "" : " ") + word;
  }
  return result;
}

TEST(Rewrite, first_word_that_is_no_option_is_the_program) {
  EXPECT_EQ(rewrite(LauncherFamily::openmpi, "mpirun ./mpi_a"), "mpirun T ./mpi_a");
  EXPECT_EQ(rewrite(LauncherFamily::openmpi, "mpirun -n 2 ./mpi_a x ./mpi_b"),
            "mpirun -n 2 T ./mpi_a x ./mpi_b");
  EXPECT_EQ(rewrite(LauncherFamily::hydra, "mpiexec -n 2 python3 ./solve.py -n 3"),
            "mpiexec -n 2 T python3 ./solve.py -n 3");
}

TEST(Rewrite, values_of_known_options_are_no_programs) {
  EXPECT_EQ(rewrite(LauncherFamily::openmpi,
                    "mpirun --map-by node --mca btl cat -x cat --host cat -np 2 ./mpi_a"),
            "mpirun --map-by node --mca btl cat -x cat --host cat -np 2 T ./mpi_a");
  EXPECT_EQ(rewrite(LauncherFamily::hydra,
                    "mpiexec -genv cat cat -f cat -ppn 2 -bind-to node -env A cat ./mpi_a"),
            "mpiexec -genv cat cat -f cat -ppn 2 -bind-to node -env A cat T ./mpi_a");
  EXPECT_EQ(rewrite(LauncherFamily::any_mpirun, "mpirun -ppn 2 --mca a cat -hosts cat python3 s"),
            "mpirun -ppn 2 --mca a cat -hosts cat T python3 s");
  EXPECT_EQ(rewrite(LauncherFamily::slurm, "srun -n 4 -N2 --mpi=pmix -p cat ./mpi_a"),
            "srun -n 4 -N2 --mpi=pmix -p cat T ./mpi_a");
}

TEST(Rewrite, the_same_letter_means_different_things_to_different_launchers) {
  EXPECT_EQ(rewrite(LauncherFamily::openmpi, "mpirun -s ./mpi_a"), "mpirun -s T ./mpi_a");
  EXPECT_EQ(rewrite(LauncherFamily::hydra, "mpiexec -s cat ./mpi_a"), "mpiexec -s cat T ./mpi_a");
}

TEST(Rewrite, a_wrapper_is_the_program_and_its_argument_is_not) {
  EXPECT_EQ(rewrite(LauncherFamily::openmpi, "mpirun -n 2 valgrind -q ./mpi_a"),
            "mpirun -n 2 T valgrind -q ./mpi_a");
}

TEST(Rewrite, after_an_unknown_option_the_program_is_the_one_linked_with_mpi) {
  EXPECT_EQ(rewrite(LauncherFamily::openmpi, "mpirun --novel cat ./mpi_a"),
            "mpirun --novel cat T ./mpi_a");
  EXPECT_EQ(rewrite(LauncherFamily::openmpi, "mpirun --novel ./mpi_a cat"),
            "mpirun --novel T ./mpi_a cat");
  EXPECT_EQ(rewrite(LauncherFamily::openmpi, "mpirun --novel python3 ./solve.py -x"),
            "mpirun --novel T python3 ./solve.py -x");
  EXPECT_EQ(rewrite(LauncherFamily::openmpi, "mpirun --novel=cat python3 ./s.py"),
            "mpirun --novel=cat T python3 ./s.py");
}

TEST(Rewrite, every_section_of_an_mpmd_line) {
  EXPECT_EQ(rewrite(LauncherFamily::openmpi, "mpirun -n 1 ./mpi_a : -n 2 ./mpi_b c : ./d"),
            "mpirun -n 1 T ./mpi_a : -n 2 T ./mpi_b c : T ./d");
  auto const result = rewrite_launcher(
      LauncherFamily::openmpi, words_of("mpirun -n 1 ./mpi_a : -n 2 absent"), {"T"}, world());
  EXPECT_EQ(result.programs, 1);
  EXPECT_EQ(result.left_sections, 1);
}

TEST(Rewrite, relative_programs_are_seen_from_the_working_folder_option) {
  EXPECT_EQ(rewrite(LauncherFamily::hydra, "mpiexec -wdir /work ./only_in_work"),
            "mpiexec -wdir /work T ./only_in_work");
  EXPECT_EQ(rewrite(LauncherFamily::openmpi, "mpirun ./only_in_work"), "mpirun ./only_in_work");
}

TEST(Rewrite, a_line_without_program_stays_as_it_is) {
  EXPECT_EQ(rewrite(LauncherFamily::openmpi, "mpirun --version"), "mpirun --version");
  EXPECT_EQ(rewrite(LauncherFamily::openmpi, "mpirun"), "mpirun");
  EXPECT_EQ(rewrite(LauncherFamily::openmpi, "mpirun -n"), "mpirun -n");
}

TEST(Family, is_told_by_the_name_and_where_its_link_leads) {
  EXPECT_EQ(launcher_family("mpirun", "orterun"), LauncherFamily::openmpi);
  EXPECT_EQ(launcher_family("mpirun", "mpiexec.hydra"), LauncherFamily::hydra);
  EXPECT_EQ(launcher_family("mpiexec", "mpiexec"), LauncherFamily::any_mpirun);
  EXPECT_EQ(launcher_family("mpirun.openmpi", "orterun"), LauncherFamily::openmpi);
  EXPECT_EQ(launcher_family("mpiexec.mpich", "mpiexec.hydra"), LauncherFamily::hydra);
  EXPECT_EQ(launcher_family("orterun", "orterun"), LauncherFamily::openmpi);
  EXPECT_EQ(launcher_family("prterun", "prterun"), LauncherFamily::openmpi);
  EXPECT_EQ(launcher_family("srun", "srun"), LauncherFamily::slurm);
  EXPECT_EQ(launcher_family("aprun", "aprun"), LauncherFamily::aprun);
  EXPECT_EQ(launcher_family("jsrun", "jsrun"), LauncherFamily::jsrun);
}

TEST(Family, programs_are_no_launchers) {
  EXPECT_EQ(launcher_family("a.out", "a.out"), std::nullopt);
  EXPECT_EQ(launcher_family("mpirun_wrapper.sh", "mpirun_wrapper.sh"), std::nullopt);
  EXPECT_EQ(launcher_family("solver.mpich", "solver.mpich"), std::nullopt);
  EXPECT_EQ(launcher_family("solver.openmpi", "solver.openmpi"), std::nullopt);
}

TEST(Soname, tells_the_mpi) {
  EXPECT_EQ(mpi_of_soname("libmpi.so.40"), Mpi::openmpi);
  EXPECT_EQ(mpi_of_soname("libmpich.so.12"), Mpi::mpich);
  EXPECT_EQ(mpi_of_soname("libmpi.so.12"), Mpi::mpich);
  EXPECT_EQ(mpi_of_soname("libmpi_abi.so.1"), Mpi::mpi_abi);
  EXPECT_EQ(mpi_of_soname("libmpi_cxx.so.40"), std::nullopt);
  EXPECT_EQ(mpi_of_soname("libc.so.6"), std::nullopt);
}

}  // namespace
}  // namespace tidemill::tool
