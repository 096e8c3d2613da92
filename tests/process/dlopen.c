/* dlopen and dlclose of a plugin that uses OpenMP, again and again, by a program that does not:
 * the plugin brings the runtime in, and takes it with it when the runtime lets itself be unloaded
 * under its own threads. Also from several threads, and with RTLD_LOCAL and RTLD_DEEPBIND.
 *
 * usage: dlopen PLUGIN */
#include <dlfcn.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../regression/process_status.h"
#include "../regression/watchdog.h"

enum { kRounds = 50, kThreads = 4 };

static const char* plugin_path;

static void require(int condition, const char* what) {
  if (condition) return;
  fprintf(stderr, "%s: %s\n", what, plugin_path);
  exit(1);
}

static void check_runtime(void* plugin) {
  Dl_info where;
  char path[4096];
  const char* expected = getenv("TM_EXPECT");
  void* function = dlsym(plugin, "omp_get_num_threads");
  require(expected != NULL && function != NULL && dladdr(function, &where) != 0 &&
              realpath(where.dli_fname, path) != NULL,
          "set TM_EXPECT=tidemill or system");
  const int ours = strstr(strrchr(path, '/'), "libtidemill") != NULL;
  require(ours == (strcmp(expected, "tidemill") == 0), "runs on the wrong runtime");
}

static void use_once(int flags, int threads) {
  void* plugin = dlopen(plugin_path, RTLD_NOW | flags);
  require(plugin != NULL, "cannot be opened");
  check_runtime(plugin);
  int (*run)(int);
  *(void**)&run = dlsym(plugin, "plugin_run");
  require(run != NULL, "has no plugin_run");
  require(run(threads), "gives wrong results");
  require(dlclose(plugin) == 0, "cannot be closed");
}

static void* use_often(void* opaque) {
  for (int round = 0; round < kRounds; ++round) use_once(RTLD_LOCAL, 1 + (int)(long)opaque);
  return NULL;
}

int main(int argc, char** argv) {
  require(argc == 2, "name the plugin");
  plugin_path = argv[1];
  watchdog(100, "plugins that use OpenMP");
  const int flags[] = {RTLD_LOCAL, RTLD_GLOBAL, RTLD_LOCAL | RTLD_DEEPBIND};
  for (int round = 0; round < kRounds; ++round) use_once(flags[round % 3], 1 + round % 4);
  const long threads = process_status("Threads:");
  pthread_t users[kThreads];
  for (long i = 0; i < kThreads; ++i)
    require(pthread_create(&users[i], NULL, use_often, (void*)i) == 0, "thread refused");
  for (int i = 0; i < kThreads; ++i) pthread_join(users[i], NULL);
  require(process_status("Threads:") <= threads + 3 * kThreads, "threads pile up");
  return 0;
}
