/* A number of /proc/self/status: "Threads:", or sizes in KiB as "VmHWM:" (peak resident memory). */
#ifndef TIDEMILL_TESTS_PROCESS_STATUS_H
#define TIDEMILL_TESTS_PROCESS_STATUS_H

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static long process_status(const char* field) {
  FILE* file = fopen("/proc/self/status", "r");
  char line[256];
  long value = -1;
  while (file != NULL && fgets(line, sizeof line, file) != NULL)
    if (strncmp(line, field, strlen(field)) == 0) value = atol(line + strlen(field));
  if (file != NULL) fclose(file);
  if (value < 0) {
    fprintf(stderr, "/proc/self/status says nothing of %s\n", field);
    exit(1);
  }
  return value;
}

#endif
