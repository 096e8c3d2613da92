// MPI_Allreduce by recursive doubling. With n ranks and p the largest power of two in n, the first
// 2 (n - p) ranks form pairs: the even one gives its part to the odd one, and gets the result at
// the end. The p others double: after k rounds each has what 2^k neighbours contributed.
//
// Always (lower ranks) op (higher ranks): every rank computes the same expression, bit by bit,
// though floating-point addition isn't associative, and the maximum of a NaN isn't symmetric.
#include <cstring>

#include "collectives/collectives.hpp"
#include "collectives/limits.hpp"
#include "collectives/operations.hpp"
#include "collectives/scratch.hpp"

namespace tidemill::mpi {
namespace {

class Allreduce final : public Schedule {
 public:
  Allreduce(const CallSite& site, const void* sendbuf, void* recvbuf, MPI_Count elements,
            MPI_Datatype type, MPI_Op op)
      : Schedule(site),
        part_(sendbuf == MPI_IN_PLACE ? recvbuf : sendbuf),
        result_(recvbuf),
        wrong_(no_buffers(sendbuf, recvbuf)),
        elements_(elements),
        type_(type),
        op_(op) {}

  bool suits(const CommState& comm) override {
    if (wrong_) return false;
    while (doubling_ * 2 <= comm.size) doubling_ *= 2;
    bytes_ = bytes_of_reduction(elements_, type_, op_);
    return bytes_ > 0;
  }

  int post_round() override {
    const int paired = 2 * (size() - doubling_);
    switch (stage_) {
      case Stage::begin:
        if (rank() >= paired) return exchange();
        if (rank() % 2 == 0) {
          stage_ = Stage::given;
          return send(part_, number(), type_, rank() + 1);
        }
        return receive_part(rank() - 1);
      case Stage::received:
        if (const int code = reduce_received(); code != MPI_SUCCESS) return code;
        return exchange();
      case Stage::given:
        stage_ = Stage::over;
        return receive(result_, number(), type_, rank() + 1);
      case Stage::over:
        break;
    }
    return MPI_SUCCESS;
  }

 private:
  enum class Stage : unsigned char { begin, received, given, over };

  int number() const { return static_cast<int>(elements_); }

  int exchange() {
    const int pairs = size() - doubling_;
    if (mask_ == doubling_) {
      stage_ = Stage::over;
      if (part_ != result_) std::memcpy(result_, part_, static_cast<std::size_t>(bytes_));
      return rank() < 2 * pairs ? send(result_, number(), type_, rank() - 1) : MPI_SUCCESS;
    }
    const int place = rank() < 2 * pairs ? rank() / 2 : rank() - pairs;
    const int with = place ^ mask_;
    const int partner = with < pairs ? 2 * with + 1 : with + pairs;
    mask_ *= 2;
    if (const int code = receive_part(partner); code != MPI_SUCCESS) return code;
    return send(part_, number(), type_, partner);
  }

  /// Two buffers take turns, the user's one of them; what is reduced into must be ours to write.
  int receive_part(int source) {
    stage_ = Stage::received;
    lower_ = source < rank();
    const bool is_sendbuf = part_ != result_ && part_ != second_;
    if (is_sendbuf && lower_) {
      std::memcpy(result_, part_, static_cast<std::size_t>(bytes_));
      part_ = result_;
    }
    if (part_ == result_ && !second_) second_ = scratch_.room(static_cast<std::size_t>(bytes_));
    received_ = part_ == result_ ? second_ : result_;
    return receive(received_, number(), type_, source);
  }

  int reduce_received() {
    if (lower_) return PMPI_Reduce_local(received_, const_cast<void*>(part_), number(), type_, op_);
    const int code = PMPI_Reduce_local(part_, received_, number(), type_, op_);
    part_ = received_;
    return code;
  }

  const void* part_;  ///< what is reduced so far: the send buffer, result_ or second_
  void* const result_;
  void* second_ = nullptr;
  void* received_ = nullptr;
  const bool wrong_;
  bool lower_ = false;  ///< received_ is of a lower rank
  Stage stage_ = Stage::begin;
  int mask_ = 1;
  int doubling_ = 1;  ///< ranks that double: p above
  int bytes_ = 0;
  const MPI_Count elements_;
  const MPI_Datatype type_;
  const MPI_Op op_;
  Scratch scratch_;
};

}  // namespace

int allreduce(const CallSite& call, const void* sendbuf, void* recvbuf, MPI_Count count,
              MPI_Datatype datatype, MPI_Op op, PostOn mpi_form) {
  Allreduce schedule(call, sendbuf, recvbuf, count, datatype, op);
  return Collectives::run(schedule, mpi_form);
}

}  // namespace tidemill::mpi
