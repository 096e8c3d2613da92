/* Threads are bound to places (OMP_PROC_BIND=true), but not those that the layer and the runtime
 * have for themselves: they may run on any place, not only on that of the worker that started them.
 *
 * usage: helper_places NAME: so such a thread is called. It knows MPI_THREAD_MULTIPLE only. */
#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif
#include <dirent.h>
#include <omp.h>
#include <sched.h>

#include "check.h"

static int processors_of(int thread) {
  cpu_set_t set;
  CHECK(sched_getaffinity(thread, sizeof set, &set) == 0, "thread %d", thread);
  return CPU_COUNT(&set);
}

/* The threads of this process that are called `name`; each may run on `processors`. */
static int check_threads(const char* name, int processors) {
  DIR* const folder = opendir("/proc/self/task");
  CHECK(folder, "no /proc/self/task");
  int found = 0;
  for (struct dirent* entry; (entry = readdir(folder));) {
    char path[300], line[64] = "";
    snprintf(path, sizeof path, "/proc/self/task/%s/comm", entry->d_name);
    FILE* const file = fopen(path, "r");
    if (!file) continue;
    if (fgets(line, sizeof line, file) && !strncmp(line, name, strlen(name))) {
      const int allowed = processors_of(atoi(entry->d_name));
      CHECK(allowed == processors, "%s may run on %d processors of %d", name, allowed, processors);
      ++found;
    }
    fclose(file);
  }
  closedir(folder);
  return found;
}

int main(int argc, char** argv) {
  const int processors = processors_of(0);
  start_mpi(MPI_THREAD_MULTIPLE);
  int bound_to = processors, found = 0;
#pragma omp parallel
#pragma omp single
  {
    bound_to = processors_of(0);
#pragma omp task shared(found)
    {
      MPI_Comm comm; /* made by a helper */
      MPI_Comm_split(MPI_COMM_WORLD, 0, my_rank, &comm);
      int in = 1, out = 0;
      MPI_Allreduce(&in, &out, 1, MPI_INT, MPI_SUM, comm);
      CHECK(out == rank_count, "%d", out);
      MPI_Comm_free(&comm);
      found = check_threads(argc > 1 ? argv[1] : "tidemill", processors);
    }
  }
  CHECK(processors == 1 || bound_to < processors, "the workers aren't bound");
  CHECK(found > 0, "no such thread");
  finish_mpi("helper_places", found);
  return 0;
}
