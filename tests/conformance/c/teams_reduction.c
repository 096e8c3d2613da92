/* teams reduction: initial teams of one member each combine into the same variables, all of them.
 */
#include "check.h"

struct Pair {
  long sum;
  long most;
};
static void merge(struct Pair* into, const struct Pair* from) {
  into->sum += from->sum;
  if (from->most > into->most) into->most = from->most;
}
/* clang-format off */
#pragma omp declare reduction(merge : struct Pair : merge(&omp_out, &omp_in)) \
    initializer(omp_priv = {0, 0})
/* clang-format on */

int main(void) {
  for (int round = 0; round < 100; ++round) {
    int teams = 0;
    long leagues = 0;
    struct Pair pair = {0, 0};
#pragma omp teams num_teams(8) reduction(+ : teams) reduction(max : leagues) reduction(merge : pair)
    {
      ++teams;
      leagues = omp_get_num_teams();
      pair.sum += omp_get_team_num();
      pair.most = omp_get_team_num();
    }
    CHECK_EQUAL(teams, leagues);
    CHECK_EQUAL(pair.most, leagues - 1);
    CHECK_EQUAL(pair.sum, leagues * (leagues - 1) / 2);
  }
  return 0;
}
