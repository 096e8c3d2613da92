// The problem every variant solves: Poisson's equation on the unit square, whose solution is known,
//   -(d2u/dx2 + d2u/dy2) = pi^2 (x^2 + y^2) sin(pi x y),  u = sin(pi x y) on the border,
// on size x size points inside, by sweeps of Jacobi. Knows nothing of threads.
#pragma once

namespace jacobi {

struct Problem {
  int size = 0;   ///< rows and columns of points inside the border
  int block = 0;  ///< rows and columns of a block; the last ones may be smaller
  int iterations = 0;

  int blocks() const { return size / block + (size % block != 0); }  ///< in a row, and in a column

  /// The solution at a point. Rows and columns -1 and `size` are the border.
  double solution(int row, int col) const;
  /// The value before the first sweep: what the border has, drawn straight across.
  double start(int row, int col) const;
  /// The equation's right side there, times the square of the distance of two points.
  double source(int row, int col) const;
};

}  // namespace jacobi
