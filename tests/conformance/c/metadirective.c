/* metadirective: when, default (otherwise), with implementation and user selectors. */
#include "check.h"

int main(void) {
  int members = 0;
#pragma omp metadirective when(user = {condition(1)} : parallel reduction(+ : members)) \
    default(nothing)
  ++members;
  CHECK_EQUAL(members, omp_get_max_threads());
  return 0;
}
