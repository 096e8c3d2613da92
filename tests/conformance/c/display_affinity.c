/* omp_display_affinity: writes the format, filled in, on the standard output. */
#include "check.h"

#include <unistd.h>

int main(void) {
  int ends[2];
  char text[1000] = {0};
  CHECK_EQUAL(pipe(ends), 0);
  fflush(stdout);
  fflush(stderr);
  const int saved_out = dup(1);
  const int saved_err = dup(2);
  dup2(ends[1], 1);
  dup2(ends[1], 2);
  omp_display_affinity("thread=%n of %N");
  fflush(stdout);
  fflush(stderr);
  dup2(saved_out, 1);
  dup2(saved_err, 2);
  close(ends[1]);
  CHECK(read(ends[0], text, sizeof text - 1) > 0);
  CHECK(strcmp(text, "thread=0 of 1\n") == 0);
  return 0;
}
