#include "field_picture.hpp"

namespace app {
namespace {

/// How many of `cells` each of `pixels` pixels shows.
std::vector<double> cells_under(int cells, int pixels) {
  std::vector<double> count(pixels);
  for (int i = 0; i < cells; ++i) count[pixel_of(i, cells, pixels)] += 1;
  return count;
}

}  // namespace

Picture sum_under_pixels(const RowsOfField& field) {
  Picture sums = Picture::of_shape(field.all_rows, field.cols);
  sums.value.resize(static_cast<std::size_t>(sums.rows) * sums.cols);
  std::vector<int> column(field.cols);
  for (int j = 0; j < field.cols; ++j) column[j] = pixel_of(j, field.cols, sums.cols);
  for (int i = 0; i < field.rows; ++i) {
    const int y = pixel_of(field.first_row + i, field.all_rows, sums.rows);
    double* line = sums.value.data() + static_cast<std::size_t>(y) * sums.cols;
    const double* cells = field.row(i);
    for (int j = 0; j < field.cols; ++j) line[column[j]] += cells[j];
  }
  return sums;
}

void make_means(const RowsOfField& field, Picture& sums) {
  const std::vector<double> in_row = cells_under(field.all_rows, sums.rows);
  const std::vector<double> in_col = cells_under(field.cols, sums.cols);
  for (std::size_t p = 0; p < sums.value.size(); ++p) {
    sums.value[p] /= in_row[p / sums.cols] * in_col[p % sums.cols];
  }
}

}  // namespace app
