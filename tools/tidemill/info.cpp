#include "info.hpp"

#include <sched.h>
#include <unistd.h>

#include <algorithm>
#include <filesystem>
#include <iomanip>
#include <ostream>
#include <string_view>
#include <vector>

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
    if (text.starts_with("TIDEMILL_") || text.starts_with("OMP_")) found.emplace_back(text);
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

}  // namespace

void print_info(std::ostream& out, Prefix const& prefix) {
  print_line(out, "version", TIDEMILL_VERSION);
  print_line(out, "prefix", prefix.folder());
  print_line(out, "runtime", or_missing(prefix.runtime()));
  print_line(out, "ABI", "GNU: " + or_missing(prefix.compat_folder() + "/libgomp.so.1"));
  bool any = false;
  for (auto const mpi : kMpiLayers) {
    if (!prefix.has_layer(mpi)) continue;
    print_line(out, "MPI layer", std::string(name_of(mpi)) + ": " + prefix.layer(mpi));
    any = true;
  }
  if (!any) print_line(out, "MPI layer", "none");
  print_line(out, "processors", std::to_string(available_processors()) + " available");
  auto const variables = our_variables();
  for (auto const& variable : variables) print_line(out, "environment", variable);
  if (variables.empty()) print_line(out, "environment", "no TIDEMILL_* or OMP_* variable is set");
}

}  // namespace tidemill::tool
