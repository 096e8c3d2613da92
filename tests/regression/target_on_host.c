/* A target region on the host starts with the host's ICVs as a device: what the environment says,
 * not what the program has set since. And an absent optional argument comes as a firstprivate value
 * without an address. */
#include <stdint.h>

#include "check.h"

extern void GOMP_target_ext(int device, void (*body)(void*), size_t count, void** addresses,
                            size_t* sizes, unsigned short* kinds, unsigned flags, void** depend,
                            void** arguments);

enum { kHost = -2, kFirstprivate = 0xc };

static int value = 7;
static int met;

static void body(void* data) {
  void** addresses = data;
  CHECK(addresses[0] == NULL);
  CHECK(addresses[1] != &value); /* a copy */
  met = *(int*)addresses[1];
}

int main(void) {
  const int threads = omp_get_max_threads();
  const int dynamic = omp_get_dynamic();
  omp_sched_t kind;
  int chunk;
  omp_get_schedule(&kind, &chunk);
  omp_set_num_threads(threads + 3);
  omp_set_dynamic(!dynamic);
  omp_set_schedule(omp_sched_static, 5);
#pragma omp target if (0)
  {
    omp_sched_t kind_here;
    int chunk_here;
    omp_get_schedule(&kind_here, &chunk_here);
    CHECK_EQUAL(omp_get_max_threads(), threads);
    CHECK_EQUAL(omp_get_dynamic(), dynamic);
    CHECK_EQUAL(kind_here, kind);
    CHECK_EQUAL(chunk_here, chunk);
    CHECK_EQUAL(omp_get_level(), 0);
    omp_set_num_threads(threads + 1);
  }
  CHECK_EQUAL(omp_get_max_threads(), threads + 3);
  CHECK_EQUAL(omp_get_dynamic(), !dynamic);
  omp_get_schedule(&kind, &chunk);
  CHECK_EQUAL(kind, omp_sched_static);
  CHECK_EQUAL(chunk, 5);

  void* addresses[2] = {NULL, &value};
  size_t sizes[2] = {sizeof(int), sizeof(int)};
  unsigned short kinds[2] = {kFirstprivate | 2 << 8, kFirstprivate | 2 << 8};
  GOMP_target_ext(kHost, body, 2, addresses, sizes, kinds, 0, NULL, NULL);
  CHECK_EQUAL(met, 7);
  return 0;
}
