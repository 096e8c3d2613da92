/* Tidemill's task-aware MPI: where tasks are not to be paused. For the rest see TAMPI.h.
 *
 * A blocking MPI call that is opted out waits on its thread, as MPI itself would: the thread runs
 * no other task meanwhile. That is for code that relies on the thread it runs on (a library with
 * thread-local state across MPI calls), or holds what other tasks of the thread would need. With
 * messages between two tasks of one thread it may never end.
 *
 * Both may be called at any time, before MPI is initialised too, by any thread and by several at
 * once, and cannot fail. Any value of `aware` but 0 counts as 1. */
#ifndef TIDEMILL_MPI_H
#define TIDEMILL_MPI_H

#include <mpi.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Of the calling thread's calls from now on: pause the task (aware = 1, as it is at the beginning)
 * or wait on the thread (0). The same as TAMPI_PROPERTY_THREAD_TASKAWARE. An untied task may meet
 * another thread after any call that pauses. */
void tidemill_mpi_set_thread_aware(int aware);

/* The same of all calls that name `comm`, on any thread of this process, until MPI_Comm_free or
 * MPI_Comm_disconnect. A communicator made from it starts aware. A thread whose calls come at the
 * same time orders them itself: they are of either kind. */
void tidemill_mpi_set_comm_aware(MPI_Comm comm, int aware);

#ifdef __cplusplus
}
#endif

#endif /* TIDEMILL_MPI_H */
