/* A thousand regions one inside the other: all of them of two threads asked for, of which the
 * levels allowed are active; and a thousand active levels of two threads, which are a thousand
 * threads. Numbers of levels, ancestors and teams are right all the way down. */
#include "../regression/watchdog.h"
#include "check.h"
#include "work.h"

enum { kLevels = 1000 };

static void descend(int level) {
  CHECK_EQUAL(omp_get_level(), level);
  if (level == kLevels) {
    CHECK_EQUAL(omp_get_ancestor_thread_num(kLevels), omp_get_thread_num());
    CHECK_EQUAL(omp_get_team_size(0), 1);
    return;
  }
  int members = 0;
#pragma omp parallel num_threads(2) reduction(+ : members)
  {
    members += 1;
    if (omp_get_thread_num() == 0) descend(level + 1);
  }
  CHECK_EQUAL(members, omp_get_active_level() < omp_get_max_active_levels() ? 2 : 1);
}

int main(void) {
  watchdog(100, "a thousand nested regions");
  const int most[] = {1, 3, 50};
  for (int i = 0; i < 3; ++i) {
    omp_set_max_active_levels(most[i]);
    descend(0);
  }
  omp_set_max_active_levels(kLevels);
  if (omp_get_max_active_levels() == kLevels) descend(0);
  omp_set_max_active_levels(1);
  CHECK(work_is_right(4));
  return 0;
}
