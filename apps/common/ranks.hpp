// How ranks come to one decision. Every function is collective over `comm`.
#pragma once

#include <mpi.h>

#include <functional>
#include <string>
#include <vector>

namespace app {

/// Throws UsageError with the same text on all ranks if any rank has a `failure` (empty: none).
void agree(MPI_Comm comm, const std::string& failure);

/// Has rank 0 alone do `work`; a UsageError of it is thrown on all ranks.
void on_rank_0(MPI_Comm comm, const std::function<void()>& work);

/// Has each rank do `make`, which takes about `bytes` of memory. Where that is not to be had on
/// some rank, throws UsageError with `failure` on all ranks.
void allocate(MPI_Comm comm, double bytes, const std::string& failure,
              const std::function<void()>& make);

/// What rank 0 has, on all ranks.
void share(MPI_Comm comm, std::string& bytes);
void share(MPI_Comm comm, std::vector<double>& numbers);

/// A barrier whose early ranks sleep: MPI's own ones spin, and take the core from the late rank.
void wait_for_all(MPI_Comm comm);

}  // namespace app
