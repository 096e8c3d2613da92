/* Does nothing much, for display.py: a region of two threads; "maps" prints the libraries loaded,
 * "env" calls omp_display_env, "affinity" the affinity functions; "moves" has regions of which the
 * second thread changes places. */
#include <omp.h>
#include <stdio.h>
#include <string.h>

static void print_libraries(void) {
  char line[4096];
  FILE* maps = fopen("/proc/self/maps", "r");
  while (maps != NULL && fgets(line, sizeof line, maps) != NULL)
    if (strstr(line, ".so") != NULL) fputs(strchr(line, '/'), stdout);
  if (maps != NULL) fclose(maps);
}

int main(int argc, char** argv) {
  const char* what = argc > 1 ? argv[1] : "";
  int threads = 0;
#pragma omp parallel num_threads(2) reduction(+ : threads)
  threads += 1;
  printf("threads %d of %d\n", threads, omp_get_max_threads());
  if (strcmp(what, "maps") == 0) print_libraries();
  if (strcmp(what, "env") == 0) omp_display_env(1);
  if (strcmp(what, "moves") == 0) {
    for (int i = 0; i < 2; ++i) {
#pragma omp parallel num_threads(2) proc_bind(master)
      if (omp_get_thread_num() == 0) threads = omp_get_num_threads();
    }
  }
  if (strcmp(what, "affinity") == 0) {
    char text[200];
    omp_set_affinity_format("%n/%N %{nesting_level} %.4a|%0.3n|%3n|%%|%P|%A|%{host}");
    printf("%zu ", omp_capture_affinity(text, sizeof text, NULL));
    puts(text);
    omp_display_affinity("shown %T %t");
  }
  return 0;
}
