/* A program that knows nothing of C++ nor OpenMP: runs a library's own main program, for itself
 * alone, as an interpreter does.
 *
 * usage: loader LIBRARY */
#include <dlfcn.h>
#include <stdio.h>

int main(int argc, char** argv) {
  void* const library = argc == 2 ? dlopen(argv[1], RTLD_NOW | RTLD_LOCAL) : NULL;
  int (*run)(void) = NULL;
  if (library != NULL) *(void**)&run = dlsym(library, "_Z11plugin_mainv");
  if (run == NULL) {
    fprintf(stderr, "loader: %s\n", argc == 2 ? dlerror() : "name the library");
    return 2;
  }
  return run();
}
