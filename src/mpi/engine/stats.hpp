// The ranks' accounts of their threads' time (tidemill/stats.h), gathered when MPI ends.
#pragma once

namespace tidemill::mpi {

/// Right before PMPI_Finalize, where TIDEMILL_STATS asks for accounts: rank 0 prints one table of
/// all ranks.
///
/// By MPI, as ranks may share no file system, and here, as this is where all ranks meet anyway: who
/// waits for others here would wait for them in MPI_Finalize. A non-blocking gather on
/// MPI_COMM_WORLD: no receive of a rank that is still computing can take its messages, and all
/// other collective operations there are complete. Where all ranks are task-aware they first find
/// out, on the hidden communicator, which of them were told of the variable: who waits there would
/// wait in MPI_Finalize. Else a rank that wasn't told comes by without it, and one that has died
/// never comes: nobody waits longer than a minute.
void gather_stats();

/// As MPI begins: is any of the task-aware ranks told of the variable? Where none is they don't
/// meet.
void note_who_asks_for_stats(bool any);

}  // namespace tidemill::mpi
