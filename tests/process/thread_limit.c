/* The system refuses threads. Once by a pthread_create of this program's own that fails after so
 * many (the runtime calls it in the place of the C library's), once by the kernel (RLIMIT_NPROC,
 * for users other than root), once for want of address space for their stacks, once of data. One
 * warning that says what to do, fewer threads, right results, also where thousands are asked for;
 * and all threads again when the system gives them. Where there is just enough address space for
 * the stacks, all threads come: their heaps' arenas don't get it.
 */
#include <errno.h>
#include <pthread.h>
#include <sys/resource.h>
#include <sys/wait.h>

#include "../regression/process_status.h"
#include "../regression/watchdog.h"
#include "check.h"
#include "work.h"

static int allowed = 1000000;
static int delay_us; /* before each thread */

__attribute__((visibility("default"))) int pthread_create(pthread_t* thread,
                                                          const pthread_attr_t* attributes,
                                                          void* (*body)(void*), void* argument) {
  static int (*real)(pthread_t*, const pthread_attr_t*, void* (*)(void*), void*);
  if (real == NULL) *(void**)&real = dlsym(RTLD_NEXT, "pthread_create");
  if (delay_us != 0) usleep((useconds_t)delay_us);
  if (__atomic_sub_fetch(&allowed, 1, __ATOMIC_RELAXED) < 0) return EAGAIN;
  return real(thread, attributes, body, argument);
}

static void use_with_few_threads(void) {
  for (int round = 0; round < 20; ++round) {
    CHECK(work_is_right(8));
    const int members = count_members(8);
    CHECK(members >= 1 && members < 8);
  }
}

static void refused_by_the_program(void) {
  const int limits[] = {0, 1, 3};
  for (int i = 0; i < 3; ++i) {
    allowed = limits[i];
    use_with_few_threads();
  }
  allowed = 1000000;
  CHECK_EQUAL(count_members(8), 8);
}

static void refused_by_the_kernel(void) {
  if (geteuid() == 0) CHECK_EQUAL(setresuid(64321, 64321, 64321), 0); /* the limit spares root */
  const struct rlimit few = {3, 3};
  CHECK_EQUAL(setrlimit(RLIMIT_NPROC, &few), 0);
  use_with_few_threads();
}

/* Tasks that wait need further stacks, which nothing is said of. */
static void use_with_little(int resource, const char* used, int threads) {
  const rlim_t room = (rlim_t)(process_status(used) / 1024 + 60) << 20;
  const struct rlimit little = {room, room};
  CHECK_EQUAL(setrlimit(resource, &little), 0);
  for (int round = 0; round < 20; ++round) {
    const int members = count_members(threads);
    CHECK(members >= 2 && members < 32);
    CHECK_EQUAL(sum_below(threads, 1000), 499500);
  }
}
static void use_with_little_room(void) { use_with_little(RLIMIT_AS, "VmSize:", 32); }
static void ask_for_thousands(void) { use_with_little(RLIMIT_AS, "VmSize:", 4000); }
static void use_with_little_data(void) { use_with_little(RLIMIT_DATA, "VmData:", 32); }

/* Stacks that are larger than the arena of a thread's heap, which each could take while the next
 * thread is created. Room for the threads' stacks, one more, and some MiB for all else. */
static void use_all_room(void) {
  enum { kThreads = 10, kStackMiB = 160 }; /* as OMP_STACKSIZE says */
  const rlim_t room = (rlim_t)(process_status("VmSize:") / 1024 + kThreads * kStackMiB + 40) << 20;
  const struct rlimit little = {room, room};
  CHECK_EQUAL(setrlimit(RLIMIT_AS, &little), 0);
  delay_us = 10000;
  CHECK_EQUAL(count_members(kThreads), kThreads);
  CHECK(work_is_right(kThreads));
}

/* Runs `body` in a child, and checks that it says one line on stderr, with `text` in it; or, where
 * that is NULL, nothing. */
static void expect_warning(void (*body)(void), const char* text) {
  int ends[2];
  char said[4096] = "";
  CHECK_EQUAL(pipe(ends), 0);
  const pid_t child = fork();
  CHECK(child >= 0);
  if (child == 0) {
    dup2(ends[1], STDERR_FILENO);
    watchdog(30, "waits for threads that do not come");
    body();
    _exit(0);
  }
  close(ends[1]);
  size_t used = 0;
  for (ssize_t got; (got = read(ends[0], said + used, sizeof said - 1 - used)) > 0;)
    used += (size_t)got;
  close(ends[0]);
  int status = 0;
  CHECK_EQUAL(waitpid(child, &status, 0), child);
  const char* const newline = strchr(said, '\n');
  const int as_expected = text == NULL
                              ? said[0] == '\0'
                              : newline != NULL && newline[1] == '\0' && strstr(said, text) != NULL;
  if (status != 0 || !as_expected) {
    fprintf(stderr, "status %d, and said:\n%s\n", status, said);
    exit(1);
  }
}

int main(void) {
  watchdog(100, "the limits of threads");
  expect_warning(refused_by_the_program, "OMP_NUM_THREADS");
  expect_warning(refused_by_the_kernel, "ulimit -u");
  setenv("OMP_STACKSIZE", "8M", 1);
  expect_warning(use_with_little_room, "ulimit -v");
  expect_warning(ask_for_thousands, "ulimit -v");
  expect_warning(use_with_little_data, "ulimit -d");
  setenv("OMP_STACKSIZE", "160M", 1);
  expect_warning(use_all_room, NULL);
  return 0;
}
