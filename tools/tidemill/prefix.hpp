// The installation this command belongs to. `bin/` and `lib/` of a build folder mirror the
// installed prefix, so both are found alike, and a moved prefix keeps working.
#pragma once

#include <array>
#include <string>
#include <string_view>

#include "mpi_kind.hpp"

namespace tidemill::tool {

/// The names under which existing programs ask for a runtime: GCC's, Clang's, Intel's.
inline constexpr std::array<std::string_view, 3> kCompatNames{"libgomp.so.1", "libomp.so.5",
                                                              "libiomp5.so"};

class Prefix {
 public:
  /// From where this very program lies: PREFIX/bin/tidemill. Throws Failure when it cannot know.
  static Prefix of_this_program();

  explicit Prefix(std::string folder) : folder_(std::move(folder)) {}

  std::string const& folder() const noexcept { return folder_; }
  std::string command() const { return folder_ + "/bin/tidemill"; }
  std::string library_folder() const { return folder_ + "/lib"; }
  /// Holds the names other runtimes' libraries have, all of them links to ours.
  std::string compat_folder() const { return folder_ + "/lib/tidemill/compat"; }
  std::string runtime() const { return folder_ + "/lib/libtidemill.so"; }
  std::string compat(std::string_view name) const {
    return compat_folder() + '/' + std::string(name);
  }
  std::string layer(Mpi mpi) const;
  bool has_layer(Mpi mpi) const;

  /// Throws Failure naming the first file that is missing, or the character of the path that the
  /// loader's lists cannot hold.
  void check_runtime() const;

 private:
  std::string folder_;
};

}  // namespace tidemill::tool
