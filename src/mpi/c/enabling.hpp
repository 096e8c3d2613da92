// How the layer's modes begin and end, for those that may begin them: initialisation of MPI, of a
// session, of TAMPI.
#pragma once

namespace tidemill::mpi {

/// `tidemill run --task-aware`: for programs that can't ask for MPI_TASK_MULTIPLE themselves.
bool task_aware_by_user();

/// Blocking calls pause their tasks from now on; `told` is what MPI_Query_thread says, `provided`
/// what MPI gave.
void begin_blocking_mode(int told, int provided);

/// Back to plain MPI, once nothing is in flight; see docs/mechanisms/mpi.md for what happens if
/// something stays.
void end_task_awareness();

}  // namespace tidemill::mpi
