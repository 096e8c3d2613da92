// Paper of 2016, section 4.1: a step is a task for each part, independent of one another; with
// affinity it runs where the part's output lies.
#include "run.hpp"
#include "variants.hpp"

namespace spmv {
namespace {

void create_tasks(Run& run, const PartWork& work) {
  for (int part = 0; part < run.system.parts(); ++part) {
    run.send(part);
#pragma omp task default(none) firstprivate(part) shared(run, work)
    run.perform(work, part);
  }
#pragma omp taskwait
}

}  // namespace

void solve_tasks(Run& run) {
#pragma omp parallel default(none) shared(run)
#pragma omp single
  run.method([&run](const PartWork& work) { create_tasks(run, work); });
}

}  // namespace spmv
