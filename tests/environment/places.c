/* Places and binding as a program sees them: each thread runs where its place says, partitions are
 * inside the parent's. Run with OMP_PLACES and OMP_PROC_BIND; "unbound" as argument expects none.
 */
#include "../conformance/check.h"

#include <pthread.h>
#include <sched.h>

static void check_place(int place) {
  cpu_set_t set;
  int ids[1024];
  CHECK(place >= 0 && place < omp_get_num_places());
  CHECK(sched_getaffinity(0, sizeof set, &set) == 0);
  CHECK(omp_get_place_num_procs(place) <= 1024);
  omp_get_place_proc_ids(place, ids);
  CHECK_EQUAL(CPU_COUNT(&set), omp_get_place_num_procs(place));
  for (int i = 0; i < omp_get_place_num_procs(place); ++i) CHECK(CPU_ISSET(ids[i], &set));
}

/* The partition of the calling thread is inside [first, first + count) and has its place. */
static void check_partition(int first, int count, int place) {
  int numbers[1024];
  int found = 0;
  const int n = omp_get_partition_num_places();
  CHECK(n >= 1 && n <= count);
  omp_get_partition_place_nums(numbers);
  for (int i = 0; i < n; ++i) {
    CHECK(numbers[i] >= first && numbers[i] < first + count);
    found += numbers[i] == place;
  }
  CHECK_EQUAL(found, 1);
}

static void bound(void) {
  const int places = omp_get_num_places();
  CHECK(places >= 1);
  CHECK(omp_get_proc_bind() != omp_proc_bind_false);
#pragma omp parallel
  {
    const int place = omp_get_place_num();
    int numbers[1024];
    check_place(place);
    check_partition(0, places, place);
    omp_get_partition_place_nums(numbers);
    const int first = numbers[0];
    const int count = omp_get_partition_num_places();
#pragma omp parallel num_threads(2) proc_bind(spread)
    {
      check_place(omp_get_place_num());
      check_partition(first, count, omp_get_place_num());
      if (omp_get_thread_num() == 0) CHECK_EQUAL(omp_get_place_num(), place);
    }
    CHECK_EQUAL(omp_get_place_num(), place);
    check_place(place);
  }
#pragma omp parallel num_threads(places) proc_bind(close)
  {
    int next = omp_get_ancestor_thread_num(1);
    CHECK_EQUAL(omp_get_place_num(), next % places); /* the initial thread sits on place 0 */
  }
#pragma omp parallel num_threads(3) proc_bind(primary)
  CHECK_EQUAL(omp_get_place_num(), 0);
  CHECK_EQUAL(omp_get_place_num_procs(places), 0);
  CHECK_EQUAL(omp_get_place_num_procs(-1), 0);
}

/* A function: GCC allows no such call directly inside teams. Returns how many places there are. */
__attribute__((noinline)) static int partition(int* first) {
  int numbers[1024];
  omp_get_partition_place_nums(numbers);
  *first = numbers[0];
  return omp_get_partition_num_places();
}

/* Teams get parts of their own, as even as can be. */
static void league(void) {
  enum { kMost = 64 };
  const int places = omp_get_num_places();
  int first[kMost], counts[kMost];
  for (int teams = 1; teams <= places && teams <= kMost; ++teams) {
#pragma omp teams num_teams(teams) shared(first, counts)
    {
      const int self = omp_get_team_num();
      CHECK_EQUAL(omp_get_num_teams(), teams);
      counts[self] = partition(&first[self]);
#pragma omp parallel num_threads(2) shared(first, counts)
      {
        check_place(omp_get_place_num());
        check_partition(first[self], counts[self], omp_get_place_num());
      }
    }
    for (int i = 0; i < teams; ++i) {
      CHECK(counts[i] == places / teams || counts[i] == places / teams + 1);
      for (int j = 0; j < i; ++j)
        CHECK(first[i] >= first[j] + counts[j] || first[j] >= first[i] + counts[i]);
    }
  }
}

/* A thread of the program's own stays where its region has put it, and says so. */
static void* own_thread(void* unused) {
#pragma omp parallel
  check_place(omp_get_place_num());
  check_place(omp_get_place_num());
  return unused;
}

static void unbound(void) {
  cpu_set_t before;
  CHECK(sched_getaffinity(0, sizeof before, &before) == 0);
  CHECK_EQUAL(omp_get_proc_bind(), omp_proc_bind_false);
#pragma omp parallel num_threads(4) proc_bind(spread)
  {
    cpu_set_t now;
    CHECK(sched_getaffinity(0, sizeof now, &now) == 0);
    CHECK(CPU_EQUAL(&before, &now));
    CHECK_EQUAL(omp_get_place_num(), -1);
  }
}

int main(int argc, char** argv) {
  omp_set_max_active_levels(2);
  if (argc > 1 && strcmp(argv[1], "unbound") == 0)
    unbound();
  else {
    pthread_t thread;
    bound();
    league();
    CHECK_EQUAL(pthread_create(&thread, NULL, own_thread, NULL), 0);
    CHECK_EQUAL(pthread_join(thread, NULL), 0);
  }
  return 0;
}
