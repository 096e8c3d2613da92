// Which collective calls are made of messages: valid ones of limited size, and broadcasts that are
// too large for MPI's own form. By bytes of the type signature, which MPI wants to be equal on all
// ranks. Measured: docs/mechanisms/mpi.md. Inside MPI only.
#pragma once

#include <limits>

#include "collectives/predefined.hpp"

namespace tidemill::mpi {

inline constexpr int kMostReducedBytes = 8192;
inline constexpr int kMostBlockBytes = 16384;  ///< from one rank to one other
inline constexpr int kMostExchanging = 16;     ///< ranks that all send to each other at once

/// Bytes of data in an element; 0: nothing, or no type.
inline MPI_Count size_of(MPI_Datatype type) {
  if (type == MPI_DATATYPE_NULL) return 0;
  if (const PredefinedType* known = predefined.type(type)) return known->size;
  MPI_Count size = 0;
  return PMPI_Type_size_x(type, &size) == MPI_SUCCESS && size > 0 ? size : 0;
}

/// Elements that are small, but not nothing: then their number fits in an int.
inline bool is_small(MPI_Count count, MPI_Datatype type, int most_bytes) {
  if (count <= 0 || count > most_bytes) return false;
  const MPI_Count size = size_of(type);
  return size > 0 && size <= most_bytes && count * size <= most_bytes;
}

/// More than MPI's non-blocking broadcast can do, where its messages can.
inline bool is_beyond_ibcast(MPI_Count count, MPI_Datatype type) {
  if (!kIbcastIsLimited || count <= 0) return false;
  const MPI_Count size = size_of(type);
  return size > 0 && count > std::numeric_limits<int>::max() / size;
}

/// A reduction that is small and valid, of predefined types by predefined operators: the bytes of
/// its buffers. Else 0. None of types with a gap, as MPI_DOUBLE_INT: that would be copied, too.
inline int bytes_of_reduction(MPI_Count count, MPI_Datatype type, MPI_Op op) {
  const PredefinedType* known = predefined.type(type);
  if (!known || !known->dense() || count <= 0 || count > kMostReducedBytes) return 0;
  const MPI_Count bytes = count * known->extent;
  return bytes <= kMostReducedBytes && predefined.reduces(op, *known) ? static_cast<int>(bytes) : 0;
}

/// A null pointer is MPI_BOTTOM, too: right for a datatype with addresses in it.
inline bool is_buffer(const void* buffer, MPI_Datatype type) {
  return buffer != nullptr || predefined.type(type) == nullptr;
}

/// What is wrong with a reduction's buffers, for MPI to say. Some MPIs let them be the same.
inline bool no_buffer(const void* buffer) { return buffer == nullptr || buffer == MPI_IN_PLACE; }
inline bool no_buffers(const void* sendbuf, const void* recvbuf) {
  return sendbuf == nullptr || no_buffer(recvbuf) || (kRejectsAliasing && sendbuf == recvbuf);
}

}  // namespace tidemill::mpi
