/* Functions of the program's that MPI calls back run on the thread that made the call, whoever else
 * is inside MPI: they find its thread-local data, and may take locks that it holds already. Threads
 * make calls that call back, and meanwhile others that don't.
 *
 * usage: own_thread [calls of each thread]; one rank */
#define _GNU_SOURCE
#include <omp.h>
#include <pthread.h>

#include "check.h"

enum { MOST_THREADS = 64 };

struct owner {
  pthread_mutex_t lock; /* recursive */
  long calls;
};
static struct owner owners[MOST_THREADS];
static _Thread_local int mine; /* 1 + the thread's number */
static _Thread_local int failed;

static void called_for(long owner, const char* by) {
  CHECK(owner == mine, "%s of thread %ld ran on thread %d", by, owner, mine);
  struct owner* its = &owners[owner - 1];
  pthread_mutex_lock(&its->lock);
  ++its->calls;
  pthread_mutex_unlock(&its->lock);
}

static void reduce(void* in, void* inout, int* count, MPI_Datatype* type) {
  (void)count, (void)type;
  called_for(*(int*)in, "the reduction");
  *(int*)inout += *(int*)in;
}

static int copy(MPI_Datatype type, int key, void* extra, void* in, void* out, int* flag) {
  (void)type, (void)key, (void)extra;
  called_for((long)in, "the copy of a datatype's attribute");
  *(void**)out = in;
  *flag = 1;
  return MPI_SUCCESS;
}

static int drop_of_type(MPI_Datatype type, int key, void* value, void* extra) {
  (void)type, (void)key, (void)extra;
  called_for((long)value, "the end of a datatype's attribute");
  return MPI_SUCCESS;
}

static int drop_of_comm(MPI_Comm comm, int key, void* value, void* extra) {
  int rank = -1;
  (void)key, (void)extra;
  MPI_Comm_rank(comm, &rank); /* a call from inside */
  CHECK(rank == my_rank, "rank %d", rank);
  called_for((long)value, "the end of a communicator's attribute");
  return MPI_SUCCESS;
}

static int query(void* extra, MPI_Status* status) {
  called_for((long)extra, "the query of a generalized request");
  MPI_Status_set_elements(status, MPI_INT, 0);
  MPI_Status_set_cancelled(status, 0);
  status->MPI_SOURCE = MPI_UNDEFINED;
  status->MPI_TAG = MPI_UNDEFINED;
  return MPI_SUCCESS;
}

static int release(void* extra) {
  called_for((long)extra, "the end of a generalized request");
  return MPI_SUCCESS;
}

static int cancel(void* extra, int complete) {
  (void)complete;
  called_for((long)extra, "the cancellation of a generalized request");
  return MPI_SUCCESS;
}

static void handle(MPI_Comm* comm, int* code, ...) {
  (void)comm, (void)code;
  called_for(mine, "the error handler");
  failed = 1;
}

static MPI_Op sum;
static int type_key, comm_key;

static void look(void) {
  int flag;
  MPI_Iprobe(MPI_ANY_SOURCE, 7, MPI_COMM_WORLD, &flag, MPI_STATUS_IGNORE);
}

/* Returns how many calls back it has caused. */
static long call_back(MPI_Datatype type, MPI_Comm comm) {
  const int in = mine;
  int out = 1;
  MPI_Datatype other;
  look();
  MPI_Reduce_local(&in, &out, 1, MPI_INT, sum);
  CHECK(out == 1 + mine, "the sum is %d", out);
  look();
  MPI_Type_dup(type, &other);
  look();
  MPI_Type_free(&other);
  MPI_Comm_set_attr(comm, comm_key, (void*)(long)mine);
  look();
  MPI_Comm_delete_attr(comm, comm_key);
  return 4;
}

static long generalized(void) {
  MPI_Request request;
  int done = 0;
  MPI_Grequest_start(query, release, cancel, (void*)(long)mine, &request);
  look();
  MPI_Grequest_complete(request);
  look();
  MPI_Test(&request, &done, MPI_STATUS_IGNORE);
  CHECK(done, "a generalized request is complete");
  return 2;
}

static long fail(int number) {
  MPI_Request request;
  int flag;
  look();
  failed = 0;
  switch (number % 3) {
    case 0:
      MPI_Isend(&number, 1, MPI_INT, 999, 0, MPI_COMM_WORLD, &request);
      break;
    case 1:
      MPI_Iprobe(999, 0, MPI_COMM_WORLD, &flag, MPI_STATUS_IGNORE);
      break;
    default: /* where the task would pause */
      MPI_Send(&number, 1, MPI_INT, 999, 0, MPI_COMM_WORLD);
      break;
  }
  CHECK(failed, "the error handler of call %d ran on another thread", number);
  return 1;
}

enum part { CALLS_BACK, FAILS, GENERALIZED };

static long run(enum part part, int calls) {
  long all = 0;
#pragma omp parallel reduction(+ : all)
  {
    struct owner* own = &owners[omp_get_thread_num()];
    long caused = 0;
    MPI_Datatype type;
    mine = omp_get_thread_num() + 1;
    own->calls = 0;
    MPI_Type_contiguous(3, MPI_INT, &type);
    MPI_Type_set_attr(type, type_key, (void*)(long)mine);
    MPI_Comm comm = MPI_COMM_NULL;
#pragma omp critical
    MPI_Comm_dup(MPI_COMM_SELF, &comm);
#pragma omp barrier
    mine = omp_get_thread_num() + 1;
    for (int i = 0; i < calls; ++i) {
      pthread_mutex_lock(&own->lock);
      if (part == CALLS_BACK) caused += call_back(type, comm);
      if (part == FAILS) caused += fail(i);
      if (part == GENERALIZED) caused += generalized();
      pthread_mutex_unlock(&own->lock);
    }
    MPI_Comm_set_attr(comm, comm_key, (void*)(long)mine);
    MPI_Comm_free(&comm);
    MPI_Type_free(&type);
    caused += 2;
    CHECK(own->calls == caused, "%ld calls back, expected %ld", own->calls, caused);
    all += caused;
  }
  return all;
}

int main(int argc, char** argv) {
  const int calls = argument(argc, argv, 1, 2000);
  MPI_Errhandler handler;
  pthread_mutexattr_t recursive;
  long checked = 0;
  start_mpi(MPI_THREAD_MULTIPLE);
  CHECK(rank_count == 1, "runs on one rank");
  CHECK(omp_get_max_threads() <= MOST_THREADS, "at most %d threads", MOST_THREADS);
  pthread_mutexattr_init(&recursive);
  pthread_mutexattr_settype(&recursive, PTHREAD_MUTEX_RECURSIVE);
  for (int i = 0; i < MOST_THREADS; ++i) pthread_mutex_init(&owners[i].lock, &recursive);
  MPI_Op_create(reduce, 1, &sum);
  MPI_Type_create_keyval(copy, drop_of_type, &type_key, NULL);
  MPI_Comm_create_keyval(MPI_COMM_NULL_COPY_FN, drop_of_comm, &comm_key, NULL);

  checked += run(CALLS_BACK, calls);
  checked += run(GENERALIZED, calls); /* from here on the layer takes every call for one such */
  MPI_Comm_create_errhandler(handle, &handler);
  MPI_Comm_set_errhandler(MPI_COMM_WORLD, handler);
  checked += run(FAILS, calls);
  MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_ARE_FATAL);

  MPI_Errhandler_free(&handler);
  MPI_Type_free_keyval(&type_key);
  MPI_Comm_free_keyval(&comm_key);
  MPI_Op_free(&sum);
  finish_mpi("own_thread", checked);
}
