/* The system refuses threads. Once by a pthread_create of this program's own that fails after so
 * many (the runtime calls it in the place of the C library's), once by the kernel (RLIMIT_NPROC,
 * for users other than root), once for want of address space for their stacks, once of data. One
 * warning that says what to do, fewer threads, right results, also where thousands are asked for;
 * and all threads again when the system gives them.
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

__attribute__((visibility("default"))) int pthread_create(pthread_t* thread,
                                                          const pthread_attr_t* attributes,
                                                          void* (*body)(void*), void* argument) {
  static int (*real)(pthread_t*, const pthread_attr_t*, void* (*)(void*), void*);
  if (real == NULL) *(void**)&real = dlsym(RTLD_NEXT, "pthread_create");
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

/* Runs `body` in a child, and checks that it says one line on stderr, with `text` in it. */
static void expect_one_warning(void (*body)(void), const char* text) {
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
  char* const newline = strchr(said, '\n');
  if (status != 0 || newline == NULL || newline[1] != '\0' || strstr(said, text) == NULL) {
    fprintf(stderr, "status %d, and said:\n%s\n", status, said);
    exit(1);
  }
}

int main(void) {
  watchdog(100, "the limits of threads");
  expect_one_warning(refused_by_the_program, "OMP_NUM_THREADS");
  expect_one_warning(refused_by_the_kernel, "ulimit -u");
  setenv("OMP_STACKSIZE", "8M", 1);
  expect_one_warning(use_with_little_room, "ulimit -v");
  expect_one_warning(ask_for_thousands, "ulimit -v");
  expect_one_warning(use_with_little_data, "ulimit -d");
  return 0;
}
