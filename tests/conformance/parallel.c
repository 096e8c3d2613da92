/* parallel: if, num_threads, nested regions, data-sharing clauses, copyin and threadprivate. */
#include "check.h"

static int counter;
#pragma omp threadprivate(counter)

static int squares[64];
#pragma omp threadprivate(squares)

static void team_sizes(int most) {
  for (int want = 1; want <= 6; ++want) {
    int members = 0;
    int seen[8] = {0};
#pragma omp parallel num_threads(want) shared(members, seen)
    {
      CHECK_EQUAL(omp_get_num_threads(), want);
      CHECK_EQUAL(omp_in_parallel(), want > 1);
      CHECK_EQUAL(omp_get_level(), 1);
      CHECK_EQUAL(omp_get_active_level(), want > 1);
#pragma omp atomic
      ++members;
#pragma omp atomic
      ++seen[omp_get_thread_num()];
    }
    CHECK_EQUAL(members, want);
    for (int i = 0; i < want; ++i) CHECK_EQUAL(seen[i], 1);
  }
  int members = 0;
#pragma omp parallel reduction(+ : members)
  ++members;
  CHECK_EQUAL(members, most);
}

static void if_clause(void) {
  for (int on = 0; on < 2; ++on) {
    int members = 0;
#pragma omp parallel if (on) num_threads(3) reduction(+ : members)
    {
      ++members;
      CHECK_EQUAL(omp_get_level(), 1);
    }
    CHECK_EQUAL(members, on ? 3 : 1);
  }
}

static void nested(void) {
  omp_set_max_active_levels(2);
  int members = 0;
#pragma omp parallel num_threads(2) shared(members)
  {
    const int outer = omp_get_thread_num();
#pragma omp parallel num_threads(3) shared(members) firstprivate(outer)
    {
      CHECK_EQUAL(omp_get_level(), 2);
      CHECK_EQUAL(omp_get_active_level(), 2);
      CHECK_EQUAL(omp_get_num_threads(), 3);
      CHECK_EQUAL(omp_get_team_size(1), 2);
      CHECK_EQUAL(omp_get_team_size(0), 1);
      CHECK_EQUAL(omp_get_team_size(3), -1);
      CHECK_EQUAL(omp_get_ancestor_thread_num(0), 0);
      CHECK_EQUAL(omp_get_ancestor_thread_num(1), outer);
      CHECK_EQUAL(omp_get_ancestor_thread_num(2), omp_get_thread_num());
      CHECK_EQUAL(omp_get_ancestor_thread_num(-1), -1);
#pragma omp atomic
      ++members;
#pragma omp parallel num_threads(2) shared(members)
      CHECK_EQUAL(omp_get_num_threads(), 1); /* beyond max-active-levels */
    }
    CHECK_EQUAL(omp_get_level(), 1);
    CHECK_EQUAL(omp_get_thread_num(), outer);
    CHECK_EQUAL(omp_get_num_threads(), 2);
  }
  CHECK_EQUAL(members, 6);
  omp_set_max_active_levels(1);
}

static void data_sharing(void) {
  int a = 5;
  int b = 7;
  int sum = 0;
#pragma omp parallel firstprivate(a) private(b) reduction(+ : sum) num_threads(4)
  {
    b = a + omp_get_thread_num();
    a = 100;
    sum += b;
  }
  CHECK_EQUAL(a, 5);
  CHECK_EQUAL(b, 7);
  CHECK_EQUAL(sum, 4 * 5 + 6);
}

static void thread_private(void) {
  counter = 41;
  for (int i = 0; i < 64; ++i) squares[i] = i * i;
#pragma omp parallel copyin(counter, squares) num_threads(4)
  {
    CHECK_EQUAL(counter, 41);
    CHECK_EQUAL(squares[63], 63 * 63);
    counter += omp_get_thread_num();
  }
  /* Kept between regions of the same size. */
#pragma omp parallel num_threads(4)
  CHECK_EQUAL(counter, 41 + omp_get_thread_num());
}

static void many_regions(void) {
  long sum = 0;
  for (int i = 0; i < 500; ++i) {
#pragma omp parallel num_threads(1 + i % 4) reduction(+ : sum)
    sum += 1;
  }
  CHECK_EQUAL(sum, 125 * (1 + 2 + 3 + 4));
}

int main(void) {
  omp_set_dynamic(0);
  team_sizes(omp_get_max_threads());
  if_clause();
  nested();
  data_sharing();
  thread_private();
  many_regions();
  return 0;
}
