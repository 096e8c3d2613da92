/* parallel proc_bind: primary, close and spread; the queries name the places in force.
 * Run with: OMP_PLACES=threads OMP_PROC_BIND=spread,close */
#include "check.h"

int main(void) {
  CHECK_EQUAL(omp_get_proc_bind(), omp_proc_bind_spread);
  const int places = omp_get_num_places();
  CHECK(places >= 1);
  for (int p = 0; p < places; ++p) {
    const int procs = omp_get_place_num_procs(p);
    CHECK(procs >= 1 && procs <= 4096);
    int ids[4096];
    omp_get_place_proc_ids(p, ids);
    for (int i = 0; i < procs; ++i) CHECK(ids[i] >= 0);
  }
#pragma omp parallel
  {
    CHECK_EQUAL(omp_get_proc_bind(), omp_proc_bind_close); /* for the next level */
    const int place = omp_get_place_num();
    CHECK(place >= 0 && place < places);
    const int partition = omp_get_partition_num_places();
    CHECK(partition >= 1 && partition <= places);
    int nums[4096];
    omp_get_partition_place_nums(nums);
    int inside = 0;
    for (int i = 0; i < partition; ++i) inside |= nums[i] == place;
    CHECK(inside);
  }
  int primary = -1;
#pragma omp parallel num_threads(3) proc_bind(close) shared(primary)
  {
#pragma omp master
    {
#pragma omp atomic write
      primary = omp_get_place_num();
    }
  }
  int common = 0;
#pragma omp parallel num_threads(3) proc_bind(master) reduction(+ : common)
  common += omp_get_place_num() == primary;
  CHECK_EQUAL(common, 3);
#pragma omp parallel num_threads(2) proc_bind(spread)
  CHECK(omp_get_partition_num_places() >= 1);
  return 0;
}
