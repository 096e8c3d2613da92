/* The compiler's libgomp is loaded beside Tidemill and binds the first thread to its first place,
 * before main. Tidemill still has all processors that the process was started with: its parent's.
 */
#include "../conformance/check.h"

#include <dlfcn.h>
#include <unistd.h>

int main(void) {
  void* const libgomp = dlopen("libgomp.so.1", RTLD_LAZY | RTLD_NOLOAD);
  CHECK(libgomp != NULL);
  CHECK(dlsym(libgomp, "GOMP_parallel") != dlsym(RTLD_DEFAULT, "GOMP_parallel"));

  cpu_set_t whole, mine, all;
  CHECK(sched_getaffinity(getppid(), sizeof whole, &whole) == 0);
  CHECK(sched_getaffinity(0, sizeof mine, &mine) == 0);
  CHECK_EQUAL(CPU_COUNT(&mine), 1); /* or this test shows nothing */

  CHECK_EQUAL(omp_get_num_procs(), CPU_COUNT(&whole));
  CHECK_EQUAL(omp_get_num_places(), CPU_COUNT(&whole));
  CPU_ZERO(&all);
#pragma omp parallel num_threads(CPU_COUNT(&whole)) private(mine)
  {
    CHECK(sched_getaffinity(0, sizeof mine, &mine) == 0);
#pragma omp critical
    CPU_OR(&all, &all, &mine);
  }
  CHECK(CPU_EQUAL(&all, &whole));
  return 0;
}
