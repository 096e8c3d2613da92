// One solve under way: the grid, what is done to its blocks, and what is measured meanwhile.
// Shared by all threads of a rank.
#pragma once

#include <cstdint>

#include "common/meter.hpp"
#include "common/progress.hpp"
#include "grid.hpp"
#include "kernel.hpp"

namespace heat {

/// How a message is waited for.
enum class Waiting {
  spins,       ///< inside MPI: holds its thread, and a core
  sleeps,      ///< holds its thread, but no core: see messages.hpp
  pauses_task  ///< holds neither: the MPI is task-aware
};

struct Run {
  Grid& grid;
  const Kernel& kernel;
  int iterations;
  Waiting waiting;
  app::Meter& meter;
  app::Progress& progress;

  /// One block's work, measured.
  void update(const Block& block);

  /// Time (app::ticks_now()) inside the body of a message task. Not counted where the task was
  /// paused meanwhile: no thread was inside it. To be called at the body's end, on whichever thread
  /// that is.
  void add_communicating(std::uint64_t ticks);
};

}  // namespace heat
