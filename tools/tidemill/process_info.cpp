#include "process_info.hpp"

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <fstream>
#include <iomanip>
#include <ostream>
#include <sstream>
#include <string>
#include <vector>

#include "failure.hpp"
#include "linkage.hpp"
#include "mpi_kind.hpp"
#include "program.hpp"

namespace tidemill::tool {
namespace {

std::string base_name(std::string const& file) { return file.substr(file.rfind('/') + 1); }

std::string in_proc(pid_t pid, char const* name) {
  return "/proc/" + std::to_string(pid) + '/' + name;
}

/// Every file of which something is mapped, once, in the order of its address.
std::vector<std::string> mapped_files(pid_t pid) {
  errno = 0;
  std::ifstream maps(in_proc(pid, "maps"));
  std::vector<std::string> files;
  bool any = false;
  for (std::string line; std::getline(maps, line);) {
    any = true;
    auto const at = line.find('/');
    if (at == std::string::npos) continue;
    auto const file = line.substr(at);
    if (std::find(files.begin(), files.end(), file) == files.end()) files.push_back(file);
  }
  if (!any) {
    bool const absent = !std::ifstream(in_proc(pid, "stat"));
    throw Failure(kExitFailure, absent ? "info: there is no process " + std::to_string(pid)
                                       : "info: process " + std::to_string(pid) +
                                             " may not be looked at: ask as its user or as root");
  }
  return files;
}

/// The value of a variable as the process was started with it.
std::string started_with(pid_t pid, std::string const& variable) {
  std::ifstream environment(in_proc(pid, "environ"));
  for (std::string entry; std::getline(environment, entry, '\0');) {
    if (entry.starts_with(variable + '=')) return entry.substr(variable.size() + 1);
  }
  return {};
}

/// "libmpi.so.40" of the file libmpi.so.40.30.4.
std::string soname_of(std::string const& name) {
  auto const number = name.find(".so.");
  return number == std::string::npos ? name : name.substr(0, name.find('.', number + 4));
}

bool is_filter(std::string const& file) { return file.find("/tidemill/compat/") != file.npos; }

void print_line(std::ostream& out, std::string_view name, std::string const& value) {
  out << std::left << std::setw(12) << name << value << '\n';
}

/// How the program's calls reach Tidemill, if they do.
std::string how_served(pid_t pid, std::vector<std::string> const& files) {
  auto const is_ours = [](std::string const& file) { return is_tidemill(base_name(file)); };
  if (std::none_of(files.begin(), files.end(), is_ours)) {
    return "not in this process: start it by 'tidemill run'";
  }
  std::string const preloaded = started_with(pid, "LD_PRELOAD");
  if (preloaded.find("tidemill") != std::string::npos) {
    return "preloaded: it answers before any other runtime";
  }
  return "by name: it answers who asks for it or for a name below";
}

void print_runtimes(std::ostream& out, std::vector<std::string> const& files) {
  for (auto const& file : files) {
    auto const name = base_name(file);
    if (is_tidemill(name)) print_line(out, "runtime", file);
    if (name.starts_with("libtidemill-mpi-")) print_line(out, "MPI layer", file);
    if (mpi_of_soname(soname_of(name))) print_line(out, "MPI", file);
    if (!is_openmp_runtime(name)) continue;
    print_line(out, "OpenMP", is_filter(file) ? name + " is Tidemill" : file + ", beside Tidemill");
  }
}

void print_callers(std::ostream& out, std::vector<std::string> const& files) {
  for (auto const& file : files) {
    if (is_filter(file) || is_tidemill(base_name(file))) continue;
    for (auto const& needed : inspect_program(file).needed) {
      if (is_openmp_runtime(needed) || is_tidemill(needed)) {
        print_line(out, "asks", file + " for " + needed);
      }
    }
  }
}

}  // namespace

void print_process(std::ostream& out, Prefix const& prefix, pid_t pid) {
  auto const files = mapped_files(pid);
  print_line(out, "process", std::to_string(pid) + ", looked at by " + prefix.command());
  print_line(out, "Tidemill", how_served(pid, files));
  print_runtimes(out, files);
  print_callers(out, files);
}

}  // namespace tidemill::tool
