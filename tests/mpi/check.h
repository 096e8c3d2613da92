/* What the MPI test programs share: a check that ends all ranks with a message, and a random number
 * generator that is the same everywhere. Plain C and MPI, nothing of Tidemill's: most of these
 * programs must not know that it is there. */
#ifndef CHECK_H
#define CHECK_H

#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>

static int my_rank, rank_count;

/* A failed check ends every rank: the others would wait for this one's messages. */
#define CHECK(condition, ...)                                                           \
  do {                                                                                  \
    if (!(condition)) {                                                                 \
      fprintf(stderr, "rank %d: %s:%d: %s: ", my_rank, __FILE__, __LINE__, #condition); \
      fprintf(stderr, __VA_ARGS__);                                                     \
      fputc('\n', stderr);                                                              \
      fflush(stderr);                                                                   \
      MPI_Abort(MPI_COMM_WORLD, 1);                                                     \
    }                                                                                   \
  } while (0)

/* A handle is the same after a turn as an integer: Fortran's, or that of the standard's own ABI. */
#ifdef MPI_ABI
#define CHECK_HANDLE(Kind, handle) \
  CHECK(MPI_##Kind##_fromint(MPI_##Kind##_toint(handle)) == (handle), "another handle")
#else
#define CHECK_HANDLE(Kind, handle) \
  CHECK(MPI_##Kind##_f2c(MPI_##Kind##_c2f(handle)) == (handle), "another handle")
#endif

/* Of this process, so far. */
static inline double cpu_seconds(void) {
  struct rusage used;
  getrusage(RUSAGE_SELF, &used);
  return (double)(used.ru_utime.tv_sec + used.ru_stime.tv_sec) +
         1e-6 * (double)(used.ru_utime.tv_usec + used.ru_stime.tv_usec);
}

static inline void check_status(const MPI_Status* status, int source, int tag, MPI_Datatype type,
                                int count) {
  int got = -1;
  MPI_Get_count(status, type, &got);
  CHECK(status->MPI_SOURCE == source, "source %d, expected %d", status->MPI_SOURCE, source);
  CHECK(status->MPI_TAG == tag, "tag %d, expected %d", status->MPI_TAG, tag);
  CHECK(got == count, "%d elements, expected %d", got, count);
}

static inline void ignore_error(MPI_Comm* comm, int* code, ...) { (void)comm, (void)code; }

/* Whether plain MPI returns MPI_SUCCESS from a call whose error a handler of the program's has
 * seen, as MPICH 5.0 does. */
static inline int handlers_swallow_codes(void) {
  MPI_Comm comm;
  MPI_Errhandler handler;
  int value = 0;
  PMPI_Comm_dup(MPI_COMM_SELF, &comm);
  PMPI_Comm_create_errhandler(ignore_error, &handler);
  PMPI_Comm_set_errhandler(comm, handler);
  const int code = PMPI_Send(&value, 1, MPI_INT, 77, 0, comm);
  PMPI_Errhandler_free(&handler);
  PMPI_Comm_free(&comm);
  return code == MPI_SUCCESS;
}

static inline void start_mpi(int required) {
  int provided = -1, told = -1;
  MPI_Init_thread(NULL, NULL, required, &provided);
  MPI_Comm_rank(MPI_COMM_WORLD, &my_rank);
  MPI_Comm_size(MPI_COMM_WORLD, &rank_count);
  CHECK(provided == required, "asked for thread level %d, got %d", required, provided);
  MPI_Query_thread(&told);
  CHECK(told == provided, "MPI_Query_thread says %d, MPI_Init_thread said %d", told, provided);
}

/* The last line of a program that has checked what it says it has. The barrier is for MPICH 5.0:
 * its MPI_Finalize may leave acknowledgements of synchronous sends unsent, and the other rank
 * waiting (seen without Tidemill: 10,000 MPI_Issend each way, one run in ten). */
static inline void finish_mpi(const char* test, long checked) {
  MPI_Barrier(MPI_COMM_WORLD);
  MPI_Finalize();
  printf("%s: rank %d: %ld OK\n", test, my_rank, checked);
  fflush(stdout);
}

static inline int argument(int argc, char** argv, int index, int otherwise) {
  return argc > index ? atoi(argv[index]) : otherwise;
}

static inline unsigned next_random(unsigned long long* state) {
  *state = *state * 6364136223846793005ULL + 1442695040888963407ULL;
  return (unsigned)(*state >> 33);
}

#endif /* CHECK_H */
