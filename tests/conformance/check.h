/* What the conformance programs share. Each is a plain OpenMP program: it knows nothing of the
 * runtime under it but what TM_EXPECT (tidemill, system) says it has to be, and checks that
 * first: a test that ran on another runtime would prove nothing. */
#ifndef TIDEMILL_TESTS_CHECK_H
#define TIDEMILL_TESTS_CHECK_H

#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif
#include <dlfcn.h>
#include <limits.h>
#include <omp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define CHECK(condition)                                                                        \
  do {                                                                                          \
    if (!(condition)) {                                                                         \
      fprintf(stderr, "%s:%d: %s is false (thread %d of %d)\n", __FILE__, __LINE__, #condition, \
              omp_get_thread_num(), omp_get_num_threads());                                     \
      exit(1);                                                                                  \
    }                                                                                           \
  } while (0)

#define CHECK_EQUAL(got, expected)                                                                 \
  do {                                                                                             \
    const long long got_ = (long long)(got);                                                       \
    const long long expected_ = (long long)(expected);                                             \
    if (got_ != expected_) {                                                                       \
      fprintf(stderr, "%s:%d: %s is %lld instead of %lld (thread %d of %d)\n", __FILE__, __LINE__, \
              #got, got_, expected_, omp_get_thread_num(), omp_get_num_threads());                 \
      exit(1);                                                                                     \
    }                                                                                              \
  } while (0)

/* Which library answers omp_* calls? The compat folder has libgomp.so.1 as a link to ours. */
__attribute__((constructor)) static void check_runtime(void) {
  Dl_info where;
  char path[PATH_MAX];
  const char* expected = getenv("TM_EXPECT");
  void* function = dlsym(RTLD_DEFAULT, "omp_get_num_threads");
  if (expected == NULL || function == NULL || dladdr(function, &where) == 0 ||
      realpath(where.dli_fname, path) == NULL) {
    fprintf(stderr, "set TM_EXPECT=tidemill or system, and link with OpenMP\n");
    _Exit(2);
  }
  const int ours = strstr(strrchr(path, '/'), "libtidemill") != NULL;
  if (ours != (strcmp(expected, "tidemill") == 0)) {
    fprintf(stderr, "this runs on %s, but TM_EXPECT=%s\n", path, expected);
    _Exit(2);
  }
}

#endif
