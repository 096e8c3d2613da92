// MPI_Barrier by dissemination: in round k each rank tells the one 2^k further on. After the last
// one everybody has heard, directly or not, from everybody.
#include "collectives/collectives.hpp"
#include "collectives/operations.hpp"

namespace tidemill::mpi {
namespace {

class Barrier final : public Schedule {
 public:
  using Schedule::Schedule;

  bool suits(const CommState&) override { return true; }

  int post_round() override {
    if (distance_ >= size()) return MPI_SUCCESS;
    const int from = rank() >= distance_ ? rank() - distance_ : rank() - distance_ + size();
    const int to = (rank() + distance_) % size();
    distance_ *= 2;
    const int code = receive(nullptr, 0, MPI_BYTE, from);
    return code == MPI_SUCCESS ? send(nullptr, 0, MPI_BYTE, to) : code;
  }

 private:
  int distance_ = 1;
};

}  // namespace

int barrier(const CallSite& call, PostOn mpi_form) {
  Barrier schedule(call);
  return Collectives::run(schedule, mpi_form);
}

}  // namespace tidemill::mpi
