#include "problem.hpp"

#include <algorithm>
#include <climits>
#include <cmath>
#include <cstdio>
#include <tuple>

#include "common/error.hpp"

namespace cholesky {
namespace {

struct Place {
  int row, col;
  double value;
};

std::string text(const Place& place) {
  char text[96];
  std::snprintf(text, sizeof text, "(%d, %d)", place.row + 1, place.col + 1);
  return text;
}

std::string number(double value) {
  char text[32];
  std::snprintf(text, sizeof text, "%.17g", value);
  return text;
}

bool same(double a, double b) { return a == b || (std::isnan(a) && std::isnan(b)); }

/// The two halves of a pair lie side by side, the lower one first.
std::vector<Place> by_place(const app::MatrixEntries& matrix) {
  std::vector<Place> places(matrix.value.size());
  for (std::size_t n = 0; n < places.size(); ++n) {
    places[n] = {static_cast<int>(matrix.row[n]), static_cast<int>(matrix.col[n]), matrix.value[n]};
  }
  const auto key = [](const Place& p) {
    return std::make_tuple(std::max(p.row, p.col), std::min(p.row, p.col), p.col > p.row);
  };
  std::sort(places.begin(), places.end(),
            [&](const Place& a, const Place& b) { return key(a) < key(b); });
  return places;
}

using Symmetry = app::MatrixEntries::Symmetry;

void check_shape(const std::string& path, const app::MatrixEntries& matrix) {
  if (matrix.symmetry == Symmetry::skew_symmetric) {
    throw app::UsageError(path + ": skew-symmetric; give a symmetric matrix");
  }
  if (matrix.rows != matrix.cols) {
    throw app::UsageError(path + ": " + std::to_string(matrix.rows) + " rows, but " +
                          std::to_string(matrix.cols) +
                          " columns: not square; give a symmetric matrix");
  }
  if (matrix.rows > INT_MAX / 2) {
    throw app::UsageError(path + ": order " + std::to_string(matrix.rows) +
                          " is too large; give a matrix of at most 1073741823 rows");
  }
}

}  // namespace

double Problem::generated_value(std::int64_t row, std::int64_t col) const {
  // splitmix64's finalizer: neighbours have nothing to do with each other.
  std::uint64_t bits = static_cast<std::uint64_t>(row) * static_cast<std::uint64_t>(order_) +
                       static_cast<std::uint64_t>(col) + 1;
  bits *= 0x9e3779b97f4a7c15U;
  bits = (bits ^ (bits >> 30)) * 0xbf58476d1ce4e5b9U;
  bits = (bits ^ (bits >> 27)) * 0x94d049bb133111ebU;
  bits ^= bits >> 31;
  const double random = static_cast<double>(bits >> 11) * 0x1p-52 - 1;
  // More than all others of its row together: positive definite.
  return row == col ? order_ + random : random;
}

std::vector<Entry> lower_triangle(const std::string& path, const app::MatrixEntries& matrix) {
  check_shape(path, matrix);
  const std::vector<Place> places = by_place(matrix);
  const bool symmetric = matrix.symmetry == Symmetry::symmetric;
  std::vector<Entry> lower;
  for (std::size_t n = 0; n < places.size(); ++n) {
    const Place& here = places[n];
    const Place* next = n + 1 < places.size() ? &places[n + 1] : nullptr;
    if (next && next->row == here.row && next->col == here.col) {
      throw app::UsageError(path + ": the value at " + text(here) +
                            " is given twice; leave one of them out");
    }
    if (symmetric && here.row < here.col) {
      throw app::UsageError(path + ": the value at " + text(here) +
                            " is above the diagonal, but the header says symmetric; give the lower "
                            "triangle alone, or the header general");
    }
    if (symmetric || here.row == here.col) {
      lower.push_back({here.row, here.col, here.value});
      continue;
    }
    const bool pair = next && next->row == here.col && next->col == here.row;
    const double mirrored = pair ? next->value : 0;
    if (!same(here.value, mirrored)) {
      throw app::UsageError(path + ": not symmetric: " + number(here.value) + " at " + text(here) +
                            ", but " + number(mirrored) + " at " + text({here.col, here.row, 0}) +
                            "; give a symmetric matrix");
    }
    if (pair) {
      lower.push_back({here.row, here.col, here.value});
      ++n;
    }
  }
  return lower;
}

}  // namespace cholesky
