#include "problem.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>
#include <numeric>

namespace ifsker {
namespace {

constexpr double pi = std::numbers::pi;

/// One wave of the analytic field: amplitude * envelope(row) * cos(number * longitude + phase).
struct Wave {
  int number;
  double amplitude;  ///< kelvin
  int half_waves;    ///< of the envelope, from pole to pole
  double phase;
};

/// A planet that is warm at the equator, with a few long waves and shorter ones on them.
constexpr std::array<Wave, 5> waves{{{1, 6.0, 1, 0.4},
                                     {2, 3.0, 2, 1.9},
                                     {4, 4.0, 3, 0.0},
                                     {6, 3.5, 2, 2.6},
                                     {highest_wave, 2.5, 4, 1.1}}};

/// 0 at the northern wall, 1 at the southern one.
double place_of(const Shape& shape, int row) { return (row + 0.5) / shape.rows; }

double zonal_mean(const Shape& shape, int level, int row) {
  return 255 - 2.0 * level + 30 * std::sin(pi * place_of(shape, row));
}

double amplitude(const Shape& shape, const Wave& wave, int row) {
  return wave.amplitude * std::sin(wave.half_waves * pi * place_of(shape, row));
}

/// Levels differ by where the waves begin.
double phase(const Wave& wave, int level) { return wave.phase + 0.7 * level; }

}  // namespace

std::string Shape::text() const {
  return std::to_string(levels) + "x" + std::to_string(rows) + "x" + std::to_string(cols);
}

Shape shape_of(std::int64_t points) {
  Shape best;
  if (points % default_levels != 0) return best;
  const std::int64_t plane = points / default_levels;
  const auto off = [](const Shape& s) { return std::abs(std::log(0.5 * s.cols / s.rows)); };
  for (std::int64_t rows = 1; rows * rows <= plane; ++rows) {
    if (plane % rows != 0 || plane / rows > 4 * rows) continue;
    const Shape here{default_levels, static_cast<int>(rows), static_cast<int>(plane / rows)};
    const int shared = std::gcd(here.rows, here.cols);
    const int best_shared = best.levels ? std::gcd(best.rows, best.cols) : 0;
    if (shared > best_shared || (shared == best_shared && off(here) < off(best))) best = here;
  }
  return best;
}

double Problem::initial(int level, int row, int col) const {
  if (!input.empty()) {
    return input[(static_cast<std::size_t>(level) * shape.rows + row) * shape.cols + col];
  }
  const double longitude = 2 * pi * col / shape.cols;
  double sum = zonal_mean(shape, level, row);
  for (const Wave& wave : waves) {
    sum += amplitude(shape, wave, row) * std::cos(wave.number * longitude + phase(wave, level));
  }
  return sum;
}

Problem make_problem(Shape shape, int steps, std::vector<double> input) {
  Problem problem{shape, steps, std::move(input), 1};
  double low = -1, high = 1;  // of the analytic field's waves, in the order of kelvins
  if (!problem.input.empty()) {
    const auto [least, most] = std::minmax_element(problem.input.begin(), problem.input.end());
    low = *least, high = *most;
  }
  if (high > low) problem.front = 0.05 * (high - low);
  return problem;
}

std::complex<double> analytic_coefficient(const Shape& shape, int level, int row, int m) {
  if (m == 0) return shape.cols * zonal_mean(shape, level, row);
  std::complex<double> sum;
  for (const Wave& wave : waves) {
    if (wave.number == m) {
      sum += std::polar(0.5 * shape.cols * amplitude(shape, wave, row), phase(wave, level));
    }
  }
  return sum;
}

std::vector<double> resample(const std::vector<double>& field, const Shape& from, const Shape& to) {
  if (from == to) return field;
  std::vector<double> result;
  result.reserve(static_cast<std::size_t>(to.points()));
  for (int level = 0; level < to.levels; ++level) {
    const auto source = static_cast<std::size_t>(std::int64_t{level} * from.levels / to.levels);
    const double* plane = field.data() + source * from.rows * from.cols;
    for (int row = 0; row < to.rows; ++row) {
      const double y = std::clamp((row + 0.5) * from.rows / to.rows - 0.5, 0.0, from.rows - 1.0);
      const int above = std::min(static_cast<int>(y), std::max(0, from.rows - 2));
      const double* upper = plane + static_cast<std::size_t>(above) * from.cols;
      const double* lower = from.rows > 1 ? upper + from.cols : upper;
      for (int col = 0; col < to.cols; ++col) {
        const double x = static_cast<double>(col) * from.cols / to.cols;
        const int left = static_cast<int>(x), right = (left + 1) % from.cols;
        const double north = std::lerp(upper[left], upper[right], x - left);
        const double south = std::lerp(lower[left], lower[right], x - left);
        result.push_back(std::lerp(north, south, y - above));
      }
    }
  }
  return result;
}

}  // namespace ifsker
