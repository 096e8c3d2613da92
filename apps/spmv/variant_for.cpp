// A step is a static loop over the parts: a part is always computed by the same thread. With
// affinity, though, parts are filled first by strict tasks.
#include "run.hpp"
#include "variants.hpp"

namespace spmv {

void solve_for(Run& run) {
  if (run.first_touch && run.affinity != app::Affinity::none) {
    solve_tasks(run);
    return;
  }
  run.method([&run](const PartWork& work) {
    const int parts = run.system.parts();
#pragma omp parallel for default(none) shared(run, work, parts) schedule(static)
    for (int part = 0; part < parts; ++part) run.perform(work, part);
  });
}

}  // namespace spmv
