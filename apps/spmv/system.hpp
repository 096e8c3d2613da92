// The matrix and the vectors in parts. What belongs to a part, its rows of the matrix and of every
// vector, lies in pages of its own: whoever fills it first places it.
//
// Rows are numbered by their place: those of a part one after the other, in the matrix's order, and
// each part beginning with a page. Between parts are places without a row.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "common/fresh_pages.hpp"
#include "matrix.hpp"
#include "partition.hpp"

namespace spmv {

class System {
 public:
  /// Memory that nobody has touched, for `vectors` vectors. Throws std::bad_alloc.
  System(const Matrix& matrix, const Partition& partition, int parts, int vectors);

  int parts() const { return static_cast<int>(parts_.size()); }
  int rows_of(int part) const { return static_cast<int>(parts_[part].rows.size()); }
  int nonzeros_of(int part) const { return parts_[part].nonzeros; }

  /// Part `part` of a vector.
  std::span<double> vector(int number, int part) {
    return {vectors_[number].doubles() + parts_[part].place, parts_[part].rows.size()};
  }

  /// Fills part `part` of the matrix, and its part of all vectors with 0.
  void fill(int part);
  /// Part `part` of vector `to` becomes that of the matrix times vector `from`.
  void multiply(int from, int to, int part);

  /// A vector in the order of the matrix's rows.
  std::vector<double> gather(int number) const;

  /// Row numbers of a part.
  const std::vector<int>& rows(int part) const { return parts_[part].rows; }

 private:
  struct Part {
    std::vector<int> rows;  ///< of the matrix
    std::size_t place = 0;  ///< of the first row
    int nonzeros = 0;
    app::FreshPages starts, columns, values;

    int* start() { return static_cast<int*>(starts.data()); }
    int* column() { return static_cast<int*>(columns.data()); }
  };

  const Matrix& matrix_;
  std::vector<Part> parts_;
  std::vector<int> place_of_row_;
  std::vector<app::FreshPages> vectors_;
};

}  // namespace spmv
