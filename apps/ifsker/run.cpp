#include "run.hpp"

#include <omp.h>

#include <cstdint>
#include <cstdio>

#include "common/clock.hpp"
#include "mixing.hpp"

namespace ifsker {

State::State(const Problem& wanted, int rank, int ranks, const Cut& cut, bool stamped, int threads)
    : problem(wanted),
      layout(wanted.shape, rank, ranks, cut),
      columns(wanted.shape.levels, wanted.shape.rows, layout.cols()),
      rows(wanted.shape.levels, layout.rows(), wanted.shape.cols),
      to_rows(Transposition::Way::to_rows, layout, columns, rows, stamped),
      to_columns(Transposition::Way::to_columns, layout, rows, columns, stamped),
      spectral(wanted.shape, rank * layout.rows(), layout.rows(), threads) {
  for (int level = 0; level < columns.levels(); ++level) {
    for (int i = 0; i < columns.rows(); ++i) {
      double* cells = columns.row(level, i);
      for (int j = 0; j < columns.cols(); ++j) {
        cells[j] = problem.initial(level, i, rank * layout.cols() + j);
      }
    }
  }
}

double State::bytes(const Shape& shape, int ranks) {
  // Two layouts; two buffers of each transposition, as large as what is sent.
  return sizeof(double) * static_cast<double>(shape.points()) / ranks * (ranks > 1 ? 6 : 2);
}

const char* name_of(Exchange exchange) {
  switch (exchange) {
    case Exchange::waitall:
      return "waitall";
    case Exchange::sendrecv:
      return "sendrecv";
    case Exchange::alltoallv:
      return "alltoallv";
    case Exchange::merged:
      return "merged";
    default:
      return "fastest";
  }
}

void Run::physics(int step, const Slab& slab) {
  const std::uint64_t begin = app::ticks_now();
  if (step > 0) state.to_columns.unpack(slab);
  Field& field = state.columns;
  for (int level = slab.level; level < slab.level + slab.levels; ++level) {
    mix_meridians(field.row(level, 0), field.rows(), field.cols(), field.stride(),
                  state.problem.front);
  }
  meter.add_computing(omp_get_thread_num(), app::ticks_now() - begin);
}

Sums Run::transform(const Slab& slab) {
  const std::uint64_t begin = app::ticks_now();
  const int thread = omp_get_thread_num();
  state.to_rows.unpack(slab);
  Field& field = state.rows;
  Sums sums;
  for (int level = slab.level; level < slab.level + slab.levels; ++level) {
    for (int i = 0; i < field.rows(); ++i) {
      sums.add(state.spectral.advance(field.row(level, i), i, thread));
    }
  }
  meter.add_computing(thread, app::ticks_now() - begin);
  progress.add(std::int64_t{slab.levels} * field.rows() * field.cols());
  return sums;
}

void Run::print(int step, const Sums& of_all_ranks) const {
  if (!prints) return;
  std::printf("step %d  energy %.12e  mass %.12e\n", step + 1, of_all_ranks.energy,
              of_all_ranks.mass);
}

}  // namespace ifsker
