/* reduction on complex: +, * on float, double and long double. */
#include "check.h"

int main(void) {
  _Complex float f = 0;
  _Complex double d = 1;
  _Complex long double l = 0;
  const _Complex double turn = 1.0iF;
#pragma omp parallel for reduction(+ : f, l) reduction(* : d)
  for (int i = 0; i < 100; ++i) {
    f += (float)i;
    d *= turn;
    l += 1.0iF * i;
  }
  CHECK(__real__ f == 4950);
  CHECK(__real__ d == 1 && __imag__ d == 0);
  CHECK(__imag__ l == 4950);
  return 0;
}
