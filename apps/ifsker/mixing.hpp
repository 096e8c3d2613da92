// Grid-point physics: turbulent mixing along the meridians.
#pragma once

#include <cstddef>

namespace ifsker {

/// Mixes `rows` rows of `cols` cells, `stride` apart, along the columns, in place:
///   du/dt = d/dy (D / (1 + (du/front)^2) du/dy), du the difference of two neighbours
/// in a few shorter steps, as is usual of physics. Nothing leaves at the first and the last row:
/// the sum of each column stays. A cell's result depends on its column alone, to the bit.
void mix_meridians(double* cells, int rows, int cols, std::ptrdiff_t stride, double front);

}  // namespace ifsker
