// How ranks come to one decision. Every function is collective over `comm`.
#pragma once

#include <mpi.h>

#include <string>

namespace heat {

/// Throws UsageError with the same text on all ranks if any rank has a `failure` (empty: none).
void agree(MPI_Comm comm, const std::string& failure);

/// The bytes that rank 0 has, on all ranks.
void share(MPI_Comm comm, std::string& bytes);

/// A barrier whose early ranks sleep: MPI's own ones spin, and take the core from the late rank.
void wait_for_all(MPI_Comm comm);

}  // namespace heat
