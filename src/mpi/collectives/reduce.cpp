// MPI_Reduce along a binomial tree, whose ranks count from the root: each reduces what its children
// send, in the order of their ranks, and gives that to its parent.
#include <cstring>

#include "collectives/binomial_tree.hpp"
#include "collectives/collectives.hpp"
#include "collectives/limits.hpp"
#include "collectives/operations.hpp"
#include "collectives/scratch.hpp"

namespace tidemill::mpi {
namespace {

class Reduce final : public Schedule {
 public:
  Reduce(const CallSite& site, const void* sendbuf, void* recvbuf, MPI_Count elements,
         MPI_Datatype type, MPI_Op op, int root)
      : Schedule(site),
        part_(sendbuf),
        result_(recvbuf),
        elements_(elements),
        type_(type),
        op_(op),
        root_(root) {}

  bool suits(const CommState& comm) override {
    if (root_ < 0 || root_ >= comm.size) return false;
    if (comm.rank == root_ ? no_buffers(part_, result_) : no_buffer(part_)) return false;
    bytes_ = bytes_of_reduction(elements_, type_, op_);
    return bytes_ > 0;
  }

  int post_round() override {
    const BinomialTree tree(rank(), size(), root_);
    const bool is_root = rank() == root_;
    switch (stage_) {
      case Stage::begin: {
        stage_ = Stage::received;
        in_place_ = is_root && part_ == MPI_IN_PLACE;
        if (in_place_) part_ = result_;
        children_ = tree.children();
        if (children_ == 0) return give(tree);
        received_ = scratch_.room(static_cast<std::size_t>(children_) * bytes_);
        for (int i = 0; i < children_; ++i) {
          const int code =
              receive(from_child(i), static_cast<int>(elements_), type_, tree.child(i));
          if (code != MPI_SUCCESS) return code;
        }
        return MPI_SUCCESS;
      }
      case Stage::received:
        for (int i = 0; i < children_; ++i) {
          void* child = from_child(i);
          const int code = PMPI_Reduce_local(part_, child, static_cast<int>(elements_), type_, op_);
          if (code != MPI_SUCCESS) return code;
          part_ = child;
        }
        return give(tree);
      case Stage::over:
        break;
    }
    return MPI_SUCCESS;
  }

 private:
  enum class Stage : unsigned char { begin, received, over };

  /// The root's last one goes where the result is to be.
  void* from_child(int i) {
    if (i == children_ - 1 && rank() == root_ && !in_place_) return result_;
    return received_ + static_cast<std::size_t>(i) * bytes_;
  }

  int give(const BinomialTree& tree) {
    stage_ = Stage::over;
    if (rank() != root_) return send(part_, static_cast<int>(elements_), type_, tree.parent());
    if (part_ != result_) std::memcpy(result_, part_, bytes_);
    return MPI_SUCCESS;
  }

  const void* part_;  ///< what is reduced so far
  void* const result_;
  std::byte* received_ = nullptr;
  bool in_place_ = false;
  Stage stage_ = Stage::begin;
  int children_ = 0;
  std::size_t bytes_ = 0;
  const MPI_Count elements_;
  const MPI_Datatype type_;
  const MPI_Op op_;
  const int root_;
  Scratch scratch_;
};

}  // namespace

int reduce(const CallSite& call, const void* sendbuf, void* recvbuf, MPI_Count count,
           MPI_Datatype datatype, MPI_Op op, int root, PostOn mpi_form) {
  Reduce schedule(call, sendbuf, recvbuf, count, datatype, op, root);
  return Collectives::run(schedule, mpi_form);
}

}  // namespace tidemill::mpi
