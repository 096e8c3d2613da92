/* A program that hangs says what it was at and fails, in its own words and before ctest's limit. */
#ifndef TIDEMILL_TESTS_WATCHDOG_H
#define TIDEMILL_TESTS_WATCHDOG_H

#include <signal.h>
#include <string.h>
#include <unistd.h>

static const char* volatile watchdog_at = "";

static void watchdog_bites(int signal_number) {
  static const char before[] = "hangs: ";
  (void)signal_number;
  /* write() alone is allowed in a signal handler; a message cut short is no reason to go on. */
  if (write(2, before, sizeof before - 1) < 0 || write(2, watchdog_at, strlen(watchdog_at)) < 0 ||
      write(2, "\n", 1) < 0)
    _exit(4);
  _exit(3);
}

/* From now on the program has `seconds` for what `at` describes; a new call starts anew. */
static void watchdog(unsigned seconds, const char* at) {
  watchdog_at = at;
  signal(SIGALRM, watchdog_bites);
  alarm(seconds);
}

#endif
