/* Two ranks. Rank 0 does nothing but post sends: MPI advances meanwhile, so that a large message
 * that rank 1 sends to it, and waits for, goes its way. Rank 1 tells the end of its wait by a
 * signal, as rank 0 calls no other function of MPI's. */
#define _GNU_SOURCE
#include <signal.h>
#include <unistd.h>

#include "check.h"

enum { LARGE = 4 << 20, SMALL = 64 << 10, MOST = 4000, PAUSE_US = 5000 };

static volatile sig_atomic_t told = 0;
static char large[LARGE], small[SMALL];
static MPI_Request sends[MOST];

static void tell(int signal) { told = signal; }

static void post_until_told(void) {
  struct sigaction action = {.sa_handler = tell};
  sigaction(SIGUSR1, &action, NULL);
  long pid = getpid();
  MPI_Request receive;
  MPI_Irecv(large, LARGE, MPI_CHAR, 1, 1, MPI_COMM_WORLD, &receive);
  MPI_Send(&pid, 1, MPI_LONG, 1, 2, MPI_COMM_WORLD);
  int posted = 0;
  for (; posted < MOST && !told; ++posted) {
    MPI_Isend(small, SMALL, MPI_CHAR, 1, 3, MPI_COMM_WORLD, &sends[posted]);
    usleep(PAUSE_US);
  }
  CHECK(told, "rank 1's message didn't go its way while %d sends were posted", posted);
  MPI_Send(&posted, 1, MPI_INT, 1, 4, MPI_COMM_WORLD);
  MPI_Wait(&receive, MPI_STATUS_IGNORE);
  CHECK(large[0] == 1 && large[LARGE - 1] == 2, "another message");
  MPI_Waitall(posted, sends, MPI_STATUSES_IGNORE);
}

static void send_and_tell(void) {
  long pid = 0;
  MPI_Recv(&pid, 1, MPI_LONG, 0, 2, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  large[0] = 1;
  large[LARGE - 1] = 2;
  MPI_Send(large, LARGE, MPI_CHAR, 0, 1, MPI_COMM_WORLD);
  kill((pid_t)pid, SIGUSR1);
  int posted = 0;
  MPI_Recv(&posted, 1, MPI_INT, 0, 4, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  for (int i = 0; i < posted; ++i)
    MPI_Recv(small, SMALL, MPI_CHAR, 0, 3, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
}

int main(int argc, char** argv) {
  int provided = 0;
  MPI_Init_thread(&argc, &argv, MPI_THREAD_MULTIPLE, &provided);
  MPI_Comm_rank(MPI_COMM_WORLD, &my_rank);
  my_rank == 0 ? post_until_told() : send_and_tell();
  MPI_Finalize();
  return 0;
}
