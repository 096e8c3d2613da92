// Pure MPI (paper of 2019, section 7.2): one thread a rank, and one phase after the other: physics
// of all columns, all messages, transforms of all rows, all messages back.
#include <mpi.h>

#include <algorithm>
#include <array>

#include "exchange.hpp"
#include "run.hpp"
#include "variants.hpp"

namespace ifsker {
namespace {

void report(Run& run, int step, const Sums& sums) {
  run.parseval_error = std::max(run.parseval_error, sums.parseval_error);
  const std::array<double, 2> mine{sums.energy, sums.mass};
  std::array<double, 2> total{};
  MPI_Reduce(mine.data(), total.data(), 2, MPI_DOUBLE, MPI_SUM, 0, MPI_COMM_WORLD);
  run.print(step, {.mass = total[1], .energy = total[0]});
}

}  // namespace

void solve_pure(Run& run) {
  State& state = run.state;
  Exchanger exchanger(run.exchange, run.delay_s);
  for (int step = 0; step < run.steps(); ++step) {
    exchanger.prepare(state.to_rows);
    for (const Slab& slab : state.layout.slabs()) run.physics(step, slab);
    exchanger.perform(state.to_rows);
    const bool last = step + 1 == run.steps();
    if (!last) exchanger.prepare(state.to_columns);
    Sums sums;
    for (const Slab& slab : state.layout.slabs()) sums.add(run.transform(slab));
    if (!last) exchanger.perform(state.to_columns);
    report(run, step, sums);
  }
}

}  // namespace ifsker
