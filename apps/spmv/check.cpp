#include "check.hpp"

#include <cmath>

#include "common/bits.hpp"
#include "methods.hpp"

namespace spmv {

std::optional<Difference> first_difference(const std::vector<double>& serial,
                                           const std::vector<double>& here) {
  const int rows = static_cast<int>(serial.size());
  const int row = app::first_difference(serial.data(), here.data(), rows);
  if (row == rows) return std::nullopt;
  return Difference{row, serial[row], here[row]};
}

std::vector<double> serial_product(const Matrix& matrix) {
  std::vector<double> start(matrix.rows), product(matrix.rows);
  for (int i = 0; i < matrix.rows; ++i) start[i] = start_value(i);
  multiply(matrix, start.data(), product.data());
  return product;
}

double recomputed_residual(const Matrix& matrix, const std::vector<double>& x) {
  const std::vector<double> b = serial_product(matrix);
  std::vector<double> product(matrix.rows);
  multiply(matrix, x.data(), product.data());
  double all = 0, rest = 0;
  for (int i = 0; i < matrix.rows; ++i) {
    all += b[i] * b[i];
    rest += (b[i] - product[i]) * (b[i] - product[i]);
  }
  return rest == 0 ? 0 : std::sqrt(rest / all);
}

}  // namespace spmv
