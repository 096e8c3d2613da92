#include "spectral.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>

namespace ifsker {
namespace {

constexpr double pi = std::numbers::pi;

/// Radians a step: two jets, and the trade winds between them the other way.
double wind(double place) {
  return 0.02 * std::pow(std::sin(2 * pi * place), 2) - 0.008 * std::sin(pi * place);
}

/// The decay of the first wave in a step.
constexpr double diffusion = 2e-6;

/// Sums side by side, in an order that is the same everywhere: one chain of additions would take
/// longer than the transforms.
constexpr int lanes = 8;
using Lanes = std::array<double, lanes>;

double total(const Lanes& sum) {
  return ((sum[0] + sum[4]) + (sum[2] + sum[6])) + ((sum[1] + sum[5]) + (sum[3] + sum[7]));
}

double sum_of_squares(const double* x, int count) {
  Lanes sum{};
  int i = 0;
  for (; i + lanes <= count; i += lanes) {
    for (int lane = 0; lane < lanes; ++lane) sum[lane] += x[i + lane] * x[i + lane];
  }
  double rest = 0;
  for (; i < count; ++i) rest += x[i] * x[i];
  return total(sum) + rest;
}

/// The sum over all coefficients, those left out as the conjugates of others included, of the
/// squares of their absolute values.
double spectral_sum_of_squares(const double* c, int waves, int cols) {
  double once = c[0] * c[0] + c[1] * c[1];
  if (cols % 2 == 0 && waves > 1) {
    const double* last = c + 2 * (waves - 1);
    once += last[0] * last[0] + last[1] * last[1];
  }
  return 2 * sum_of_squares(c, 2 * waves) - once;
}

double relative_difference(double a, double b) {
  const double larger = std::max(std::abs(a), std::abs(b));
  // Not a number is no equality, either.
  if (std::isnan(larger) || std::isinf(larger)) return HUGE_VAL;
  return larger > 0 ? std::abs(a - b) / larger : 0;
}

}  // namespace

void Sums::add(const Sums& other) {
  mass += other.mass;
  energy += other.energy;
  parseval_error = std::max(parseval_error, other.parseval_error);
}

Spectral::Spectral(const Shape& shape, int first_row, int rows, int threads)
    : cols_(shape.cols),
      waves_(shape.cols / 2 + 1),
      factors_(static_cast<std::size_t>(rows) * 2 * waves_),
      scratch_stride_(round_up(2 * std::ptrdiff_t{waves_}) + alignment_doubles),
      scratch_(static_cast<std::size_t>(threads) * scratch_stride_) {
  Doubles cells(static_cast<std::size_t>(round_up(cols_)));
  auto* waves = reinterpret_cast<fftw_complex*>(coefficients(0));
  forward_ = fftw_plan_dft_r2c_1d(cols_, cells.data(), waves, FFTW_ESTIMATE | FFTW_PRESERVE_INPUT);
  backward_ = fftw_plan_dft_c2r_1d(cols_, waves, cells.data(), FFTW_ESTIMATE);
  double* factor = factors_.data();
  for (int i = 0; i < rows; ++i) {
    const double angle = wind((first_row + i + 0.5) / shape.rows);
    for (int m = 0; m < waves_; ++m) {
      const double size = std::exp(-diffusion * m * m) / cols_;
      *factor++ = size * std::cos(m * angle);
      // The first and, of an even number of cells, the last coefficient are real.
      *factor++ = m == 0 || 2 * m == cols_ ? 0 : -size * std::sin(m * angle);
    }
  }
}

Spectral::~Spectral() {
  fftw_destroy_plan(forward_);
  fftw_destroy_plan(backward_);
}

Sums Spectral::advance(double* cells, int row, int thread) const {
  double* c = coefficients(thread);
  auto* waves = reinterpret_cast<fftw_complex*>(c);
  const double before = sum_of_squares(cells, cols_);
  fftw_execute_dft_r2c(forward_, cells, waves);
  const double transformed = spectral_sum_of_squares(c, waves_, cols_) / cols_;
  const double* factor = factors_.data() + static_cast<std::size_t>(row) * 2 * waves_;
  for (int m = 0; m < 2 * waves_; m += 2) {
    const double real = c[m] * factor[m] - c[m + 1] * factor[m + 1];
    const double imaginary = c[m] * factor[m + 1] + c[m + 1] * factor[m];
    c[m] = real;
    c[m + 1] = imaginary;
  }
  const double advanced = spectral_sum_of_squares(c, waves_, cols_) * cols_;
  const double mass = c[0] * cols_;
  fftw_execute_dft_c2r(backward_, waves, cells);
  const double after = sum_of_squares(cells, cols_);
  return {mass, 0.5 * after,
          std::max(relative_difference(before, transformed), relative_difference(advanced, after))};
}

}  // namespace ifsker
