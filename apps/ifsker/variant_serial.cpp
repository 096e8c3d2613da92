// Serial: one thread of one rank. What every other variant is compared with.
#include "run.hpp"
#include "variants.hpp"

namespace ifsker {

void solve_serial(Run& run) {
  for (int step = 0; step < run.steps(); ++step) {
    Sums sums;
    for (const Slab& slab : run.state.layout.slabs()) run.physics(step, slab);
    for (const Slab& slab : run.state.layout.slabs()) sums.add(run.transform(slab));
    run.parseval_error =
        sums.parseval_error > run.parseval_error ? sums.parseval_error : run.parseval_error;
    run.print(step, sums);
  }
}

}  // namespace ifsker
