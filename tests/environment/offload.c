/* A device construct or routine that the one argument names, done by the host. */
#include "../conformance/check.h"

static int nearest(int device) {
  int value = 1;
#pragma omp target map(tofrom : value) device(device)
  value = 2;
  return value;
}

int main(int count, char** arguments) {
  const char* what = count > 1 ? arguments[1] : "";
  const int host = omp_get_initial_device();
  int value = 1;
  if (strcmp(what, "target") == 0) {
#pragma omp target map(tofrom : value)
    value = 2;
  } else if (strcmp(what, "target nowait") == 0) {
#pragma omp target map(tofrom : value) nowait depend(out : value)
    value = 2;
#pragma omp taskwait
  } else if (strcmp(what, "target data") == 0) {
#pragma omp target data map(tofrom : value)
    value = 2;
  } else if (strcmp(what, "target update") == 0) {
#pragma omp target update to(value)
    value = 2;
  } else if (strcmp(what, "target enter data") == 0) {
#pragma omp target enter data map(to : value)
    value = 2;
  } else if (strcmp(what, "host") == 0) {
    value = nearest(host);
  } else if (strcmp(what, "if") == 0) {
#pragma omp target if (count < 0) map(tofrom : value)
    value = 2;
  } else if (strcmp(what, "set") == 0) {
    omp_set_default_device(host);
#pragma omp target map(tofrom : value)
    value = 2;
  } else if (strcmp(what, "device 5") == 0) {
    value = nearest(5);
  } else if (strcmp(what, "omp_target_alloc") == 0) {
    value = omp_target_alloc(8, 5) == NULL ? 2 : 1;
  } else if (strcmp(what, "omp_target_memcpy") == 0) {
    char to[1], from[1] = {0};
    value = omp_target_memcpy(to, from, 1, 0, 0, 5, host) != 0 ? 2 : 1;
  } else if (strcmp(what, "default") == 0) {
    printf("%d\n", omp_get_default_device());
    value = 2;
  }
  CHECK_EQUAL(value, 2);
  return 0;
}
