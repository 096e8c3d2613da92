#include "problem.hpp"

#include <algorithm>
#include <cmath>

namespace heat {
namespace {

double image_temperature(const Image& image, double y, double x) {
  const int row = std::clamp(static_cast<int>(y * image.rows), 0, image.rows - 1);
  const int col = std::clamp(static_cast<int>(x * image.cols), 0, image.cols - 1);
  return image.grey[static_cast<std::size_t>(row) * image.cols + col] * (100.0 / 255.0);
}

double warmth(const Problem& problem, double y, double x) {
  const double longer = std::max(problem.rows, problem.cols);
  double sum = 0;
  for (const Source& source : problem.sources) {
    const double dx = (x - source.x) * problem.cols / longer;
    const double dy = (y - source.y) * problem.rows / longer;
    const double distance = std::sqrt(dx * dx + dy * dy);
    if (distance < source.range) sum += source.temperature * (1 - distance / source.range);
  }
  return sum;
}

}  // namespace

double Problem::initial_temperature(int row, int col) const {
  const double y = (row + 0.5) / rows;
  const double x = (col + 0.5) / cols;
  // Outside the picture the nearest pixel goes on: an edge that is warm stays warm.
  if (image) return image_temperature(*image, y, x);
  const double base = row < 0       ? boundary.top
                      : row >= rows ? boundary.bottom
                      : col < 0     ? boundary.left
                      : col >= cols ? boundary.right
                                    : background;
  return base + warmth(*this, y, x);
}

Problem default_problem() {
  Problem problem;
  problem.sources = {{0.0, 0.3, 0.5, 100}, {0.7, 1.0, 0.4, 80}, {0.6, 0.35, 0.25, 60}};
  return problem;
}

}  // namespace heat
