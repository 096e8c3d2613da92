// The picture of the parts: of Laplace's cells, each part in a colour of its own; of a file's
// matrix where its nonzeros are when rows and columns are in the parts' order.
#pragma once

#include "common/picture.hpp"
#include "partition.hpp"

namespace spmv {

app::Picture picture_of_cells(const Partition& partition, int side);
app::Picture picture_of_nonzeros(const Matrix& matrix, const Partition& partition);

}  // namespace spmv
