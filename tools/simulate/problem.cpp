#include "problem.hpp"

#include <cmath>

namespace tidemill::simulate {

int count_of(std::string_view what, double value) {
  constexpr double kMost = 1e6;
  if (!(value >= 1 && value <= kMost) || value != std::floor(value))
    throw BadInput{what, value, "a whole number from 1 to 1,000,000"};
  return static_cast<int>(value);
}

double time_of(std::string_view what, double value) {
  if (!(value >= 0) || std::isinf(value)) throw BadInput{what, value, "0 or more"};
  return value;
}

void check_size(std::string_view what, double value) {
  constexpr double kMost = 1e7;
  if (value > kMost) throw BadInput{what, value, "at most 10,000,000"};
}

}  // namespace tidemill::simulate
