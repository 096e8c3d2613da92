#include "problem.hpp"

#include <cmath>
#include <numbers>

namespace jacobi {
namespace {

constexpr double pi = std::numbers::pi;

}  // namespace

double Problem::solution(int row, int col) const {
  const double distance = 1.0 / (size + 1);
  return std::sin(pi * ((row + 1) * distance) * ((col + 1) * distance));
}

double Problem::start(int row, int col) const {
  const double distance = 1.0 / (size + 1);
  const double y = (row + 1) * distance, x = (col + 1) * distance;
  return x * std::sin(pi * y) + y * std::sin(pi * x);
}

double Problem::source(int row, int col) const {
  const double distance = 1.0 / (size + 1);
  const double y = (row + 1) * distance, x = (col + 1) * distance;
  return distance * distance * pi * pi * (x * x + y * y) * std::sin(pi * x * y);
}

}  // namespace jacobi
