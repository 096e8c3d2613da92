/* Preloaded into a program: writes the files this process has mapped, and how many threads it has,
 * to MAPS_FOLDER/PID at its end, so that a test sees which OpenMP runtime really was in it.
 * Programs that never met OpenMP (the launcher's helpers, env, sh) are passed over. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

__attribute__((destructor)) static void write_maps(void) {
  const char* folder = getenv("MAPS_FOLDER");
  FILE* maps = fopen("/proc/self/maps", "r");
  if (folder == NULL || maps == NULL) return;
  char line[4608], report[65536] = "";
  int openmp = 0;
  while (fgets(line, sizeof line, maps) != NULL) {
    const char* path = strchr(line, '/');
    if (path == NULL || strstr(path, ".so") == NULL || strstr(report, path) != NULL) continue;
    openmp = openmp || strstr(path, "/libgomp") != NULL || strstr(path, "/libomp") != NULL ||
             strstr(path, "/libiomp") != NULL || strstr(path, "/libtidemill.so") != NULL;
    if (strlen(report) + strlen(path) < sizeof report) strcat(report, path);
  }
  fclose(maps);
  if (!openmp) return;
  snprintf(line, sizeof line, "%s/%d", folder, (int)getpid());
  FILE* file = fopen(line, "w");
  if (file == NULL) abort();
  fputs(report, file);
  FILE* status = fopen("/proc/self/status", "r");
  while (status != NULL && fgets(line, sizeof line, status) != NULL)
    if (strncmp(line, "Threads:", 8) == 0) fputs(line, file);
  if (status != NULL) fclose(status);
  fclose(file);
}
