#include "engine/other_worlds.hpp"

#include <vector>

#include "engine/inside_mpi.hpp"

namespace tidemill::mpi {

OtherWorlds other_worlds;

namespace {

/// Sessions alone have none.
bool world_is_there() {
  int initialised = 0, finalised = 0;
  PMPI_Initialized(&initialised);
  PMPI_Finalized(&finalised);
  return initialised && !finalised;
}

/// Are all processes of `group`, which is freed, in MPI_COMM_WORLD?
bool are_of_this_world(MPI_Group group) {
  MPI_Group world;
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

// Values of the attribute.
char here, elsewhere;

}  // namespace

void OtherWorlds::begin() {
  if (!world_is_there()) return;  // a session's processes have no parent
  if (key_ == MPI_KEYVAL_INVALID)
    PMPI_Comm_create_keyval(MPI_COMM_NULL_COPY_FN, MPI_COMM_NULL_DELETE_FN, &key_, nullptr);
  MPI_Comm parent = MPI_COMM_NULL;
  if (PMPI_Comm_get_parent(&parent) == MPI_SUCCESS && parent != MPI_COMM_NULL) meet();
}

[[gnu::noinline]] bool OtherWorlds::in_reach_slow(MPI_Comm comm) {
  if (comm == MPI_COMM_NULL) return false;  // for the call itself to complain about
  return inside_mpi([this, comm] { return find_out(comm); });
}

bool OtherWorlds::find_out(MPI_Comm comm) {
  if (key_ == MPI_KEYVAL_INVALID || !world_is_there()) return false;
  void* known = nullptr;
  int found = 0;
  if (PMPI_Comm_get_attr(comm, key_, static_cast<void*>(&known), &found) != MPI_SUCCESS)
    return false;
  if (found) return known == &elsewhere;
  int inter = 0;
  PMPI_Comm_test_inter(comm, &inter);
  MPI_Group group;
  PMPI_Comm_group(comm, &group);
  bool all = are_of_this_world(group);
  if (inter) {
    PMPI_Comm_remote_group(comm, &group);
    all = are_of_this_world(group) && all;
  }
  PMPI_Comm_set_attr(comm, key_, all ? &here : &elsewhere);
  return !all;
}

}  // namespace tidemill::mpi
