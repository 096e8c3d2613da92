/* atomic on __int128: 16 bytes at once, or under a lock. */
#include "check.h"

int main(void) {
  __int128 x = 0;
  const __int128 big = (__int128)1 << 80;
#pragma omp parallel for
  for (int i = 0; i < 200; ++i) {
#pragma omp atomic
    x += big;
  }
  CHECK(x == 200 * big);
  return 0;
}
