// The picture of a field given by its rows.
#pragma once

#include <functional>

#include "picture.hpp"

namespace app {

struct RowsOfField {
  int all_rows, cols;                     ///< of the whole field
  int first_row, rows;                    ///< those that are here
  std::function<const double*(int)> row;  ///< the cells of row 0, 1, ... of those
};

/// The sum of the cells under each pixel, of the rows that are here.
Picture sum_under_pixels(const RowsOfField& field);

/// Turns sums over the whole field into mean values.
void make_means(const RowsOfField& field, Picture& sums);

}  // namespace app
