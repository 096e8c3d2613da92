// Serial: one thread, part by part.
#include "run.hpp"
#include "variants.hpp"

namespace spmv {

void solve_serial(Run& run) {
  run.method([&](const PartWork& work) {
    for (int part = 0; part < run.system.parts(); ++part) run.perform(work, part);
  });
}

}  // namespace spmv
