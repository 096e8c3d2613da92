/* Half of the tasks write to files collectively while the others synchronise files of their own.
 * Open MPI refuses MPI_File_sync of any file (MPI_ERR_OTHER) while its default component for
 * collective writes has a request somewhere; plain threads meet that within a few turns. */
#include <unistd.h>

#include "check.h"

enum { kFiles = 4, kTurns = 100, kPart = 1024 };

static int data[kPart];

static void write_or_sync(int i, MPI_File file) {
  const MPI_Offset place = (MPI_Offset)(my_rank * (int)sizeof data);
  for (int turn = 0; turn < kTurns; ++turn) {
    const int code =
        i % 2 ? MPI_File_sync(file)
              : MPI_File_write_at_all(file, place, data, kPart, MPI_INT, MPI_STATUS_IGNORE);
    CHECK(code == MPI_SUCCESS, "%s, turn %d: code %d", i % 2 ? "sync" : "write", turn, code);
  }
}

int main(void) {
  start_mpi(MPI_THREAD_MULTIPLE);
  MPI_Comm comms[kFiles];
  MPI_File files[kFiles];
  for (int i = 0; i < kFiles; ++i) {
    char path[100];
    MPI_Comm_dup(MPI_COMM_WORLD, &comms[i]);
    snprintf(path, sizeof path, "file_sync.%ld.%d", (long)getppid(), i);
    MPI_Bcast(path, sizeof path, MPI_CHAR, 0, comms[i]);
    const int code =
        MPI_File_open(comms[i], path, MPI_MODE_CREATE | MPI_MODE_RDWR | MPI_MODE_DELETE_ON_CLOSE,
                      MPI_INFO_NULL, &files[i]);
    CHECK(code == MPI_SUCCESS, "%s: code %d", path, code);
  }
#pragma omp parallel
#pragma omp single
  for (int i = 0; i < kFiles; ++i) {
#pragma omp task untied
    write_or_sync(i, files[i]);
  }
  for (int i = 0; i < kFiles; ++i) {
    MPI_File_close(&files[i]);
    MPI_Comm_free(&comms[i]);
  }
  finish_mpi("file_sync", (long)kFiles * kTurns);
  return 0;
}
