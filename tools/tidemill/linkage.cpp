#include "linkage.hpp"

#include <fcntl.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <filesystem>
#include <sstream>

namespace tidemill::tool {
namespace {

/// Our environment without what would put libraries into the loader's answer, or make it print
/// something else. `setting` is NAME=VALUE, which takes the place of ours, or empty.
std::vector<char*> loader_environment(std::string& setting) {
  std::vector<char*> result;
  if (!setting.empty()) result.push_back(setting.data());
  for (char** entry = environ; *entry != nullptr; ++entry) {
    std::string_view const text = *entry;
    if (text.starts_with("LD_PRELOAD=") || text.starts_with("LD_AUDIT=") ||
        text.starts_with("LD_DEBUG=") || text.starts_with("LD_TRACE_") ||
        (!setting.empty() && text.starts_with(setting.substr(0, setting.find('=') + 1)))) {
      continue;
    }
    result.push_back(*entry);
  }
  result.push_back(nullptr);
  return result;
}

std::string read_all(int fd) {
  std::string text;
  std::array<char, 4096> buffer;
  for (;;) {
    ssize_t const got = read(fd, buffer.data(), buffer.size());
    if (got > 0) {
      text.append(buffer.data(), static_cast<std::size_t>(got));
    } else if (got == 0 || errno != EINTR) {
      return text;
    }
  }
}

/// What `LOADER --list PROGRAM` prints, the list ldd shows; empty when the loader cannot be asked.
std::string loader_list(std::string const& interpreter, std::string const& path,
                        std::string setting = "") {
  std::array<int, 2> ends;
  if (pipe2(ends.data(), O_CLOEXEC) != 0) return {};
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_adddup2(&actions, ends[1], STDOUT_FILENO);
  posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, "/dev/null", O_WRONLY, 0);
  // The loader takes a name without a slash for a library to search for.
  std::string file = path.find('/') == std::string::npos ? "./" + path : path;
  std::string loader = interpreter;
  std::string list = "--list";
  std::array<char*, 4> arguments{loader.data(), list.data(), file.data(), nullptr};
  auto environment = loader_environment(setting);
  pid_t child = 0;
  int const error =
      posix_spawn(&child, loader.c_str(), &actions, nullptr, arguments.data(), environment.data());
  posix_spawn_file_actions_destroy(&actions);
  close(ends[1]);
  std::string text;
  if (error == 0) {
    text = read_all(ends[0]);
    while (waitpid(child, nullptr, 0) < 0 && errno == EINTR) {
    }
  }
  close(ends[0]);
  return text;
}

}  // namespace

Mpi linked_mpi(Program const& program) {
  if (program.kind != ProgramKind::dynamic_elf) return Mpi::none;
  // Nearly always the program names its MPI itself: no process is started then, which counts when
  // ten thousand ranks start at once.
  for (auto const& library : program.needed) {
    if (auto const mpi = mpi_of_soname(library)) return *mpi;
  }
  for (auto const& library : loaded_libraries(program)) {
    if (auto const mpi = mpi_of_soname(library.name)) return *mpi;
  }
  return Mpi::none;
}

namespace {

/// Of what the loader's list says.
std::vector<LoadedLibrary> libraries_of(std::string const& list) {
  std::vector<LoadedLibrary> found;
  std::istringstream lines(list);
  for (std::string line; std::getline(lines, line);) {
    std::istringstream words(line);  // "\tlibmpi.so.40 => /usr/lib/libmpi.so.40 (0x…)"
    std::string name, arrow, file;
    words >> name >> arrow >> file;
    found.push_back({name, arrow == "=>" && file.starts_with('/') ? file : ""});
  }
  return found;
}

}  // namespace

std::vector<LoadedLibrary> loaded_libraries(Program const& program,
                                            std::string const& library_path) {
  if (program.kind != ProgramKind::dynamic_elf) return {};
  return libraries_of(loader_list(program.interpreter, program.path,
                                  library_path.empty() ? "" : "LD_LIBRARY_PATH=" + library_path));
}

std::vector<LoadedLibrary> libraries_beneath(std::string const& library) {
  std::error_code unreadable;
  Program const self = inspect_program(std::filesystem::read_symlink("/proc/self/exe", unreadable));
  if (self.kind != ProgramKind::dynamic_elf) return {};
  return libraries_of(loader_list(self.interpreter, self.path, "LD_PRELOAD=" + library));
}

bool is_openmp_runtime(std::string_view soname) {
  for (std::string_view const stem : {"libgomp", "libomp", "libiomp5"}) {
    if (!soname.starts_with(stem)) continue;
    auto const rest = soname.substr(stem.size());
    if (rest.starts_with('.') || rest.starts_with('-')) {
      return rest.find(".so") != std::string_view::npos;
    }
  }
  return false;
}

bool is_tidemill(std::string_view soname) { return soname.starts_with("libtidemill.so"); }

}  // namespace tidemill::tool
