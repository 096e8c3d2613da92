/* omp_display_env: writes the variables in force to the standard error. */
#include "check.h"

#include <unistd.h>

int main(void) {
  int ends[2];
  static char text[65536];
  CHECK_EQUAL(pipe(ends), 0);
  const int saved = dup(2);
  fflush(stderr);
  dup2(ends[1], 2);
  omp_display_env(0);
  omp_display_env(1);
  fflush(stderr);
  dup2(saved, 2);
  close(ends[1]);
  size_t length = 0;
  ssize_t got;
  while ((got = read(ends[0], text + length, sizeof text - 1 - length)) > 0) length += (size_t)got;
  CHECK(strstr(text, "OPENMP DISPLAY ENVIRONMENT BEGIN") != NULL);
  CHECK(strstr(text, "OPENMP DISPLAY ENVIRONMENT END") != NULL);
  const char* names[] = {"_OPENMP",
                         "OMP_DYNAMIC",
                         "OMP_NUM_THREADS",
                         "OMP_SCHEDULE",
                         "OMP_PROC_BIND",
                         "OMP_PLACES",
                         "OMP_STACKSIZE",
                         "OMP_WAIT_POLICY",
                         "OMP_THREAD_LIMIT",
                         "OMP_MAX_ACTIVE_LEVELS",
                         "OMP_CANCELLATION",
                         "OMP_DEFAULT_DEVICE",
                         "OMP_MAX_TASK_PRIORITY"};
  for (unsigned i = 0; i < sizeof names / sizeof *names; ++i)
    if (strstr(text, names[i]) == NULL) {
      fprintf(stderr, "%s is not in:\n%s\n", names[i], text);
      return 1;
    }
  return 0;
}
