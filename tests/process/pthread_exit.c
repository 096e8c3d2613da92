/* main ends by pthread_exit: the process goes on while the program has threads, then it ends, with
 * status 0 and what atexit asked for; the runtime's own threads do not keep it. */
#include <pthread.h>

#include "../regression/watchdog.h"
#include "check.h"
#include "work.h"

static void say_end(void) { write(1, "end\n", 4); }

static void* later_root(void* opaque) {
  usleep(20000); /* main is gone by now */
  CHECK(work_is_right(3));
  return opaque;
}

int main(int count, char** arguments) {
  (void)arguments;
  watchdog(30, "a process whose main has ended by pthread_exit");
  atexit(say_end);
  CHECK(work_is_right(4));
  for (int i = 1; i < count; ++i) {
    pthread_t thread;
    CHECK_EQUAL(pthread_create(&thread, NULL, later_root, NULL), 0);
    pthread_detach(thread);
  }
  pthread_exit(NULL);
}
