// MPI_Bcast along a binomial tree.
#include "collectives/binomial_tree.hpp"
#include "collectives/collectives.hpp"
#include "collectives/limits.hpp"
#include "collectives/operations.hpp"

namespace tidemill::mpi {
namespace {

class Bcast final : public Schedule {
 public:
  Bcast(const CallSite& site, void* buffer, MPI_Count elements, MPI_Datatype type, int root)
      : Schedule(site), buffer_(buffer), elements_(elements), type_(type), root_(root) {}

  bool suits(const CommState& comm) override {
    if (root_ < 0 || root_ >= comm.size) return false;
    return is_buffer(buffer_, type_) &&
           (is_small(elements_, type_, kMostBlockBytes) || needs_messages());
  }

  bool needs_messages() const override { return is_beyond_ibcast(elements_, type_); }

  int post_round() override {
    const BinomialTree tree(rank(), size(), root_);
    const Stage stage = stage_;
    stage_ = stage == Stage::begin && rank() != root_ ? Stage::received : Stage::over;
    if (stage_ == Stage::received) return receive(buffer_, elements_, type_, tree.parent());
    if (stage == Stage::over) return MPI_SUCCESS;
    for (int i = tree.children() - 1; i >= 0; --i) {
      const int code = send(buffer_, elements_, type_, tree.child(i));
      if (code != MPI_SUCCESS) return code;
    }
    return MPI_SUCCESS;
  }

 private:
  enum class Stage : unsigned char { begin, received, over };
  Stage stage_ = Stage::begin;
  void* const buffer_;
  const MPI_Count elements_;
  const MPI_Datatype type_;
  const int root_;
};

}  // namespace

int bcast(const CallSite& call, void* buffer, MPI_Count count, MPI_Datatype datatype, int root,
          PostOn mpi_form) {
  Bcast schedule(call, buffer, count, datatype, root);
  return Collectives::run(schedule, mpi_form);
}

}  // namespace tidemill::mpi
