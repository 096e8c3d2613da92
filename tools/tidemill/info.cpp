#include "info.hpp"

#include <sched.h>
#include <unistd.h>

#include <algorithm>
#include <filesystem>
#include <iomanip>
#include <ostream>
#include <sstream>
#include <string_view>
#include <tuple>
#include <vector>

#include "linkage.hpp"
#include "runtime_probe.hpp"

namespace tidemill::tool {
namespace {

namespace fs = std::filesystem;

/// Processors this process may run on, which is what a team's default size comes from.
int available_processors() {
  // The kernel refuses a mask smaller than its own; grow until it fits.
  for (int bits = 1024; bits <= 1 << 20; bits *= 2) {
    cpu_set_t* const set = CPU_ALLOC(static_cast<std::size_t>(bits));
    if (set == nullptr) return 1;
    auto const size = CPU_ALLOC_SIZE(static_cast<std::size_t>(bits));
    int const count = sched_getaffinity(0, size, set) == 0 ? CPU_COUNT_S(size, set) : 0;
    CPU_FREE(set);
    if (count > 0) return count;
  }
  return 1;
}

std::vector<std::string> our_variables() {
  std::vector<std::string> found;
  for (char** entry = environ; *entry != nullptr; ++entry) {
    std::string_view const text = *entry;
    for (std::string_view const ours : {"TIDEMILL_", "OMP_", "KMP_", "GOMP_"}) {
      if (text.starts_with(ours)) found.emplace_back(text);
    }
  }
  std::sort(found.begin(), found.end());
  return found;
}

void print_line(std::ostream& out, std::string_view name, std::string_view value) {
  out << std::left << std::setw(12) << name << value << '\n';
}

std::string or_missing(std::string const& file) {
  std::error_code error;
  return fs::exists(file, error) ? file : file + " (missing)";
}

void print_abis(std::ostream& out, Prefix const& prefix) {
  auto const line = [&](std::string_view abi, std::string_view name) {
    print_line(out, "ABI", std::string(abi) + ": " + or_missing(prefix.compat(name)));
  };
  line("GNU (gcc, gfortran)", kCompatNames[0]);
  line("LLVM (clang, flang)", kCompatNames[1]);
  line("Intel (icx, ifx, MKL)", kCompatNames[2]);
}

/// The file of the MPI library that a layer stands on here, or why there is none.
std::string mpi_beneath(std::string const& layer) {
  for (auto const& [name, file] : libraries_beneath(layer)) {
    if (mpi_of_soname(name)) return file.empty() ? name + ", not found here" : file;
  }
  return "no MPI library";
}

void print_layers(std::ostream& out, Prefix const& prefix) {
  bool any = false;
  for (auto const mpi : kMpiLayers) {
    if (!prefix.has_layer(mpi)) continue;
    auto const layer = prefix.layer(mpi);
    print_line(out, "MPI layer", std::string(name_of(mpi)) + ": " + layer);
    print_line(out, "", "  on " + mpi_beneath(layer));
    any = true;
  }
  if (!any) print_line(out, "MPI layer", "none");
}

/// As the runtime sees it: what the inherited mask leaves of the machine.
void print_topology(std::ostream& out, Prefix const& prefix) {
  std::string line;
  for (auto const& [kind, one, more] : {std::tuple{"sockets", "socket", "sockets"},
                                        {"numa_domains", "NUMA node", "NUMA nodes"},
                                        {"cores", "core", "cores"},
                                        {"threads", "hardware thread", "hardware threads"}}) {
    auto const count = count_places(prefix, kind);
    if (!count) continue;
    if (!line.empty()) line += ", ";
    line += std::to_string(*count) + ' ' + (*count == 1 ? one : more);
  }
  if (!line.empty()) print_line(out, "topology", line + " to run on");
}

/// The block of omp_display_env, without the lines that mark its ends.
void print_settings(std::ostream& out, Prefix const& prefix) {
  std::istringstream lines(effective_settings(prefix));
  bool any = false;
  for (std::string line; std::getline(lines, line);) {
    if (line.starts_with("OPENMP DISPLAY ENVIRONMENT")) continue;
    if (!any) out << "settings\n";
    any = true;
    out << (line.starts_with(' ') ? "" : "  ") << line << '\n';
  }
  if (!any) print_line(out, "settings", "unknown: the runtime does not tell");
  out << layer_settings(prefix);
}

}  // namespace

void print_info(std::ostream& out, Prefix const& prefix) {
  print_line(out, "version", TIDEMILL_VERSION);
  print_line(out, "prefix", prefix.folder());
  print_line(out, "runtime", or_missing(prefix.runtime()));
  print_abis(out, prefix);
  print_layers(out, prefix);
  print_line(out, "processors", std::to_string(available_processors()) + " available");
  auto const variables = our_variables();
  for (auto const& variable : variables) print_line(out, "environment", variable);
  if (variables.empty()) print_line(out, "environment", "no variable of OpenMP or Tidemill is set");
  if (auto const why = why_not_loadable(prefix); !why.empty()) {
    print_line(out, "", "the runtime cannot be loaded: " + why);
    return;
  }
  print_topology(out, prefix);
  print_settings(out, prefix);
}

}  // namespace tidemill::tool
