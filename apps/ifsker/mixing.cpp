#include "mixing.hpp"

#include <algorithm>
#include <array>

namespace ifsker {
namespace {

constexpr int substeps = 4;
constexpr double diffusivity = 0.2;  // cells squared in a substep; stable below 0.5

/// Columns mixed side by side: what came from the row above stays in the nearest cache.
constexpr int strip = 128;

void substep(double* cells, int rows, int cols, std::ptrdiff_t stride, double inverse_front) {
  std::array<double, strip> from_above{};
  for (int i = 0; i + 1 < rows; ++i) {
    double* here = cells + i * stride;
    const double* below = here + stride;
    for (int j = 0; j < cols; ++j) {
      const double difference = below[j] - here[j];
      const double steepness = difference * inverse_front;
      const double flux = diffusivity * difference / (1 + steepness * steepness);
      here[j] += flux - from_above[j];
      from_above[j] = flux;
    }
  }
  double* last = cells + (rows - 1) * stride;
  for (int j = 0; j < cols; ++j) last[j] -= from_above[j];
}

}  // namespace

void mix_meridians(double* cells, int rows, int cols, std::ptrdiff_t stride, double front) {
  for (int first = 0; first < cols; first += strip) {
    const int count = std::min(strip, cols - first);
    for (int k = 0; k < substeps; ++k) substep(cells + first, rows, count, stride, 1 / front);
  }
}

}  // namespace ifsker
