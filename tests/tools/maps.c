#define _GNU_SOURCE
/* Says which OpenMP runtime and which task-aware layer this process really has: one line per
 * mapped library of interest, how many threads a parallel region got, and who answers omp_*. One
 * write per process, so that ranks do not mix their lines. */
#include <dlfcn.h>
#include <omp.h>
#include <stdio.h>
#include <string.h>

#ifdef WITH_MPI
#include <mpi.h>
#endif

static char report[16384];

static void add(char const* text) { strncat(report, text, sizeof report - strlen(report) - 1); }

int main(int argc, char** argv) {
  char line[4096];
  int threads = 0;
#ifdef WITH_MPI
  int size = 0;
  MPI_Init(&argc, &argv);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  snprintf(line, sizeof line, "ranks %d\n", size);
  add(line);
#else
  (void)argc;
  (void)argv;
#endif
#pragma omp parallel num_threads(3) reduction(+ : threads)
  threads += 1;
  FILE* maps = fopen("/proc/self/maps", "r");
  while (maps != NULL && fgets(line, sizeof line, maps) != NULL) {
    char* path = strchr(line, '/');
    if (path == NULL) continue;
    if (strstr(path, "/libgomp") == NULL && strstr(path, "/libomp") == NULL &&
        strstr(path, "/libiomp") == NULL && strstr(path, "/libtidemill") == NULL)
      continue;
    if (strstr(report, path) != NULL) continue;
    add("map ");
    add(path);
  }
  snprintf(line, sizeof line, "threads %d\n", threads);
  add(line);
  Dl_info answers;
  if (dladdr((void*)omp_get_num_threads, &answers) != 0) {
    snprintf(line, sizeof line, "answers %s\n", answers.dli_fname);
    add(line);
  }
  fputs(report, stdout);
  fflush(stdout);
#ifdef WITH_MPI
  MPI_Finalize();
#endif
  return 0;
}
