/* Tidemill's task-aware MPI, under the names of the Task-Aware MPI library.
 *
 * Sala et al., "Integrating blocking and non-blocking MPI primitives with task-based programming
 * models" (2019), section 6. Include after or instead of <mpi.h>; link with
 * -ltidemill-mpi-openmpi or -ltidemill-mpi-mpich, whichever MPI the program is built for.
 */
#ifndef TAMPI_H
#define TAMPI_H

#include <mpi.h>

#ifdef __cplusplus
extern "C" {
#endif

/* The thread support level to ask MPI_Init_thread for: MPI_THREAD_MULTIPLE, and a blocking MPI
 * call inside a task pauses the task, never the thread (2019, section 6.3). `provided` is lower
 * when the MPI beneath gives less than MPI_THREAD_MULTIPLE or the layer is not in front of it. */
#ifndef MPI_TASK_MULTIPLE
#define MPI_TASK_MULTIPLE (MPI_THREAD_MULTIPLE + 1)
#endif

/* Binds `request` to the completion of the calling task and returns at once (2019, section 6.2):
 * the task's dependences are released when its body has returned and the request completed. The
 * buffers, and *status (or MPI_STATUS_IGNORE), may be touched only by tasks that depend on this
 * one; *request becomes MPI_REQUEST_NULL now. Outside a task, or below MPI_TASK_MULTIPLE, it is
 * MPI_Wait. Returns MPI_SUCCESS or an MPI error code. */
int TAMPI_Iwait(MPI_Request* request, MPI_Status* status);

/* The same for `count` requests; `statuses` holds `count` statuses, or is MPI_STATUSES_IGNORE. */
int TAMPI_Iwaitall(int count, MPI_Request requests[], MPI_Status statuses[]);

#ifdef __cplusplus
}
#endif

#endif /* TAMPI_H */
