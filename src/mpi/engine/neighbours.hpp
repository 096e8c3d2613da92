// Whether the collectives of neighbours may be posted: MPI_Neighbor_alltoall and its like.
//
// Where a rank is another one's neighbour twice, as on a periodic grid of two, only the order of
// the messages tells which block is which, and each MPI's blocking and non-blocking forms choose
// that for themselves: Open MPI's (4.1 and 5.0) differ, and exchange what comes from the left with
// what comes from the right. Where there is one message from one rank to another, nothing can be
// taken for something else. So the first ones stay MPI's blocking calls, made by a helper: whatever
// the MPI, a task gets what the call gives outside.
//
// All ranks have to decide alike. Grids and graphs are known as a whole on each of them; of a
// distributed graph each knows its own edges: the ranks agree when it is made.
#pragma once

#include <vector>

#include "engine/mpi_api.hpp"

namespace tidemill::mpi {

class Neighbours {
 public:
  /// Whenever MPI may have been initialised. One thread at a time.
  void begin();
  /// Before MPI may end: another one, of sessions that begin later, doesn't know the attribute.
  void end();

  /// Is a rank of `comm` some rank's neighbour more than once? True as well where that isn't known.
  /// Not from inside MPI, but for a callback's.
  bool any_twice(MPI_Comm comm);

  /// To be called with MPI's code by all that have made a distributed graph, where they made it:
  /// the ranks agree on it, by a blocking call. Returns the code.
  int after_dist_graph(int code, MPI_Comm made);
  int after_dist_graph(int code, const MPI_Comm* made) {
    return code == MPI_SUCCESS ? after_dist_graph(code, *made) : code;
  }

 private:
  bool find(MPI_Comm comm);

  int key_ = MPI_KEYVAL_INVALID;  ///< of the attribute that keeps the answer; constant from begin()
                                  ///< to end()
};

extern Neighbours neighbours;

/// Inside MPI: of whom this rank gets data in a collective of neighbours, and to whom its own go.
/// Of a communicator without a topology nothing; MPI_PROC_NULL may be among them.
void find_neighbours(MPI_Comm comm, std::vector<int>& sources, std::vector<int>& destinations);

}  // namespace tidemill::mpi
