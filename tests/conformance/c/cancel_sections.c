/* cancel sections, cancellation point sections: sections not begun are left out.
 * Run with: OMP_CANCELLATION=true */
#include "check.h"

int main(void) {
  for (int round = 0; round < 50; ++round) {
    int after = 0;
    int members = 0;
#pragma omp parallel shared(after, members)
    {
#pragma omp sections
      {
        {
#pragma omp cancel sections
#pragma omp atomic
          ++after;
        }
#pragma omp section
        {
#pragma omp cancellation point sections
        }
#pragma omp section
        {
#pragma omp cancellation point sections
        }
      }
#pragma omp atomic
      ++members;
    }
    CHECK_EQUAL(after, 0);
    CHECK_EQUAL(members, omp_get_max_threads());
  }
  return 0;
}
