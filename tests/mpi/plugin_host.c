/* Opens a plugin that uses MPI: usage: plugin_host LIBRARY now|lazy local|global */
#include <dlfcn.h>
#include <stdio.h>
#include <string.h>

int main(int argc, char** argv) {
  if (argc != 4) return 2;
  const int when = strcmp(argv[2], "now") ? RTLD_LAZY : RTLD_NOW;
  const int scope = strcmp(argv[3], "local") ? RTLD_GLOBAL : RTLD_LOCAL;
  void* const plugin = dlopen(argv[1], when | scope);
  int (*work)(void) = NULL;
  if (plugin) *(void**)&work = dlsym(plugin, "plugin_work");
  if (!work) {
    fprintf(stderr, "plugin_host: %s\n", dlerror());
    return 1;
  }
  return work();
}
