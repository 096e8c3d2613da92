// MPI's predefined datatypes and operators as the collective operations need them: which reductions
// are valid (MPI-4.1, 6.9.2: anything else is MPI's to judge), and which buffers may be copied as
// bytes. Filled once, then only read.
#pragma once

#include <algorithm>
#include <cstdint>

#include "engine/mpi_api.hpp"

namespace tidemill::mpi {

struct PredefinedType {
  MPI_Datatype handle;
  int size;            ///< bytes of data
  int extent;          ///< bytes from one element to the next
  std::uint16_t kind;  ///< the class of the standard's table it belongs to, one bit; 0: none

  bool dense() const { return size == extent; }
};

class Predefined {
 public:
  /// After MPI was initialised.
  void begin();

  /// nullptr: derived, or one without reductions that is rare.
  const PredefinedType* type(MPI_Datatype handle) const {
    if (last_->handle == handle) [[likely]]
      return last_;
    return type_slow(handle);
  }

  /// Is `op` one of the standard's?
  bool is_own(MPI_Op op) const {
    return std::any_of(ops_, ops_ + op_count_, [=](const Op& each) { return each.handle == op; });
  }

  /// Does the standard let `op` reduce `type`?
  bool reduces(MPI_Op op, const PredefinedType& type) const {
    for (int i = 0; i < op_count_; ++i)
      if (ops_[i].handle == op) return (ops_[i].kinds & type.kind) != 0;
    return false;
  }

 private:
  static constexpr int kMostTypes = 64, kMostOps = 12;
  struct Op {
    MPI_Op handle;
    std::uint16_t kinds;
  };
  const PredefinedType* type_slow(MPI_Datatype handle) const;

  PredefinedType types_[kMostTypes] = {};
  Op ops_[kMostOps] = {};
  int type_count_ = 0, op_count_ = 0;
  mutable const PredefinedType* last_ = types_;  ///< found last. Inside MPI only
};

extern Predefined predefined;

}  // namespace tidemill::mpi
