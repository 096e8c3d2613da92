#include "engine/kept_blocking.hpp"

#include <vector>

#include "engine/inside_mpi.hpp"

namespace tidemill::mpi {

KeptBlocking kept_blocking;

namespace {

/// Are all processes of an intracommunicator in MPI_COMM_WORLD?
bool all_are_of_this_world(MPI_Comm comm) {
  MPI_Group group, world;
  PMPI_Comm_group(comm, &group);
  PMPI_Comm_group(MPI_COMM_WORLD, &world);
  int size = 0;
  PMPI_Group_size(group, &size);
  std::vector<int> ranks(static_cast<std::size_t>(size)), found(ranks);
  for (int i = 0; i < size; ++i) ranks[static_cast<std::size_t>(i)] = i;
  PMPI_Group_translate_ranks(group, size, ranks.data(), world, found.data());
  PMPI_Group_free(&world);
  PMPI_Group_free(&group);
  for (const int rank : found)
    if (rank == MPI_UNDEFINED) return false;
  return true;
}

}  // namespace

void KeptBlocking::begin() {
  if (!world_is_there()) return;  // a session's processes have no parent
  if (key_ == MPI_KEYVAL_INVALID)
    PMPI_Comm_create_keyval(MPI_COMM_NULL_COPY_FN, MPI_COMM_NULL_DELETE_FN, &key_, nullptr);
  MPI_Comm parent = MPI_COMM_NULL;
  if (PMPI_Comm_get_parent(&parent) == MPI_SUCCESS && parent != MPI_COMM_NULL) meet();
}

[[gnu::noinline]] bool KeptBlocking::applies_slow(MPI_Comm comm) {
  if (comm == MPI_COMM_NULL) return false;  // for the call itself to complain about
  return inside_mpi([this, comm] { return find(comm); });
}

bool KeptBlocking::find(MPI_Comm comm) {
  if (comm == MPI_COMM_SELF) return false;
  static bool answers[] = {false, true};  // of the attribute
  const bool world = key_ != MPI_KEYVAL_INVALID && world_is_there();
  void* known = nullptr;
  int found = 0, inter = 0;
  if (world && PMPI_Comm_get_attr(comm, key_, static_cast<void*>(&known), &found) != MPI_SUCCESS)
    return false;
  if (found) return *static_cast<const bool*>(known);
  if (PMPI_Comm_test_inter(comm, &inter) != MPI_SUCCESS) return false;
  if (!world) return inter != 0;  // a session's: it may still begin
  const bool kept = inter != 0 || !all_are_of_this_world(comm);
  PMPI_Comm_set_attr(comm, key_, &answers[kept]);
  return kept;
}

}  // namespace tidemill::mpi
