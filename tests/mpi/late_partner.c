/* Calls in which MPI waits for another rank, which comes only after another task of the caller has
 * been in MPI: nobody else gets in there if the call is made inside, as those are that can't wait.
 *
 * usage: late_partner set_info | accumulate | file, on pairs of ranks. Linked with the layer. */
#include <TAMPI.h>
#include <unistd.h>

#include "check.h"

#define OK(call) CHECK((call) == MPI_SUCCESS, "%s", #call)

/* Debian's MPICH 4.0 loses what is written to windows: see every_object.c. */
#if defined(MPICH_NUMVERSION) && MPICH_NUMVERSION < 40100000
#define HAS_ONE_SIDED 0
#else
#define HAS_ONE_SIDED 1
#endif

static MPI_Comm pair;
static int early; /* of the pair: rank 0, which does not wait for the other one */
static MPI_Win flag_win;
static volatile int* flag; /* the late rank's part of shared memory; no MPI to look at it */

/* The other task's: when it has been in MPI the late rank may come. */
static void call_and_raise(int turn) {
  int in = turn, out = -1;
  OK(MPI_Sendrecv(&in, 1, MPI_INT, 0, 1, &out, 1, MPI_INT, 0, 1, MPI_COMM_SELF, MPI_STATUS_IGNORE));
  CHECK(out == turn, "received %d", out);
  *flag = turn;
}

static void be_late(int turn) {
  while (*flag != turn) usleep(1000);
}

typedef void Call(MPI_Win win, MPI_Info info);

/* Static: a task that only reads what it shares may get a copy of it. */
static volatile int begun;

/* For a while the early rank makes these beside the call, once that is begun. */
static void (*beside)(void);

/* On the early rank the call, and once it is begun another task; on the late one what is late. */
static void meet(MPI_Win win, MPI_Info info, int turn, Call* call, Call* late_call) {
  const int all_begun = beside ? 2 : 1;
  begun = 0;
  MPI_Barrier(pair);
  if (!early) {
    be_late(turn);
    if (late_call) late_call(win, info);
    MPI_Barrier(pair);
    return;
  }
#pragma omp parallel
#pragma omp single
  {
#pragma omp task
    {
      begun = 1;
      call(win, info);
    }
    if (beside) {
#pragma omp task
      {
        while (!begun) {
#pragma omp taskyield
        }
        usleep(20000); /* it is under way */
        begun = 2;
        beside();
      }
    }
#pragma omp task
    {
      while (begun != all_begun) {
#pragma omp taskyield
      }
      call_and_raise(turn);
    }
  }
  MPI_Barrier(pair);
}

static void win_set_info(MPI_Win win, MPI_Info info) { OK(MPI_Win_set_info(win, info)); }
static void comm_set_info(MPI_Win win, MPI_Info info) {
  (void)win;
  OK(MPI_Comm_set_info(pair, info));
}

static int one = 1, got;

static void accumulate(MPI_Win win, MPI_Info info) {
  (void)info;
  OK(MPI_Accumulate(&one, 1, MPI_INT, 1, 0, 1, MPI_INT, MPI_SUM, win));
}
static void get_accumulate(MPI_Win win, MPI_Info info) {
  (void)info;
  OK(MPI_Get_accumulate(&one, 1, MPI_INT, &got, 1, MPI_INT, 1, 0, 1, MPI_INT, MPI_SUM, win));
}
static void fetch_and_op(MPI_Win win, MPI_Info info) {
  (void)info;
  OK(MPI_Fetch_and_op(&one, &got, MPI_INT, 1, 0, MPI_SUM, win));
}
static void compare_and_swap(MPI_Win win, MPI_Info info) {
  (void)info;
  static const int never = 77;
  OK(MPI_Compare_and_swap(&one, &never, &got, MPI_INT, 1, 0, win));
}
static void raccumulate(MPI_Win win, MPI_Info info) {
  (void)info;
  MPI_Request request;
  OK(MPI_Raccumulate(&one, 1, MPI_INT, 1, 0, 1, MPI_INT, MPI_SUM, win, &request));
  OK(MPI_Wait(&request, MPI_STATUS_IGNORE));
}
static void rget_accumulate(MPI_Win win, MPI_Info info) {
  (void)info;
  MPI_Request request;
  OK(MPI_Rget_accumulate(&one, 1, MPI_INT, &got, 1, MPI_INT, 1, 0, 1, MPI_INT, MPI_SUM, win,
                         &request));
  OK(MPI_Wait(&request, MPI_STATUS_IGNORE));
}
static void bound_accumulate(MPI_Win win, MPI_Info info) {
  (void)info;
  OK(TAMPI_Raccumulate(&one, 1, MPI_INT, 1, 0, 1, MPI_INT, MPI_SUM, win));
}

static int set_info(MPI_Win win) {
  MPI_Info info;
  OK(MPI_Info_create(&info));
  OK(MPI_Info_set(info, "no_locks", "false"));
  meet(win, info, 1, win_set_info, win_set_info);
  meet(win, info, 2, comm_set_info, comm_set_info);
  OK(MPI_Info_free(&info));
  return 2;
}

static int accumulates(MPI_Win win, const int* memory) {
  static Call* const calls[] = {accumulate,  get_accumulate,  fetch_and_op,    compare_and_swap,
                                raccumulate, rget_accumulate, bound_accumulate};
  enum { kCalls = sizeof calls / sizeof calls[0], kLocks = 2 };
  int turn = 0;
  for (int all = 0; all < kLocks; ++all) {
    for (int i = 0; i < kCalls; ++i) {
      if (early) OK(all ? MPI_Win_lock_all(0, win) : MPI_Win_lock(MPI_LOCK_EXCLUSIVE, 1, 0, win));
      meet(win, MPI_INFO_NULL, ++turn, calls[i], NULL);
      if (early) OK(all ? MPI_Win_unlock_all(win) : MPI_Win_unlock(1, win));
    }
  }
  OK(MPI_Barrier(pair));
  const int sums = kLocks * (kCalls - 1);
  CHECK(!HAS_ONE_SIDED || early || *memory == sums, "the window holds %d", *memory);
  return turn;
}

/* Opening a file waits for the other rank; MPICH holds its lock over all files meanwhile. Accesses
 * to another one wait for that. */
static MPI_File own;
static char shared_name[64];

static void open_and_close(MPI_Win win, MPI_Info info) {
  (void)win;
  MPI_File file;
  OK(MPI_File_open(pair, shared_name, MPI_MODE_CREATE | MPI_MODE_RDWR | MPI_MODE_DELETE_ON_CLOSE,
                   info, &file));
  OK(MPI_File_close(&file));
}

static void seek(void) { OK(MPI_File_seek(own, 4, MPI_SEEK_SET)); }
static void get_size(void) {
  MPI_Offset size = -1;
  OK(MPI_File_get_size(own, &size));
  CHECK(size == 0, "%lld bytes in a new file", (long long)size);
}
#ifdef MPICH_NUMVERSION /* Open MPI's requests of files want no other thread in MPI: docs/mpi.md \
                         */
static void write_by_request(void) {
  MPI_Request request;
  MPI_Status status;
  int count = -1;
  OK(MPI_File_iwrite_at(own, 0, &one, 1, MPI_INT, &request));
  OK(MPI_Wait(&request, &status));
  OK(MPI_Get_count(&status, MPI_INT, &count));
  CHECK(count == 1, "%d written", count);
}
static void read_together(void) {
  MPI_Status status;
  int count = -1;
  got = 0;
  OK(MPI_File_read_at_all(own, 0, &got, 1, MPI_INT, &status));
  OK(MPI_Get_count(&status, MPI_INT, &count));
  CHECK(count == 1 && got == one, "%d read: %d", count, got);
}
static void bound_write(void) {
  OK(TAMPI_File_iwrite_at(own, 4, &one, 1, MPI_INT, MPI_STATUS_IGNORE));
}
#endif

static int files(MPI_Win win) {
  static void (*const calls[])(void) = {seek, get_size,
#ifdef MPICH_NUMVERSION
                                        write_by_request, read_together, bound_write
#endif
  };
  enum { kCalls = sizeof calls / sizeof calls[0] };
  char name[80];
  int pid = (int)getpid();
  OK(MPI_Bcast(&pid, 1, MPI_INT, 0, pair));
  snprintf(shared_name, sizeof shared_name, "late_partner.%d", pid);
  snprintf(name, sizeof name, "%s.%d", shared_name, my_rank);
  OK(MPI_File_open(MPI_COMM_SELF, name, MPI_MODE_CREATE | MPI_MODE_RDWR | MPI_MODE_DELETE_ON_CLOSE,
                   MPI_INFO_NULL, &own));
  for (int i = 0; i < kCalls; ++i) {
    beside = calls[i];
    meet(win, MPI_INFO_NULL, i + 1, open_and_close, open_and_close);
  }
  OK(MPI_File_close(&own));
  return kCalls;
}

int main(int argc, char** argv) {
  const char* mode = argc > 1 ? argv[1] : "set_info";
  int rank, memory[2] = {0, 0}, unit, *mine;
  MPI_Aint bytes;
  MPI_Win win;
  start_mpi(MPI_TASK_MULTIPLE);
  CHECK(rank_count % 2 == 0, "%d ranks", rank_count);
  MPI_Comm_split(MPI_COMM_WORLD, my_rank / 2, my_rank, &pair);
  MPI_Comm_rank(pair, &rank);
  early = rank == 0;
  /* One pair after the other: for a moment each window of Open MPI 4.1 has a file, named after its
   * communicator's number, which pairs have in common. */
  for (int first = 0; first < rank_count; first += 2) {
    if (my_rank / 2 == first / 2) {
      OK(MPI_Win_allocate_shared(sizeof(int), sizeof(int), MPI_INFO_NULL, pair, &mine, &flag_win));
      OK(MPI_Win_create(memory, sizeof memory, sizeof(int), MPI_INFO_NULL, pair, &win));
    }
    MPI_Barrier(MPI_COMM_WORLD);
  }
  *mine = 0;
  OK(MPI_Win_shared_query(flag_win, 1, &bytes, &unit, &mine));
  flag = mine;
  const int checked = !strcmp(mode, "accumulate") ? accumulates(win, memory)
                      : !strcmp(mode, "file")     ? files(win)
                                                  : set_info(win);
  OK(MPI_Win_free(&win));
  OK(MPI_Win_free(&flag_win));
  OK(MPI_Comm_free(&pair));
  finish_mpi("late_partner", checked);
  return 0;
}
