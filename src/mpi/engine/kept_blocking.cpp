#include "engine/kept_blocking.hpp"

#include <vector>

#include "engine/inside_mpi.hpp"

namespace tidemill::mpi {

KeptBlocking kept_blocking;

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

bool all_are_of_this_world(MPI_Comm comm, bool inter) {
  MPI_Group group;
  PMPI_Comm_group(comm, &group);
  if (!are_of_this_world(group)) return false;
  if (!inter) return true;
  PMPI_Comm_remote_group(comm, &group);
  return are_of_this_world(group);
}

}  // namespace

void KeptBlocking::begin() {
  if (!world_is_there()) return;  // a session's processes have no parent
  if (key_ == MPI_KEYVAL_INVALID)
    PMPI_Comm_create_keyval(MPI_COMM_NULL_COPY_FN, MPI_COMM_NULL_DELETE_FN, &key_, nullptr);
  MPI_Comm parent = MPI_COMM_NULL;
  if (PMPI_Comm_get_parent(&parent) == MPI_SUCCESS && parent != MPI_COMM_NULL) meet();
}

[[gnu::noinline]] bool KeptBlocking::applies_slow(MPI_Comm comm, OnInter on_inter) {
  if (comm == MPI_COMM_NULL) return false;  // for the call itself to complain about
  const Kind kind = inside_mpi([this, comm] { return kind_of(comm); });
  return kind == Kind::other_world || (kind == Kind::inter && on_inter == OnInter::wrong);
}

KeptBlocking::Kind KeptBlocking::kind_of(MPI_Comm comm) {
  if (comm == MPI_COMM_SELF) return Kind::usual;
  static Kind values[] = {Kind::usual, Kind::inter, Kind::other_world};  // of the attribute
  const bool world = key_ != MPI_KEYVAL_INVALID && world_is_there();
  void* known = nullptr;
  int found = 0;
  if (world && PMPI_Comm_get_attr(comm, key_, static_cast<void*>(&known), &found) != MPI_SUCCESS)
    return Kind::usual;
  if (found) return *static_cast<const Kind*>(known);
  int inter = 0;
  if (PMPI_Comm_test_inter(comm, &inter) != MPI_SUCCESS) return Kind::usual;
  Kind kind = inter ? Kind::inter : Kind::usual;
  if (!world) return kind;  // a session's: it may still begin
  if (!all_are_of_this_world(comm, inter != 0)) kind = Kind::other_world;
  PMPI_Comm_set_attr(comm, key_, &values[static_cast<int>(kind)]);
  return kind;
}

}  // namespace tidemill::mpi
