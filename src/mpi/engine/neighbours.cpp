#include "engine/neighbours.hpp"

#include <algorithm>
#include <vector>

#include "collectives/hidden_comm.hpp"
#include "engine/inside_mpi.hpp"
#include "engine/kept_blocking.hpp"

namespace tidemill::mpi {

Neighbours neighbours;

namespace {

bool answers[] = {false, true};  // of the attribute

/// Duplicates have the same neighbours.
int on_copy(MPI_Comm, int, void*, void* value, void* copied, int* is_copied) {
  *static_cast<void**>(copied) = value;
  *is_copied = 1;
  return MPI_SUCCESS;
}

bool has_twice(std::vector<int>::iterator begin, std::vector<int>::iterator end) {
  std::sort(begin, end);
  return std::adjacent_find(begin, end) != end;
}

/// Both neighbours along a dimension are the same rank, perhaps this one.
bool twice_on_grid(MPI_Comm comm) {
  int dimensions = 0;
  PMPI_Cartdim_get(comm, &dimensions);
  const auto size = static_cast<std::size_t>(dimensions);
  std::vector<int> sizes(size), periods(size), coordinates(size);
  PMPI_Cart_get(comm, dimensions, sizes.data(), periods.data(), coordinates.data());
  for (std::size_t i = 0; i < size; ++i)
    if (periods[i] && sizes[i] <= 2) return true;
  return false;
}

bool twice_in_graph(MPI_Comm comm) {
  int nodes = 0, edge_count = 0;
  PMPI_Graphdims_get(comm, &nodes, &edge_count);
  std::vector<int> ends(static_cast<std::size_t>(nodes)),
      edges(static_cast<std::size_t>(edge_count));
  PMPI_Graph_get(comm, nodes, edge_count, ends.data(), edges.data());
  int begin = 0;
  for (const int end : ends) {
    if (has_twice(edges.begin() + begin, edges.begin() + end)) return true;
    begin = end;
  }
  return false;
}

void find_own_edges(MPI_Comm comm, std::vector<int>& sources, std::vector<int>& destinations) {
  int in = 0, out = 0, weighted = 0;
  PMPI_Dist_graph_neighbors_count(comm, &in, &out, &weighted);
  sources.resize(static_cast<std::size_t>(in));
  destinations.resize(static_cast<std::size_t>(out));
  std::vector<int> in_weights(sources), out_weights(destinations);
  PMPI_Dist_graph_neighbors(comm, in, sources.data(), in_weights.data(), out, destinations.data(),
                            out_weights.data());
}

bool own_edges_twice(MPI_Comm comm) {
  std::vector<int> sources, destinations;
  find_own_edges(comm, sources, destinations);
  return has_twice(sources.begin(), sources.end()) ||
         has_twice(destinations.begin(), destinations.end());
}

}  // namespace

void Neighbours::begin() {
  if (key_ == MPI_KEYVAL_INVALID)
    PMPI_Comm_create_keyval(on_copy, MPI_COMM_NULL_DELETE_FN, &key_, nullptr);
}

void Neighbours::end() {
  if (key_ != MPI_KEYVAL_INVALID) PMPI_Comm_free_keyval(&key_);
}

bool Neighbours::any_twice(MPI_Comm comm) {
  if (comm == MPI_COMM_NULL) return false;  // for the call itself to complain about
  return inside_mpi([this, comm] { return find(comm); });
}

bool Neighbours::find(MPI_Comm comm) {
  int inter = 0, topology = MPI_UNDEFINED, found = 0;
  void* known = nullptr;
  if (PMPI_Comm_test_inter(comm, &inter) != MPI_SUCCESS || inter ||
      PMPI_Topo_test(comm, &topology) != MPI_SUCCESS || topology == MPI_UNDEFINED)
    return false;  // as above
  if (PMPI_Comm_get_attr(comm, key_, static_cast<void*>(&known), &found) == MPI_SUCCESS && found)
    return *static_cast<const bool*>(known);
  if (topology == MPI_DIST_GRAPH) return true;  // nobody has agreed on it
  const bool twice = topology == MPI_CART ? twice_on_grid(comm) : twice_in_graph(comm);
  PMPI_Comm_set_attr(comm, key_, &answers[twice]);
  return twice;
}

int Neighbours::after_dist_graph(int code, MPI_Comm made) {
  // Only where surely all its ranks come here: see HiddenComm::open.
  if (code != MPI_SUCCESS || made == MPI_COMM_NULL || !hidden_comm.is_open() ||
      kept_blocking.applies(made))
    return code;
  int twice = own_edges_twice(made);
  PMPI_Allreduce(MPI_IN_PLACE, &twice, 1, MPI_INT, MPI_MAX, made);
  PMPI_Comm_set_attr(made, key_, &answers[twice != 0]);
  return code;
}

void find_neighbours(MPI_Comm comm, std::vector<int>& sources, std::vector<int>& destinations) {
  int topology = MPI_UNDEFINED, rank = 0, number = 0;
  PMPI_Topo_test(comm, &topology);
  PMPI_Comm_rank(comm, &rank);
  if (topology == MPI_DIST_GRAPH) return find_own_edges(comm, sources, destinations);
  if (topology == MPI_GRAPH) {
    PMPI_Graph_neighbors_count(comm, rank, &number);
    sources.resize(static_cast<std::size_t>(number));
    PMPI_Graph_neighbors(comm, rank, number, sources.data());
  }
  if (topology == MPI_CART) PMPI_Cartdim_get(comm, &number);
  for (int i = 0; topology == MPI_CART && i < number; ++i) {
    sources.insert(sources.end(), 2, MPI_PROC_NULL);
    PMPI_Cart_shift(comm, i, 1, &*(sources.end() - 2), &sources.back());
  }
  destinations = sources;
}

}  // namespace tidemill::mpi
