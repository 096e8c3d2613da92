// What is measured of every solve, with MPI or without.
#pragma once

#include <optional>
#include <string>

namespace app {

struct Figures {
  std::string application;
  std::string variant;
  int threads = 1;
  double seconds = 0;
  double computing = 0;                 ///< seconds inside compute tasks, of all threads together
  double updates = 0;                   ///< of cells or, where there are none, what replaces them
  std::optional<bool> equal_to_serial;  ///< only with --check

  double updates_per_second() const { return seconds > 0 ? updates / seconds : 0; }
};

}  // namespace app
