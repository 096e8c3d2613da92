/* Three runtimes by their files' names, each opened, asked and set by its own handle, as tools do
 * that find them that way: one library answers for all of them, with one pool of threads. */
#include <link.h>

#include "../regression/process_status.h"
#include "check.h"

static const char* const names[] = {"libgomp.so.1", "libomp.so.5", "libiomp5.so"};
enum { kNames = 3, kThreads = 4 };

struct Seen {
  int by_name[kNames], runtimes;
};

static int look(struct dl_phdr_info* info, size_t size, void* data) {
  struct Seen* seen = data;
  const char* slash = strrchr(info->dlpi_name, '/');
  const char* name = slash != NULL ? slash + 1 : info->dlpi_name;
  for (int i = 0; i < kNames; ++i) seen->by_name[i] += strcmp(name, names[i]) == 0;
  seen->runtimes += strncmp(name, "libtidemill.so", 14) == 0;
  (void)size;
  return 0;
}

static int members(void) {
  int count = 0;
#pragma omp parallel reduction(+ : count)
  count++;
  return count;
}

int main(void) {
  int (*max[kNames])(void);
  void (*set[kNames])(int);
  for (int i = 0; i < kNames; ++i) {
    void* handle = dlopen(names[i], RTLD_LAZY | RTLD_LOCAL);
    CHECK(handle != NULL);
    max[i] = (int (*)(void))dlsym(handle, "omp_get_max_threads");
    set[i] = (void (*)(int))dlsym(handle, "omp_set_num_threads");
    CHECK(max[i] != NULL && set[i] != NULL);
    void (*entry)(void) =
        (void (*)(void))dlsym(handle, i == 0 ? "GOMP_parallel" : "__kmpc_barrier");
    Dl_info where;
    CHECK(entry != NULL && dladdr((void*)entry, &where) != 0);
    CHECK(strstr(where.dli_fname, "libtidemill.so") != NULL);
  }
  struct Seen seen = {{0}, 0};
  dl_iterate_phdr(look, &seen);
  CHECK_EQUAL(seen.runtimes, 1);
  for (int i = 0; i < kNames; ++i) CHECK_EQUAL(seen.by_name[i], 1);
  for (int i = 0; i < kNames; ++i) {
    CHECK(max[i] == max[0] && set[i] == set[0]);
    for (int n = kThreads; n > 0; --n) {
      set[i](n);
      CHECK_EQUAL(max[(i + 1) % kNames](), n);
      CHECK_EQUAL(members(), n);
    }
  }
  CHECK(process_status("Threads:") <= kThreads + 1); /* a team's, and who watches */
  return 0;
}
