#include "system.hpp"

#include <algorithm>
#include <climits>
#include <new>

namespace spmv {

System::System(const Matrix& matrix, const Partition& partition, int parts, int vectors)
    : matrix_(matrix), parts_(parts), place_of_row_(matrix.rows) {
  for (int i = 0; i < matrix.rows; ++i) parts_[partition.part_of_row[i]].rows.push_back(i);
  std::size_t places = 0;
  for (Part& part : parts_) {
    part.place = places;
    places += app::FreshPages::whole_pages(part.rows.size());
    if (places > INT_MAX) throw std::bad_alloc();  // columns are ints
    for (std::size_t r = 0; r < part.rows.size(); ++r) {
      const int i = part.rows[r];
      place_of_row_[i] = static_cast<int>(part.place + r);
      part.nonzeros += matrix.start[i + 1] - matrix.start[i];
    }
    part.starts = app::FreshPages((part.rows.size() + 1) * sizeof(int));
    part.columns = app::FreshPages(part.nonzeros * sizeof(int));
    part.values = app::FreshPages(part.nonzeros * sizeof(double));
  }
  for (int v = 0; v < vectors; ++v) vectors_.emplace_back(places * sizeof(double));
}

void System::fill(int number) {
  Part& part = parts_[number];
  int *start = part.start(), *column = part.column(), at = 0;
  double* value = part.values.doubles();
  for (std::size_t r = 0; r < part.rows.size(); ++r) {
    start[r] = at;
    for (int k = matrix_.start[part.rows[r]]; k < matrix_.start[part.rows[r] + 1]; ++k, ++at) {
      // In the order of the matrix's columns, though not of the places: the bits depend on it.
      column[at] = place_of_row_[matrix_.column[k]];
      value[at] = matrix_.value[k];
    }
  }
  start[part.rows.size()] = at;
  for (std::size_t v = 0; v < vectors_.size(); ++v) {
    const std::span<double> mine = vector(static_cast<int>(v), number);
    std::fill(mine.begin(), mine.end(), 0.0);
  }
}

void System::multiply(int from, int to, int number) {
  Part& part = parts_[number];
  const int *start = part.start(), *column = part.column();
  const double *value = part.values.doubles(), *x = vectors_[from].doubles();
  double* y = vectors_[to].doubles() + part.place;
  for (std::size_t r = 0; r < part.rows.size(); ++r) {
    y[r] = row_product(column + start[r], value + start[r], start[r + 1] - start[r], x);
  }
}

std::vector<double> System::gather(int number) const {
  std::vector<double> values(matrix_.rows);
  for (int i = 0; i < matrix_.rows; ++i) values[i] = vectors_[number].doubles()[place_of_row_[i]];
  return values;
}

}  // namespace spmv
