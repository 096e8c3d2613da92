// Which thread was in which task when, as a picture: --png.
//
// A lane for each thread, ranks one below the other; time runs to the right. A pixel has the colour
// of the tasks in its time, by their shares; the lane's lower edge shows where a message was sent
// or received.
#pragma once

#include <mpi.h>

#include <vector>

#include "common/picture.hpp"
#include "layout.hpp"

namespace cholesky {

/// Each thread writes its own records during the solve; they are read after it.
class Schedule {
 public:
  explicit Schedule(int threads) : lanes_(threads) {}

  void start(double now) { start_ = now; }
  void add(int thread, Kind kind, double begin, double end) {
    lanes_[thread].records.push_back({kind, begin, end});
  }

  /// Of all ranks, which took `seconds`; on rank 0. Collective over `comm`.
  app::Image picture(MPI_Comm comm, double seconds) const;

 private:
  struct Record {
    Kind kind;
    double begin, end;
  };
  struct alignas(64) Lane {
    std::vector<Record> records;
  };

  void draw(const Lane& lane, double seconds, int height, app::Colour* pixels) const;

  double start_ = 0;
  std::vector<Lane> lanes_;
};

}  // namespace cholesky
