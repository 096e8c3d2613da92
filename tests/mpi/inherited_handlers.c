/* What is made of MPI_COMM_WORLD has its error handler, also where other tasks' requests are tested
 * meanwhile: MPICH's tests know no other handler than the world's, which the layer takes away for
 * the time. Run on 2 ranks. */
#include "check.h"

enum { kRounds = 100, kWaiting = 300 };

static void on_error(MPI_Comm* comm, int* code, ...) { (void)comm, (void)code; }

/* `made` is freed. */
static int inherited(MPI_Errhandler handler, MPI_Comm* made, const char* what) {
  MPI_Errhandler found;
  MPI_Comm_get_errhandler(*made, &found);
  CHECK(found == handler, "another handler after %s", what);
  if (found != MPI_ERRORS_RETURN && found != MPI_ERRORS_ARE_FATAL) MPI_Errhandler_free(&found);
  MPI_Comm_free(made);
  return 1;
}

static long make_all(MPI_Errhandler handler) {
  MPI_Comm made;
  const int size[1] = {rank_count}, periodic[1] = {0};
  long made_so_far = 0;
  for (int i = 0; i < kRounds; ++i) {
    MPI_Comm_split(MPI_COMM_WORLD, 0, my_rank, &made);
    made_so_far += inherited(handler, &made, "MPI_Comm_split");
    MPI_Cart_create(MPI_COMM_WORLD, 1, size, periodic, 0, &made);
    made_so_far += inherited(handler, &made, "MPI_Cart_create");
    MPI_Comm_dup(MPI_COMM_WORLD, &made);
    made_so_far += inherited(handler, &made, "MPI_Comm_dup");
  }
  return made_so_far;
}

/* One task makes communicators while another waits for many messages, which come afterwards. */
static long beside_tests(MPI_Errhandler handler, MPI_Comm comm) {
  static int values[kWaiting];
  MPI_Request requests[kWaiting];
  const int other = 1 - my_rank;
  long made = 0;
  MPI_Comm_set_errhandler(MPI_COMM_WORLD, handler);
  for (int i = 0; i < kWaiting; ++i)
    MPI_Irecv(&values[i], 1, MPI_INT, other, i, comm, &requests[i]);
#pragma omp parallel
#pragma omp single
  {
#pragma omp task shared(requests)
    MPI_Waitall(kWaiting, requests, MPI_STATUSES_IGNORE);
#pragma omp task shared(made)
    {
      made = make_all(handler);
      for (int i = 0; i < kWaiting; ++i) MPI_Send(&i, 1, MPI_INT, other, i, comm);
    }
  }
  return made;
}

int main(void) {
  MPI_Comm comm;
  MPI_Errhandler own;
  start_mpi(MPI_THREAD_MULTIPLE);
  MPI_Comm_dup(MPI_COMM_WORLD, &comm);
  MPI_Comm_set_errhandler(comm, MPI_ERRORS_RETURN);
  long made = beside_tests(MPI_ERRORS_ARE_FATAL, comm);
  MPI_Comm_create_errhandler(on_error, &own);
  made += beside_tests(own, comm);
  MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_ARE_FATAL);
  MPI_Errhandler_free(&own);
  MPI_Comm_free(&comm);
  finish_mpi("inherited_handlers", made);
  return 0;
}
