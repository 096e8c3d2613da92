// How the layer's modes begin and end, for those that may begin them: initialisation of MPI, of a
// session, of TAMPI.
#pragma once

namespace tidemill::mpi {

/// Who has task-awareness: MPI_COMM_WORLD, by MPI_Init_thread or TAMPI_Init, until MPI_Finalize or
/// TAMPI_Finalize; and the sessions that asked for it, all in one. They come and go in any order,
/// and the process is task-aware as long as one of them is there.
enum class Having : unsigned char { world = 1, sessions = 2 };

/// The program's tasks are another OpenMP library's, where nobody can suspend them. Then it says
/// so, once, and nobody may have task-awareness.
bool tasks_run_elsewhere();

/// Blocking calls pause their tasks from now on; `told` is what MPI_Query_thread says, `provided`
/// what MPI gave. By one thread at a time, as the next.
void begin_blocking_mode(Having who, int told, int provided);

/// Back to plain MPI with the last one that has it, once nothing is in flight; see
/// docs/mechanisms/mpi.md for what happens if something stays. True: that was the last one.
bool end_blocking_mode(Having who);

}  // namespace tidemill::mpi
