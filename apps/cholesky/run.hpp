// One factorisation under way: the tiles, what tasks do, and what is measured meanwhile. Shared by
// all threads of a rank.
//
// When a tile on the diagonal can't be factorised, nothing that depends on it means anything. Its
// rank notes the leading minor and computes no more; the tiles that it would have computed begin
// with a number that no matrix has, and whoever receives one computes no more either. Messages go
// on to the last, so that no rank waits in vain; the first minor of all ranks is the one at fault,
// as those before it have been computed by then.
#pragma once

#include <atomic>
#include <climits>
#include <cstdint>

#include "common/alarm.hpp"
#include "common/clock.hpp"
#include "common/meter.hpp"
#include "common/progress.hpp"
#include "kernel.hpp"
#include "layout.hpp"
#include "schedule.hpp"
#include "tiles.hpp"

namespace cholesky {

struct Failure {
  static constexpr int none = INT_MAX;
  int minor = none;      ///< order of the first leading minor at fault
  int not_a_number = 0;  ///< 1: its pivot isn't; 0: its pivot isn't positive
};

class Run {
 public:
  struct Parts {
    const Layout& layout;
    int rank;
    Tiles& tiles;
    const Kernel& kernel;
    double delay_s;     ///< a receive completes no earlier than this after the send
    bool serialised;    ///< message tasks run one at a time, as MPI isn't task-aware
    app::Alarm* alarm;  ///< null without a delay, or if serialised
    app::Meter& meter;
    app::Progress& progress;
    Schedule* schedule;  ///< null unless a picture is wanted
  };
  explicit Run(const Parts& parts) : parts_(parts) {}

  const Layout& layout() const { return parts_.layout; }
  const Tiles& tiles() const { return parts_.tiles; }
  int rank() const { return parts_.rank; }
  bool serialised() const { return parts_.serialised; }

  /// The bodies of tasks. A message's may be paused inside, and go on on another thread.
  void compute(const Task& task);
  void send(const Task& task);
  void receive(const Task& task);

  /// This rank's, after the solve.
  Failure failure() const { return {minor_.load(std::memory_order_relaxed), not_a_number_}; }

 private:
  void apply(const Task& task);
  void factorise(int k);
  /// When a body began or ended: for the picture, and for the meter.
  struct Moment {
    double seconds = app::seconds_now();
    std::uint64_t ticks = app::ticks_now();
  };
  void note(Kind kind, const Moment& begin);

  Parts parts_;
  /// relaxed: whether to go on computing is decided anew in each task, and no result depends on how
  /// early; what a failed tile holds comes to its readers by dependences and messages.
  std::atomic<bool> computes_no_more_{false};
  /// Written once at most: after it nothing is factorised here, and diagonal tiles follow each
  /// other by dependences. relaxed: read by tasks to no consequence, and after the parallel region.
  std::atomic<int> minor_{Failure::none};
  int not_a_number_ = 0;
};

}  // namespace cholesky
