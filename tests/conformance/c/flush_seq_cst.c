/* flush seq_cst: the strongest of the orderings. */
#include "check.h"

int main(void) {
  int x = 0;
  int y = 0;
#pragma omp parallel num_threads(2) shared(x, y)
  {
    int* mine = omp_get_thread_num() == 0 ? &x : &y;
#pragma omp atomic write
    *mine = 1;
#pragma omp flush seq_cst
  }
  CHECK_EQUAL(x + y, 2);
  return 0;
}
