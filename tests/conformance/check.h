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
#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Functions, so that a program with default(none) names none of their variables. */
__attribute__((noreturn, unused)) static void check_failed(const char* file, int line,
                                                           const char* text) {
  fprintf(stderr, "%s:%d: %s is false (thread %d of %d)\n", file, line, text, omp_get_thread_num(),
          omp_get_num_threads());
  exit(1);
}

__attribute__((unused)) static void check_equal(const char* file, int line, const char* text,
                                                long long got, long long expected) {
  if (got == expected) return;
  fprintf(stderr, "%s:%d: %s is %lld instead of %lld (thread %d of %d)\n", file, line, text, got,
          expected, omp_get_thread_num(), omp_get_num_threads());
  exit(1);
}

#define CHECK(condition) ((condition) ? (void)0 : check_failed(__FILE__, __LINE__, #condition))
#define CHECK_EQUAL(got, expected) \
  check_equal(__FILE__, __LINE__, #got, (long long)(got), (long long)(expected))

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
