// Open MPI looks for its topology components at the first MPI_Cart_create, MPI_Graph_create or
// MPI_Dist_graph_create, without a lock (seen with 4.1): two first ones at once, on communicators
// of their own, damage its list. Helper threads make these calls, so two tasks are enough.
#pragma once

namespace tidemill::mpi {

/// Has it look for them now (0.2 ms). MPI is initialised, and nobody else is inside. Does nothing
/// to other MPIs.
void open_topology_components();

}  // namespace tidemill::mpi
