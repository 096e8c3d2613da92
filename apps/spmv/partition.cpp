#include "partition.hpp"

#include <metis.h>

#include <algorithm>
#include <new>

namespace spmv {
namespace {

/// Who is tied to whom: METIS wants both directions of each tie, and no row tied to itself.
struct Graph {
  std::vector<idx_t> start, neighbour;
};

Graph graph_of(const Matrix& matrix) {
  const int rows = matrix.rows;
  std::vector<int> count(rows + std::size_t{1});
  for (const int j : matrix.column) ++count[j];
  // The transposed pattern: column j's rows, in ascending order.
  std::vector<int> begin(rows + std::size_t{1});
  for (int j = 0; j < rows; ++j) begin[j + 1] = begin[j] + count[j];
  std::vector<int> next(begin.begin(), begin.end() - 1), row(matrix.column.size());
  for (int i = 0; i < rows; ++i) {
    for (int k = matrix.start[i]; k < matrix.start[i + 1]; ++k) row[next[matrix.column[k]]++] = i;
  }
  Graph graph;
  graph.start.push_back(0);
  graph.neighbour.reserve(matrix.column.size());
  std::vector<int> both;
  for (int i = 0; i < rows; ++i) {
    both.clear();
    std::set_union(matrix.column.begin() + matrix.start[i],
                   matrix.column.begin() + matrix.start[i + 1], row.begin() + begin[i],
                   row.begin() + begin[i + 1], std::back_inserter(both));
    for (const int j : both) {
      if (j != i) graph.neighbour.push_back(j);
    }
    graph.start.push_back(static_cast<idx_t>(graph.neighbour.size()));
  }
  return graph;
}

}  // namespace

Partition partition(const Matrix& matrix, int parts) {
  Partition result;
  result.part_of_row.assign(matrix.rows, 0);
  if (parts == 1) return result;
  Graph graph = graph_of(matrix);
  std::vector<idx_t> part(matrix.rows);
  idx_t options[METIS_NOPTIONS];
  METIS_SetDefaultOptions(options);
  options[METIS_OPTION_SEED] = 1;
  idx_t rows = matrix.rows, weights = 1, wanted = parts, cut = 0;
  const int status =
      METIS_PartGraphKway(&rows, &weights, graph.start.data(), graph.neighbour.data(), nullptr,
                          nullptr, nullptr, &wanted, nullptr, nullptr, options, &cut, part.data());
  if (status != METIS_OK) throw std::bad_alloc();  // its only other error is a wrong argument
  std::copy(part.begin(), part.end(), result.part_of_row.begin());
  result.cut = static_cast<int>(cut);
  return result;
}

}  // namespace spmv
