#include "row_picture.hpp"

namespace app {

Picture take_picture(MPI_Comm comm, const RowsOfField& field) {
  Picture picture = Picture::of_shape(field.all_rows, field.cols);
  const std::size_t pixels = static_cast<std::size_t>(picture.rows) * picture.cols;
  std::vector<double> sum(pixels), cells_in_row(picture.rows), cells_in_col(picture.cols);
  std::vector<int> column(field.cols);
  for (int j = 0; j < field.cols; ++j) {
    column[j] = pixel_of(j, field.cols, picture.cols);
    cells_in_col[column[j]] += 1;
  }
  for (int i = 0; i < field.all_rows; ++i) {
    cells_in_row[pixel_of(i, field.all_rows, picture.rows)] += 1;
  }
  for (int i = 0; i < field.rows; ++i) {
    const int y = pixel_of(field.first_row + i, field.all_rows, picture.rows);
    double* line = sum.data() + static_cast<std::size_t>(y) * picture.cols;
    const double* cells = field.row(i);
    for (int j = 0; j < field.cols; ++j) line[column[j]] += cells[j];
  }
  int rank = 0;
  MPI_Comm_rank(comm, &rank);
  if (rank == 0) picture.value.resize(pixels);
  MPI_Reduce(sum.data(), picture.value.data(), static_cast<int>(pixels), MPI_DOUBLE, MPI_SUM, 0,
             comm);
  for (std::size_t p = 0; p < picture.value.size(); ++p) {
    picture.value[p] /= cells_in_row[p / picture.cols] * cells_in_col[p % picture.cols];
  }
  return picture;
}

}  // namespace app
