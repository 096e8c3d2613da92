/* Signals arrive in whichever thread: a timer every millisecond and children that end, handlers
 * without SA_RESTART, so that every wait of the runtime is interrupted sooner or later. Results
 * stay right, and a handler sees the errno the code it interrupted goes on with. */
#include <errno.h>
#include <signal.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "check.h"
#include "work.h"

static int ticks, deaths; /* atomic: handlers run in several threads at once */

static void on_tick(int number) {
  (void)number;
  __atomic_add_fetch(&ticks, 1, __ATOMIC_RELAXED);
}

static void on_death(int number) {
  const int saved = errno;
  (void)number;
  while (waitpid(-1, NULL, WNOHANG) > 0) __atomic_add_fetch(&deaths, 1, __ATOMIC_RELAXED);
  errno = saved;
}

static void handle(int number, void (*handler)(int)) {
  struct sigaction action = {.sa_handler = handler};
  sigemptyset(&action.sa_mask);
  CHECK_EQUAL(sigaction(number, &action, NULL), 0);
}

static double seconds(void) {
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

/* Members sleep in a barrier, a lock and a taskwait while signals arrive. */
static void wait_while_signalled(int threads) {
  static int in_turn;
  in_turn = 0;
#pragma omp parallel num_threads(threads)
  {
    if (omp_get_thread_num() == 0) {
      const struct timespec nap = {0, 3000000};
      nanosleep(&nap, NULL);
    }
#pragma omp barrier
#pragma omp critical(in_turn)
    {
      const struct timespec nap = {0, 200000};
      nanosleep(&nap, NULL);
      ++in_turn;
    }
  }
  CHECK_EQUAL(in_turn, threads);
}

int main(void) {
  handle(SIGALRM, on_tick);
  handle(SIGPROF, on_tick);
  handle(SIGCHLD, on_death);
  const struct itimerval every_ms = {{0, 1000}, {0, 1000}};
  CHECK_EQUAL(setitimer(ITIMER_REAL, &every_ms, NULL), 0);
  CHECK_EQUAL(setitimer(ITIMER_PROF, &every_ms, NULL), 0);
  const int threads = omp_get_max_threads();
  int born = 0;
  const double end = seconds() + 2;
  while (seconds() < end) {
    const pid_t child = fork();
    CHECK(child >= 0);
    if (child == 0) _exit(0);
    ++born;
    CHECK(work_is_right(threads));
    wait_while_signalled(threads);
  }
  const struct itimerval never = {{0, 0}, {0, 0}};
  setitimer(ITIMER_REAL, &never, NULL);
  setitimer(ITIMER_PROF, &never, NULL);
  for (int i = 0; i < 1000 && __atomic_load_n(&deaths, __ATOMIC_RELAXED) < born; ++i) usleep(10000);
  CHECK_EQUAL(deaths, born);
  CHECK(ticks > 20);
  return 0;
}
