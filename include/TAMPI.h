/* Tidemill's task-aware MPI, under the names of the Task-Aware MPI library, versions 1 to 4.
 *
 * Sala et al., "Integrating blocking and non-blocking MPI primitives with task-based programming
 * models" (2019), section 6. Include after or instead of <mpi.h>; link with -ltampi, or
 * -ltidemill-mpi-openmpi or -ltidemill-mpi-mpich, whichever MPI the program is built for.
 *
 * Two modes. Blocking (MPI_TASK_MULTIPLE): a blocking MPI call inside a task pauses the task, never
 * the thread. Non-blocking (MPI_THREAD_MULTIPLE is enough): the TAMPI_I* calls bind operations to
 * the completion of the task. docs/mpi.md says for every function what it does in a task.
 *
 * Errors: all functions return MPI_SUCCESS or an MPI error code, after MPI's error handlers have
 * had their say where MPI found the error. Of a bound operation they tell of its start; what comes
 * later is in MPI_ERROR of its status or, without one, said once on stderr.
 * Threads: with MPI_THREAD_MULTIPLE all may be called by any thread and several at once, unless
 * said otherwise; below that as MPI's own.
 */
#ifndef TAMPI_H
#define TAMPI_H

#include <mpi.h>

#define TAMPI_VERSION_MAJOR 4
#define TAMPI_VERSION_MINOR 1

#ifdef __cplusplus
extern "C" {
#endif

/* The thread support level to ask MPI_Init_thread for: MPI_THREAD_MULTIPLE and the blocking mode
 * (2019, section 6.3). `provided` is lower when the MPI beneath gives less than
 * MPI_THREAD_MULTIPLE or the layer is not in front of it. As thread_level of MPI_Session_init's
 * info: "MPI_TASK_MULTIPLE". */
#ifndef MPI_TASK_MULTIPLE
#define MPI_TASK_MULTIPLE (MPI_THREAD_MULTIPLE + 1)
#endif

/* ---- Binding to the task (2019, section 6.2) --------------------------------------------- */

/* Binds `request` to the completion of the calling task and returns at once: the task's dependences
 * are released when its body has returned and the request completed. The buffers, and *status (or
 * MPI_STATUS_IGNORE), may be touched only by tasks that depend on this one; MPI_ERROR of the status
 * is always set. *request becomes MPI_REQUEST_NULL now. Outside a task, or below
 * MPI_THREAD_MULTIPLE, it is MPI_Wait. */
int TAMPI_Iwait(MPI_Request* request, MPI_Status* status);

/* The same for `count` requests; `statuses` holds `count` statuses, or is MPI_STATUSES_IGNORE.
 * Outside a task, or below MPI_THREAD_MULTIPLE, it is MPI_Waitall. */
int TAMPI_Iwaitall(int count, MPI_Request requests[], MPI_Status statuses[]);

/* ---- Initialisation and properties -------------------------------------------------------- */

/* Begins task-awareness of a program that switched TAMPI_PROPERTY_AUTO_INIT off; after
 * MPI_Init_thread with MPI_THREAD_MULTIPLE, once. `required` is MPI_TASK_MULTIPLE for the blocking
 * mode. *provided: the level there is, MPI_TASK_MULTIPLE if the mode has begun. MPI_ERR_ARG:
 * `provided` is null. By one thread, while no other is in MPI. */
int TAMPI_Init(int required, int* provided);
/* Ends task-awareness, before MPI_Finalize (which does so, too). By one thread, when no task waits
 * for MPI. Always MPI_SUCCESS. */
int TAMPI_Finalize(void);

/* Whether a mode is on: to be read only. */
#define TAMPI_PROPERTY_BLOCKING_MODE 1
#define TAMPI_PROPERTY_NONBLOCKING_MODE 2
/* 1, the default: MPI_Init_thread begins task-awareness. To be set before it. */
#define TAMPI_PROPERTY_AUTO_INIT 3
/* 1, the default: blocking calls of the calling thread pause their tasks. 0: they wait on the
 * thread (tidemill/mpi.h). */
#define TAMPI_PROPERTY_THREAD_TASKAWARE 4

/* MPI_ERR_ARG: no such property, one that can't be set, or `value` is null. AUTO_INIT is set by one
 * thread, before MPI_Init_thread; THREAD_TASKAWARE is each thread's own. */
int TAMPI_Property_get(int property, int* value);
int TAMPI_Property_set(int property, int value);

/* The two modes once more. MPI_ERR_ARG: `flag` is null. */
int TAMPI_Blocking_enabled(int* flag);
int TAMPI_Nonblocking_enabled(int* flag);

#ifdef __cplusplus
} /* extern "C" */
#endif

/* ---- Operations, and one source with and without tasks (TAMPI 1 to 3) --------------------- */

/* With OpenMP the forms that take a request bind it, and TAMPI_Wait has nothing left to wait for;
 * without OpenMP there is no task to bind to, and all of them are MPI's own. */
#if defined(_OPENMP) || defined(_OMPSS_2)
#define TAMPI_FORM(bound, plain) bound
#define TAMPI_Wait(request, status) ((void)(request), (void)(status), MPI_SUCCESS)
#define TAMPI_Waitall(count, requests, statuses) \
  ((void)(count), (void)(requests), (void)(statuses), MPI_SUCCESS)
#else
#define TAMPI_FORM(bound, plain) plain
#define TAMPI_Wait(request, status) MPI_Wait(request, status)
#define TAMPI_Waitall(count, requests, statuses) MPI_Waitall(count, requests, statuses)
#endif

/* TAMPI_PICK(f, a, b, c)(...) is f_3(a, b, c). */
#define TAMPI_COUNT(...) \
  TAMPI_COUNT_(__VA_ARGS__, 16, 15, 14, 13, 12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1, 0)
#define TAMPI_COUNT_(a, b, c, d, e, f, g, h, i, j, k, l, m, n, o, p, count, ...) count
#define TAMPI_PICK(name, ...) TAMPI_PICK_(name##_, TAMPI_COUNT(__VA_ARGS__))(__VA_ARGS__)
#define TAMPI_PICK_(name, count) TAMPI_PICK__(name, count)
#define TAMPI_PICK__(name, count) name##count

#include "tidemill/tampi_operations.h"

#endif /* TAMPI_H */
