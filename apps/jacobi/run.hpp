// One solve under way: the grid, who owns its blocks, and what is measured meanwhile. Shared by all
// threads.
#pragma once

#include "common/in_place.hpp"
#include "common/meter.hpp"
#include "common/progress.hpp"
#include "common/task_affinity.hpp"
#include "grid.hpp"
#include "kernel.hpp"
#include "owners.hpp"

namespace jacobi {

struct Run {
  const Problem& problem;
  Grid& grid;
  const Owners& owners;
  app::Affinity affinity;
  const app::TaskAffinity& runtime;
  app::Meter& meter;
  app::InPlace& in_place;
  app::Progress& progress;
  double touched = 0;  ///< when the first touch had ended

  /// Sends the next task the caller creates to the owner of block (i, j).
  [[gnu::always_inline]] void send(int i, int j, bool strictly) const {
    runtime.send(owners.are_nodes() ? app::Resource::node : app::Resource::thread,
                 static_cast<std::uintptr_t>(owners.of(i, j)), strictly);
  }

  void touch(int i, int j) { touch_block(problem, grid, i, j); }
  /// To be called between the last touch and the first update.
  void end_of_touch();
  /// Sweep k of block (i, j), measured.
  void update(int k, int i, int j);
};

}  // namespace jacobi
