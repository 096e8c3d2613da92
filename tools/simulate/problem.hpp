// What the driver can be asked for: one file each, and a line of main.cpp's table.
#pragma once

#include <string_view>
#include <vector>

#include "core/policy/policy.hpp"

namespace tidemill::simulate {

/// A word that should be something else. main() prints it in one line.
struct BadInput {
  std::string_view what;  // "ROWS"
  double value;
  std::string_view wanted;
};

struct Request {
  std::vector<double> numbers;
  const core::Policy& policy;
  bool marks = false;  // a priority for the tasks that send
};

struct Problem {
  std::string_view name;
  std::string_view arguments;  // for the usage
  std::size_t least, most;     // so many numbers
  void (*run)(const Request& request);
};

extern const Problem kHeat;
extern const Problem kCholesky;

/// `value` as a whole number of at least 1, or BadInput.
int count_of(std::string_view what, double value);
/// `value` if it is not negative, or BadInput.
double time_of(std::string_view what, double value);
/// BadInput if `value`, so many of something, would be more than memory holds or anyone waits for.
void check_size(std::string_view what, double value);

}  // namespace tidemill::simulate
