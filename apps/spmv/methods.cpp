#include "methods.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>

namespace spmv {

double start_value(int row) {
  // Mixed bits: numbers without a pattern that the matrix might favour.
  const std::uint32_t bits = static_cast<std::uint32_t>(row) * 2654435761U;
  return 0.5 + static_cast<double>(bits ^ (bits >> 15)) / 4294967296.0;
}

void touch_first(System& system, const Step& step) {
  step([&](int part) {
    system.fill(part);
    const std::span<double> mine = system.vector(x, part);
    for (std::size_t r = 0; r < mine.size(); ++r) mine[r] = start_value(system.rows(part)[r]);
  });
}

void multiply_often(System& system, app::Progress& progress, int times, const Step& step) {
  for (int k = 0; k < times; ++k) {
    step([&](int part) {
      system.multiply(x, y, part);
      progress.add(system.nonzeros_of(part));
    });
  }
}

void make_right_side(System& system, const Step& step) {
  step([&](int part) { system.multiply(x, right_side, part); });
}

namespace {

/// A sum of each part's own, added up in the order of the parts.
class Sums {
 public:
  explicit Sums(int parts) : of_part_(parts) {}
  double& operator[](int part) { return of_part_[part].value; }
  double total() const {
    double sum = 0;
    for (const Slot& slot : of_part_) sum += slot.value;
    return sum;
  }

 private:
  struct alignas(64) Slot {
    double value = 0;
  };
  std::vector<Slot> of_part_;
};

double dot(std::span<const double> a, std::span<const double> b) {
  double sum = 0;
  for (std::size_t r = 0; r < a.size(); ++r) sum += a[r] * b[r];
  return sum;
}

class BiCgStab {
 public:
  BiCgStab(System& system, app::Progress& progress, const Step& step)
      : system_(system),
        progress_(progress),
        step_(step),
        first_(system.parts()),
        second_(system.parts()) {}

  int solve(int limit);

 private:
  bool begin_anew();
  bool iterate();
  void find_image();
  void find_image_of_residual();
  void move(double alpha, double omega);
  void turn(double beta, double omega);
  bool small_enough() const { return square_ <= goal_; }
  void show();

  System& system_;
  app::Progress& progress_;
  const Step& step_;
  Sums first_, second_;
  double goal_ = 0;    ///< square of the residual's norm that is small enough
  double start_ = 0;   ///< of the right side
  double square_ = 0;  ///< of the residual
  double rho_ = 0;     ///< shadow . residual
  std::int64_t shown_ = 0;
};

/// residual = right_side - A x; shadow and direction begin as it. False if it is small enough.
bool BiCgStab::begin_anew() {
  step_([&](int part) {
    system_.multiply(x, image, part);
    const auto b = system_.vector(right_side, part), r = system_.vector(residual, part);
    const auto image_here = system_.vector(image, part);
    for (std::size_t k = 0; k < r.size(); ++k) r[k] = b[k] - image_here[k];
    std::copy(r.begin(), r.end(), system_.vector(shadow, part).begin());
    std::copy(r.begin(), r.end(), system_.vector(direction, part).begin());
    first_[part] = dot(r, r);
  });
  square_ = rho_ = first_.total();
  return !small_enough();
}

/// image = A direction; sums: shadow . image.
void BiCgStab::find_image() {
  step_([&](int part) {
    system_.multiply(direction, image, part);
    first_[part] = dot(system_.vector(shadow, part), system_.vector(image, part));
  });
}

/// image_of_residual = A residual; sums: its product with the residual, and with itself.
void BiCgStab::find_image_of_residual() {
  step_([&](int part) {
    system_.multiply(residual, image_of_residual, part);
    const auto t = system_.vector(image_of_residual, part);
    first_[part] = dot(t, system_.vector(residual, part));
    second_[part] = dot(t, t);
  });
}

/// x and the residual after both halves of an iteration; sums: the residual's square, and rho.
void BiCgStab::move(double alpha, double omega) {
  step_([&](int part) {
    const auto solution = system_.vector(x, part), r = system_.vector(residual, part);
    const auto p = system_.vector(direction, part), t = system_.vector(image_of_residual, part);
    for (std::size_t k = 0; k < r.size(); ++k) {
      solution[k] += alpha * p[k] + omega * r[k];
      r[k] -= omega * t[k];
    }
    first_[part] = dot(r, r);
    second_[part] = dot(system_.vector(shadow, part), r);
  });
}

void BiCgStab::turn(double beta, double omega) {
  step_([&](int part) {
    const auto p = system_.vector(direction, part), r = system_.vector(residual, part);
    const auto v = system_.vector(image, part);
    for (std::size_t k = 0; k < p.size(); ++k) p[k] = r[k] + beta * (p[k] - omega * v[k]);
  });
}

/// False if it broke down: some divisor is 0, or not a number.
bool BiCgStab::iterate() {
  find_image();
  const double alpha = rho_ / first_.total();
  if (!std::isfinite(alpha) || alpha == 0) return false;
  step_([&](int part) {
    const auto r = system_.vector(residual, part), v = system_.vector(image, part);
    for (std::size_t k = 0; k < r.size(); ++k) r[k] -= alpha * v[k];
  });
  find_image_of_residual();
  const double square_of_image = second_.total();
  const double omega = square_of_image > 0 ? first_.total() / square_of_image : 0;
  move(alpha, omega);
  square_ = first_.total();
  const double rho = second_.total(), beta = rho / rho_ * (alpha / omega);
  if (small_enough()) return true;
  if (!std::isfinite(beta) || beta == 0) return false;
  rho_ = rho;
  turn(beta, omega);
  return true;
}

/// Progress is how many of the residual's digits are done.
void BiCgStab::show() {
  const double share = std::log(square_ / start_) / std::log(goal_ / start_);
  if (!(share > 0)) return;  // also if it is no number
  const auto now = static_cast<std::int64_t>(1000 * std::min(share, 1.0));
  if (now > shown_) progress_.add(now - shown_);
  shown_ = std::max(shown_, now);
}

int BiCgStab::solve(int limit) {
  step_([&](int part) {
    const auto solution = system_.vector(x, part), b = system_.vector(right_side, part);
    std::fill(solution.begin(), solution.end(), 0.0);
    first_[part] = dot(b, b);
  });
  start_ = first_.total();
  // Half of what is wanted: recomputing it adds up in another order.
  goal_ = start_ * (wanted_residual / 2) * (wanted_residual / 2);
  int done = 0;
  while (done < limit && begin_anew()) {
    const int before = done;
    while (done < limit) {
      ++done;
      const bool goes_on = iterate();
      show();
      if (!goes_on || small_enough()) break;
    }
    // Broken down at once, from the true residual: it would again.
    if (done == before + 1 && !small_enough()) break;
  }
  return done;
}

}  // namespace

int solve_bicgstab(System& system, app::Progress& progress, int limit, const Step& step) {
  return BiCgStab(system, progress, step).solve(limit);
}

}  // namespace spmv
