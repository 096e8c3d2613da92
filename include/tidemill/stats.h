/* Tidemill: the account of where the threads' time goes, for a layer that gathers it from several
 * processes. Users ask for it by TIDEMILL_STATS or `tidemill run --stats` (docs/environment.md).
 *
 * C and C++; link with -ltidemill. Any thread; not from a signal handler.
 */
#ifndef TIDEMILL_STATS_H
#define TIDEMILL_STATS_H

#ifdef __cplusplus
extern "C" {
#endif

/* Of one process, from the first use of the runtime on. Times are sums over its threads, in
 * seconds: in_task inside task bodies, overhead outside them while a task was ready that the thread
 * might run, idle outside them while none was. All bytes count when it is sent: it has no pointers.
 */
struct tidemill_stats {
  int rank;      /* of MPI_COMM_WORLD; -1: none. Set by the layer that gathers */
  int process;   /* its id */
  char host[64]; /* where it runs; cut off if longer */
  int threads;   /* as many as there were at once */
  double wall;   /* seconds */
  double in_task;
  double idle;
  double overhead;
  unsigned long long tasks; /* explicit tasks that have begun */
};

/* Takes this process's account, and ends it: returns 1. The caller has to print it; the runtime
 * doesn't any more. Returns 0 if none was asked for, or it has been taken. */
int tidemill_take_stats(struct tidemill_stats* stats);

/* Prints one table of `count` accounts on stderr, and writes the file that TIDEMILL_STATS names. An
 * account with threads == 0 stands for a process that gave none. */
void tidemill_print_stats(const struct tidemill_stats stats[], int count);

/* Is an account asked for, and not taken yet? There is none to take if the runtime has not been
 * used. */
int tidemill_has_stats(void);

#ifdef __cplusplus
}
#endif

#endif /* TIDEMILL_STATS_H */
