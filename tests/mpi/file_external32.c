/* Collective accesses in tasks to files whose view is "external32": big-endian in the file,
 * whatever the processor. Each rank writes its part of every file and reads it back.
 * MPICH's non-blocking forms convert in memory that they have freed by then. */
#include <unistd.h>

#include "check.h"

enum { kFiles = 3, kTurns = 5, kPart = 1000 };

static int value_of(int file, int turn, int rank, int i) {
  return ((file * kTurns + turn) * 16 + rank) * kPart + i;
}

static void check_bytes(const char* path, int file) {
  unsigned char byte[4];
  FILE* raw = fopen(path, "rb");
  CHECK(raw != NULL && fread(byte, 1, 4, raw) == 4, "%s: can't be read", path);
  const unsigned first = (unsigned)byte[0] << 24 | byte[1] << 16 | byte[2] << 8 | byte[3];
  CHECK(first == (unsigned)value_of(file, kTurns - 1, 0, 0), "%s begins with %u", path, first);
  fclose(raw);
}

/* Writes and reads by each access that has a non-blocking form. */
static void write_and_read(int number, MPI_Comm comm, MPI_File file) {
  for (int turn = 0; turn < kTurns; ++turn) {
    int out[kPart], in[kPart];
    for (int i = 0; i < kPart; ++i) out[i] = value_of(number, turn, my_rank, i);
    memset(in, 0, sizeof in);
    const MPI_Offset mine = (MPI_Offset)my_rank * kPart;
    MPI_Status wrote, read;
    int count = -1;
    if (turn % 2 == 0) {
      MPI_File_write_at_all(file, mine, out, kPart, MPI_INT, &wrote);
    } else {
      MPI_File_seek(file, mine, MPI_SEEK_SET);
      MPI_File_write_all(file, out, kPart, MPI_INT, &wrote);
    }
    MPI_Get_count(&wrote, MPI_INT, &count);
    CHECK(count == kPart, "turn %d: wrote %d", turn, count);
    MPI_Barrier(comm);
    if (turn % 2 == 0) {
      MPI_File_seek(file, mine, MPI_SEEK_SET);
      MPI_File_read_all(file, in, kPart, MPI_INT, &read);
    } else {
      MPI_File_read_at_all(file, mine, in, kPart, MPI_INT, &read);
    }
    MPI_Get_count(&read, MPI_INT, &count);
    CHECK(count == kPart, "turn %d: read %d", turn, count);
    for (int i = 0; i < kPart; ++i) {
      const int wanted = value_of(number, turn, my_rank, i);
      CHECK(in[i] == wanted, "turn %d, element %d is %d, not %d", turn, i, in[i], wanted);
    }
    MPI_Barrier(comm); /* before it is written again */
  }
}

static MPI_Comm comms[kFiles];
static MPI_File files[kFiles];

/* Views are set, as files are opened, in one order on all ranks: MPICH has a lock over all files,
 * and holds it while it waits for other ranks. */
static void write_and_read_all(char* representation) {
  for (int i = 0; i < kFiles; ++i) {
    const int code =
        MPI_File_set_view(files[i], 0, MPI_INT, MPI_INT, representation, MPI_INFO_NULL);
    CHECK(code == MPI_SUCCESS, "%s: code %d", representation, code);
  }
#pragma omp parallel
#pragma omp single
  for (int i = 0; i < kFiles; ++i) {
#pragma omp task untied
    write_and_read(i, comms[i], files[i]);
  }
}

int main(void) {
  start_mpi(MPI_THREAD_MULTIPLE);
  char paths[kFiles][100], external[] = "external32", native[] = "native";
  for (int i = 0; i < kFiles; ++i) {
    MPI_Comm_dup(MPI_COMM_WORLD, &comms[i]);
    snprintf(paths[i], sizeof paths[i], "file_external32.%ld.%d", (long)getppid(), i);
    MPI_Bcast(paths[i], sizeof paths[i], MPI_CHAR, 0, comms[i]);
    const int code = MPI_File_open(comms[i], paths[i], MPI_MODE_CREATE | MPI_MODE_RDWR,
                                   MPI_INFO_NULL, &files[i]);
    CHECK(code == MPI_SUCCESS, "%s: code %d", paths[i], code);
  }
  write_and_read_all(native);
  write_and_read_all(external);
  for (int i = 0; i < kFiles; ++i) {
    MPI_File_close(&files[i]);
    if (my_rank == 0) {
      check_bytes(paths[i], i);
      remove(paths[i]);
    }
    MPI_Comm_free(&comms[i]);
  }
  finish_mpi("file_external32", 2L * kFiles * kTurns);
  return 0;
}
