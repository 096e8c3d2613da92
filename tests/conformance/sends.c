/* Makes a program one whose tasks are expected to send, and do at times: without that the policies
 * that learn from sends give way to the default one. Preloaded. A task sends when it asks for the
 * number of its thread; but not in a program about priorities, before which sends go. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <stdatomic.h>
#include <string.h>

static void (*expect)(void);
static void (*sends_on)(unsigned long long channel);
static int (*thread_num)(void);

__attribute__((constructor)) static void begin(void) {
  if (strstr(program_invocation_short_name, "priority")) return;
  *(void**)&expect = dlsym(RTLD_DEFAULT, "tidemill_expect_sends");
  *(void**)&sends_on = dlsym(RTLD_DEFAULT, "tidemill_current_task_sends_on");
  if (expect) expect();
}

int omp_get_thread_num(void) {
  static atomic_ullong channel;
  if (!thread_num) *(void**)&thread_num = dlsym(RTLD_NEXT, "omp_get_thread_num");
  if (sends_on) sends_on(1 + atomic_fetch_add(&channel, 1) % 64);
  return thread_num();
}
