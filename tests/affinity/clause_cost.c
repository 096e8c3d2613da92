// N empty tasks of a team of one, with a clause that names a node ("node") or without: for
// instructions.py, which counts.
#include <stdlib.h>
#include <string.h>

#include "tidemill/affinity.h"

int main(int argc, char** argv) {
  (void)argc;
  const int count = atoi(argv[1]);
  const int with_clause = strcmp(argv[2], "node") == 0;
  int done = 0;
#pragma omp parallel num_threads(1)
#pragma omp single
  for (int i = 0; i < count; ++i) {
    if (with_clause) {
#pragma omp task affinity(*tidemill_node(0)) shared(done)
      ++done;
    } else {
#pragma omp task shared(done)
      ++done;
    }
  }
  return done == count ? 0 : 1;
}
