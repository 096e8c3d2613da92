/* The program's first accesses to files by a view that isn't "native" are made by tasks at once,
 * each to a file of its own. Open MPI makes the memory for conversions at the first of them, and
 * marks it as there a moment before: a lock taken by it in between is this program's, and takes its
 * time. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <pthread.h>
#include <unistd.h>

#include "check.h"

enum { kFiles = 3, kPart = 200 };

static _Atomic(char*) makes_memory; /* the function that does */

int pthread_mutex_lock(pthread_mutex_t* mutex) {
  static int (*_Atomic original)(pthread_mutex_t*);
  if (!original) original = (int (*)(pthread_mutex_t*))dlsym(RTLD_NEXT, "pthread_mutex_lock");
  const char* const from = __builtin_return_address(0);
  const char* const function = makes_memory;
  if (function != NULL && from >= function && from < function + 512) usleep(50000);
  return original(mutex);
}

static void write_and_read(int number, MPI_File file) {
  int out[kPart], in[kPart] = {0}, count = -1;
  for (int i = 0; i < kPart; ++i) out[i] = (number * 16 + my_rank) * kPart + i;
  MPI_Status status;
  MPI_File_write_at(file, (MPI_Offset)my_rank * kPart, out, kPart, MPI_INT, &status);
  MPI_Get_count(&status, MPI_INT, &count);
  CHECK(count == kPart, "wrote %d", count);
  MPI_File_read_at(file, (MPI_Offset)my_rank * kPart, in, kPart, MPI_INT, MPI_STATUS_IGNORE);
  CHECK(memcmp(in, out, sizeof in) == 0, "file %d begins with %d, not %d", number, in[0], out[0]);
}

int main(void) {
  start_mpi(MPI_THREAD_MULTIPLE);
  MPI_File files[kFiles];
  for (int i = 0; i < kFiles; ++i) {
    char path[100], external[] = "external32";
    snprintf(path, sizeof path, "first_accesses.%ld.%d.%d", (long)getppid(), my_rank, i);
    int code = MPI_File_open(MPI_COMM_SELF, path,
                             MPI_MODE_CREATE | MPI_MODE_RDWR | MPI_MODE_DELETE_ON_CLOSE,
                             MPI_INFO_NULL, &files[i]);
    CHECK(code == MPI_SUCCESS, "%s: code %d", path, code);
    code = MPI_File_set_view(files[i], 0, MPI_INT, MPI_INT, external, MPI_INFO_NULL);
    CHECK(code == MPI_SUCCESS, "%s: code %d", path, code);
  }
  makes_memory = dlsym(RTLD_DEFAULT, "mca_common_ompio_buffer_alloc_init");
#pragma omp parallel
#pragma omp single
  for (int i = 0; i < kFiles; ++i) {
#pragma omp task untied
    write_and_read(i, files[i]);
  }
  for (int i = 0; i < kFiles; ++i) MPI_File_close(&files[i]);
  finish_mpi("first_accesses", 2L * kFiles);
  return 0;
}
