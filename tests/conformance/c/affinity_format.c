/* omp_set_affinity_format, omp_capture_affinity: the fields by letter and by name. */
#include "check.h"

int main(void) {
  char text[200];
  omp_set_affinity_format("team %t of %T, thread %n of %N, level %L, host %H");
  CHECK_EQUAL(omp_get_affinity_format(text, sizeof text), 49);
  CHECK(strcmp(text, "team %t of %T, thread %n of %N, level %L, host %H") == 0);
  CHECK_EQUAL(omp_get_affinity_format(text, 5), 49);
  CHECK(strcmp(text, "team") == 0);
#pragma omp parallel num_threads(3)
  {
    char own[100];
    char expected[100];
    snprintf(expected, sizeof expected, "%d/3 l1 [%-4d|%4d|%04d] {%d}", omp_get_thread_num(),
             omp_get_thread_num(), omp_get_thread_num(), omp_get_thread_num(),
             omp_get_ancestor_thread_num(0));
    const size_t length =
        omp_capture_affinity(own, sizeof own, "%{thread_num}/%N l%L [%4n|%.4n|%0.4n] {%a}");
    CHECK_EQUAL(length, strlen(expected));
    CHECK(strcmp(own, expected) == 0);
    CHECK(omp_capture_affinity(own, 3, "%N%N%N") == 3);
    CHECK(strcmp(own, "33") == 0);
  }
  omp_capture_affinity(text, sizeof text, "%P %H %i %A %%");
  CHECK_EQUAL(text[strlen(text) - 1], '%');
  return 0;
}
