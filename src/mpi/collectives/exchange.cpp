// MPI_Alltoall and MPI_Allgather, where every rank has a block for every other: all are under way
// at once.
#include <cstring>

#include "collectives/collectives.hpp"
#include "collectives/limits.hpp"
#include "collectives/operations.hpp"

namespace tidemill::mpi {
namespace {

/// A row of blocks in a user's buffer, one for each rank; or one block for all (stride 0).
struct Blocks {
  const void* buffer;
  MPI_Count count;
  MPI_Datatype type;
  MPI_Aint stride = 0;  ///< bytes from one rank's block to the next

  void* of(int rank) const {
    return static_cast<std::byte*>(const_cast<void*>(buffer)) + rank * stride;
  }
  int elements() const { return static_cast<int>(count); }

  bool valid() const {
    return buffer != MPI_IN_PLACE && is_buffer(buffer, type) &&
           is_small(count, type, kMostBlockBytes);
  }
  int set_stride() {
    if (const PredefinedType* known = predefined.type(type)) {
      stride = count * known->extent;
      return MPI_SUCCESS;
    }
    MPI_Aint lower = 0, extent = 0;
    const int code = PMPI_Type_get_extent(type, &lower, &extent);
    stride = count * extent;
    return code;
  }
  /// Bytes of a block that can be copied as such; 0: it can't.
  std::size_t dense_bytes() const {
    const PredefinedType* known = predefined.type(type);
    return known && known->dense() ? static_cast<std::size_t>(stride) : 0;
  }
};

class Exchange final : public Schedule {
 public:
  enum class Sent : unsigned char { block_for_each, same_to_all };

  Exchange(const CallSite& site, const Blocks& out, const Blocks& in, Sent sent)
      : Schedule(site), out_(out), in_(in), sent_(sent) {}

  /// An Alltoall in place, which it is on all ranks or on none, is MPI's own: it needs a copy of
  /// everything.
  bool suits(const CommState& comm) override {
    if (comm.size > kMostExchanging || !in_.valid()) return false;
    if (out_.buffer == MPI_IN_PLACE) return sent_ == Sent::same_to_all;
    return out_.valid() && !(kRejectsAliasing && out_.buffer == in_.buffer);
  }

  int post_round() override {
    if (posted_all_) return MPI_SUCCESS;
    posted_all_ = true;
    if (const int code = in_.set_stride(); code != MPI_SUCCESS) return code;
    const bool in_place = out_.buffer == MPI_IN_PLACE;
    if (in_place) out_ = {in_.of(rank()), in_.count, in_.type};
    if (const int code = out_.set_stride(); code != MPI_SUCCESS) return code;
    const bool copied = in_place || copy_own();
    if (sent_ == Sent::same_to_all) out_.stride = 0;
    for (int i = copied; i < size(); ++i) {
      const int peer = (rank() + size() - i) % size();
      const int code = receive(in_.of(peer), in_.elements(), in_.type, peer);
      if (code != MPI_SUCCESS) return code;
    }
    for (int i = copied; i < size(); ++i) {
      const int peer = (rank() + i) % size();
      const int code = send(out_.of(peer), out_.elements(), out_.type, peer);
      if (code != MPI_SUCCESS) return code;
    }
    return MPI_SUCCESS;
  }

 private:
  /// The block for oneself, where it is bytes in both layouts; else it is a message like the
  /// others.
  bool copy_own() {
    const std::size_t bytes = out_.dense_bytes();
    if (bytes == 0 || bytes != in_.dense_bytes()) return false;
    std::memcpy(in_.of(rank()), sent_ == Sent::same_to_all ? out_.buffer : out_.of(rank()), bytes);
    return true;
  }

  Blocks out_, in_;
  const Sent sent_;
  bool posted_all_ = false;
};

static_assert(2 * kMostExchanging <= Schedule::kMostRequests);

}  // namespace

int alltoall(const CallSite& call, const void* sendbuf, MPI_Count sendcount, MPI_Datatype sendtype,
             void* recvbuf, MPI_Count recvcount, MPI_Datatype recvtype, PostOn mpi_form) {
  Exchange schedule(call, {sendbuf, sendcount, sendtype}, {recvbuf, recvcount, recvtype},
                    Exchange::Sent::block_for_each);
  return Collectives::run(schedule, mpi_form);
}

int allgather(const CallSite& call, const void* sendbuf, MPI_Count sendcount, MPI_Datatype sendtype,
              void* recvbuf, MPI_Count recvcount, MPI_Datatype recvtype, PostOn mpi_form) {
  Exchange schedule(call, {sendbuf, sendcount, sendtype}, {recvbuf, recvcount, recvtype},
                    Exchange::Sent::same_to_all);
  return Collectives::run(schedule, mpi_form);
}

}  // namespace tidemill::mpi
