// One solve under way: the grid, what is done to its blocks, and what is measured meanwhile.
// Shared by all threads of a rank.
#pragma once

#include <atomic>
#include <chrono>
#include <cstdint>
#include <vector>

#include "grid.hpp"
#include "kernel.hpp"

namespace heat {

inline double seconds_now() {
  return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

/// Time spent in blocks and in messages, a slot for each thread: written by that thread alone
/// during the solve, read after it.
class Meter {
 public:
  explicit Meter(int threads) : slots_(threads) {}

  void add_computing(int thread, double seconds) { slots_[thread].computing += seconds; }
  void add_communicating(int thread, double seconds) { slots_[thread].communicating += seconds; }
  double computing() const;
  double communicating() const;

 private:
  struct alignas(64) Slot {
    double computing = 0;
    double communicating = 0;
  };
  std::vector<Slot> slots_;
};

/// The bar on stderr. Any thread may add to it.
class Progress {
 public:
  enum class Style { none, bar, lines };

  Progress(Style style, std::int64_t cells) : style_(style), cells_(cells) {}
  void add(std::int64_t cells);
  void finish();

 private:
  void show(int percent);

  Style style_;
  std::int64_t cells_;
  std::atomic<std::int64_t> done_{0};
  std::atomic<int> shown_{0};  ///< percent shown last; whoever raises it prints
};

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
  Meter& meter;
  Progress& progress;

  /// One block's work, measured.
  void update(const Block& block);

  /// Time inside the body of a message task. Not counted where the task was paused meanwhile:
  /// no thread was inside it. To be called at the body's end, on whichever thread that is.
  void add_communicating(double seconds);
};

}  // namespace heat
