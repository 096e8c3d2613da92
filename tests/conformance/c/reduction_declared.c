/* declare reduction: a structure, with and without initializer, by function and by expression. */
#include "check.h"

struct Pair {
  long sum;
  int most;
};
static void merge(struct Pair* into, const struct Pair* from) {
  into->sum += from->sum;
  if (from->most > into->most) into->most = from->most;
}
static void start(struct Pair* fresh, const struct Pair* original) {
  fresh->sum = 0;
  fresh->most = original->most;
}
/* clang-format off */
#pragma omp declare reduction(merge : struct Pair : merge(&omp_out, &omp_in)) \
    initializer(start(&omp_priv, &omp_orig))
#pragma omp declare reduction(add : struct Pair : omp_out.sum += omp_in.sum)
#pragma omp declare reduction(both : int, long : omp_out += 2 * omp_in) initializer(omp_priv = 0)
/* clang-format on */

int main(void) {
  struct Pair pair = {10, 5};
#pragma omp parallel for reduction(merge : pair)
  for (int i = 0; i < 200; ++i) {
    pair.sum += i;
    if (i > pair.most) pair.most = i;
  }
  CHECK_EQUAL(pair.sum, 10 + 19900);
  CHECK_EQUAL(pair.most, 199);
  pair.sum = 0;
#pragma omp parallel reduction(add : pair)
  ++pair.sum;
  CHECK_EQUAL(pair.sum, omp_get_max_threads());
  long doubled = 7;
#pragma omp parallel for reduction(both : doubled)
  for (int i = 1; i <= 10; ++i) doubled += i;
  CHECK_EQUAL(doubled, 7 + 2 * 55);
  struct Pair pairs[3] = {{0, 0}, {0, 0}, {0, 0}};
#pragma omp parallel for reduction(merge : pairs[:3])
  for (int i = 0; i < 300; ++i) pairs[i % 3].sum += 1;
  for (int i = 0; i < 3; ++i) CHECK_EQUAL(pairs[i].sum, 100);
  return 0;
}
