/* Which thread makes MPI advance while a task waits, and how: the back end that was asked for.
 *
 * usage: backends test|progress|async, on 2 ranks and one thread; linked with the layer.
 * Stands before MPI's progress engine and its test of requests, and notes who calls them. */
#define _GNU_SOURCE
#include <TAMPI.h>
#include <dlfcn.h>
#include <pthread.h>
#include <stdatomic.h>
#include <unistd.h>

#include "check.h"

static pthread_t program_thread;
static atomic_int watching;
typedef struct {
  atomic_long by_program, by_others;
} Calls;
static Calls tests, advances;

/* The layer's calls count, MPI's own among themselves do not. */
static void note(Calls* calls, const void* caller) {
  Dl_info info;
  if (!watching || !dladdr(caller, &info) || !strstr(info.dli_fname, "libtidemill-mpi")) return;
  if (pthread_equal(pthread_self(), program_thread))
    ++calls->by_program;
  else
    ++calls->by_others;
}

int PMPI_Testsome(int count, MPI_Request* requests, int* done, int* where, MPI_Status* statuses) {
  static int (*next)(int, MPI_Request*, int*, int*, MPI_Status*);
  if (!next) *(void**)&next = dlsym(RTLD_NEXT, "PMPI_Testsome");
  note(&tests, __builtin_return_address(0));
  return next(count, requests, done, where, statuses);
}
void opal_progress(void) {
  static void (*next)(void);
  if (!next) *(void**)&next = dlsym(RTLD_NEXT, "opal_progress");
  note(&advances, __builtin_return_address(0));
  next();
}
int PMPIX_Stream_progress(int stream) {
  static int (*next)(int);
  if (!next) *(void**)&next = dlsym(RTLD_NEXT, "PMPIX_Stream_progress");
  note(&advances, __builtin_return_address(0));
  return next(stream);
}

int main(int argc, char** argv) {
  const char* backend = argc > 1 ? argv[1] : "test";
  program_thread = pthread_self();
  start_mpi(MPI_TASK_MULTIPLE);
#pragma omp parallel num_threads(1)
#pragma omp single
#pragma omp task
  {
    int value = -1;
    if (my_rank == 0) {
      /* Rank 1 waits by then, however late it has begun. */
      MPI_Recv(&value, 1, MPI_INT, 1, 2, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
      usleep(50000);
      value = 42;
      MPI_Ssend(&value, 1, MPI_INT, 1, 1, MPI_COMM_WORLD);
    } else {
      MPI_Send(&value, 1, MPI_INT, 0, 2, MPI_COMM_WORLD);
      watching = 1;
      MPI_Recv(&value, 1, MPI_INT, 0, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
      watching = 0;
    }
    CHECK(value == 42, "received %d", value);
  }
  if (my_rank == 1) {
    const int by_thread = strcmp(backend, "async") == 0;
    const int advances_at_all = strcmp(backend, "progress") == 0;
    const long by_program = tests.by_program + advances.by_program;
    const long by_others = tests.by_others + advances.by_others;
    CHECK((by_others > by_program) == by_thread, "%ld calls by the program's thread, %ld by others",
          by_program, by_others);
    CHECK(!by_thread || by_program <= 1, "%ld calls by the program's thread", by_program);
    if (!by_thread) {
      CHECK((advances.by_program > 0) == advances_at_all, "%ld calls of the progress engine",
            advances.by_program);
      CHECK(advances_at_all || tests.by_program > 0, "no test");
    }
  }
  finish_mpi("backends", 1);
  return 0;
}
