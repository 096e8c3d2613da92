#include "parts_picture.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace spmv {

app::Picture picture_of_cells(const Partition& partition, int side) {
  app::Picture picture = app::Picture::of_shape(side, side);
  picture.value.resize(static_cast<std::size_t>(picture.rows) * picture.cols);
  for (int i = 0; i < side; ++i) {
    for (int j = 0; j < side; ++j) {
      const int y = app::pixel_of(i, side, picture.rows), x = app::pixel_of(j, side, picture.cols);
      // Steps of the golden ratio: parts with numbers near each other get colours far apart.
      double whole = 0;
      picture.value[static_cast<std::size_t>(y) * picture.cols + x] = std::modf(
          0.618034 * partition.part_of_row[static_cast<std::size_t>(i) * side + j], &whole);
    }
  }
  return picture;
}

app::Picture picture_of_nonzeros(const Matrix& matrix, const Partition& partition) {
  std::vector<int> order(matrix.rows), place(matrix.rows);
  std::iota(order.begin(), order.end(), 0);
  std::stable_sort(order.begin(), order.end(), [&](int a, int b) {
    return partition.part_of_row[a] < partition.part_of_row[b];
  });
  for (int r = 0; r < matrix.rows; ++r) place[order[r]] = r;
  app::Picture picture = app::Picture::of_shape(matrix.rows, matrix.rows);
  picture.value.resize(static_cast<std::size_t>(picture.rows) * picture.cols);
  for (int i = 0; i < matrix.rows; ++i) {
    const int y = app::pixel_of(place[i], matrix.rows, picture.rows);
    for (int k = matrix.start[i]; k < matrix.start[i + 1]; ++k) {
      const int x = app::pixel_of(place[matrix.column[k]], matrix.rows, picture.cols);
      picture.value[static_cast<std::size_t>(y) * picture.cols + x] += 1;
    }
  }
  // A few pixels with many nonzeros would leave all others dark.
  for (double& count : picture.value) count = std::log1p(count);
  return picture;
}

}  // namespace spmv
