/* A task that spins on a flag around taskyield, the flag being set by a task created later. Where
 * taskyield does nothing (libgomp) this never ends with one thread. */
#include "check.h"

static void spin_on(const int* flag) {
  for (;;) {
    int now;
#pragma omp atomic read
    now = *flag;
    if (now) return;
#pragma omp taskyield
  }
}

int main(void) {
  for (int round = 0; round < 20; ++round) {
    int flag = 0;
    int back = 0;
#pragma omp parallel num_threads(1) shared(flag, back)
    {
#pragma omp task shared(flag, back)
      {
        spin_on(&flag);
#pragma omp atomic write
        back = 1;
      }
      /* Lets the spinner begin; then the one that ends its spin. */
#pragma omp taskyield
#pragma omp task shared(flag)
      {
#pragma omp atomic write
        flag = 1;
      }
      spin_on(&back); /* an implicit task spins as well */
    }
  }
  return 0;
}
