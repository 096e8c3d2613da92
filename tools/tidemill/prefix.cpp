#include "prefix.hpp"

#include <filesystem>
#include <system_error>
#include <vector>

#include "failure.hpp"

namespace tidemill::tool {
namespace fs = std::filesystem;

Prefix Prefix::of_this_program() {
  std::error_code error;
  auto const self = fs::read_symlink("/proc/self/exe", error);
  if (error) {
    throw Failure(kExitFailure,
                  "/proc/self/exe cannot be read (" + error.message() + "): mount /proc");
  }
  return Prefix(self.parent_path().parent_path().string());
}

std::string Prefix::layer(Mpi mpi) const {
  return library_folder() + "/libtidemill-mpi-" + std::string(name_of(mpi)) + ".so";
}

bool Prefix::has_layer(Mpi mpi) const {
  std::error_code error;
  return fs::exists(layer(mpi), error);
}

void Prefix::check_runtime() const {
  // LD_PRELOAD is split at spaces and colons, LD_LIBRARY_PATH at colons and semicolons.
  if (auto const at = folder_.find_first_of(" :;"); at != std::string::npos) {
    throw Failure(kExitFailure, "the dynamic loader takes no '" + folder_.substr(at, 1) + "' in '" +
                                    folder_ +
                                    "': install or build Tidemill in a folder without it");
  }
  std::vector<std::string> files{runtime()};
  for (auto const name : kCompatNames) files.push_back(compat(name));
  for (auto const& file : files) {
    std::error_code error;
    if (!fs::exists(file, error)) {
      throw Failure(kExitFailure, "'" + file +
                                      "' is missing: build all of Tidemill (scripts/build) or "
                                      "install it again (cmake --install)");
    }
  }
}

}  // namespace tidemill::tool
