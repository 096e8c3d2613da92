#include "row_picture.hpp"

namespace app {

Picture take_picture(MPI_Comm comm, const RowsOfField& field) {
  const Picture mine = sum_under_pixels(field);
  Picture picture{mine.rows, mine.cols, {}};
  int rank = 0;
  MPI_Comm_rank(comm, &rank);
  if (rank == 0) picture.value.resize(mine.value.size());
  MPI_Reduce(mine.value.data(), picture.value.data(), static_cast<int>(mine.value.size()),
             MPI_DOUBLE, MPI_SUM, 0, comm);
  if (rank == 0) make_means(field, picture);
  return picture;
}

}  // namespace app
