/* Broadcasts of more than 2 GiB in a task, for which MPICH's own non-blocking form is an error: of
 * a datatype of a mebibyte, whose number is small, and of more bytes than an int can say (MPI 4).
 * Each rank tells the data otherwise. The buffer is one piece of memory, mapped many times: so it
 * needs little, and each byte is written as often as there are pieces, with what is the same in
 * all.
 *
 * usage: large_bcast, on 2 ranks or more. Knows MPI_THREAD_MULTIPLE only. */
#define _GNU_SOURCE
#include <sys/mman.h>
#include <unistd.h>

#include "check.h"

enum { kMebibytes = 2176, kPieces = 34 };
static const size_t kPiece = (size_t)64 << 20;
static const size_t kBytes = (size_t)kMebibytes << 20;

static unsigned char* map_pieces(void) {
  const int file = memfd_create("pieces", 0);
  CHECK(file >= 0 && ftruncate(file, (off_t)kPiece) == 0, "no memory");
  unsigned char* all =
      mmap(NULL, kBytes, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  CHECK(all != MAP_FAILED, "no room for %zu bytes", kBytes);
  for (size_t i = 0; i < kPieces; ++i)
    CHECK(mmap(all + i * kPiece, kPiece, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_FIXED, file, 0) !=
              MAP_FAILED,
          "piece %zu", i);
  close(file);
  return all;
}

static unsigned char expected(size_t at, int call) {
  return (unsigned char)(at % 251 + (size_t)call);
}

static void check(unsigned char* buffer, int call, int code) {
  CHECK(code == MPI_SUCCESS, "call %d: code %d", call, code);
  for (size_t i = 0; i < kPiece; ++i)
    CHECK(buffer[i] == expected(i, call), "call %d: byte %zu is %d", call, i, buffer[i]);
  /* What comes next meets the right call. */
  int sum = -1;
  MPI_Allreduce(&call, &sum, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
  CHECK(sum == call * rank_count, "after call %d: %d", call, sum);
}

static void fill(unsigned char* buffer, int call, int root) {
  for (size_t i = 0; i < kPiece; ++i) buffer[i] = my_rank == root ? expected(i, call) : 0;
}

int main(void) {
  start_mpi(MPI_THREAD_MULTIPLE);
  MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
  unsigned char* const buffer = map_pieces();
  MPI_Datatype mebibyte, two;
  MPI_Type_contiguous(1 << 20, MPI_BYTE, &mebibyte);
  MPI_Type_contiguous(2, mebibyte, &two);
  MPI_Type_commit(&mebibyte);
  MPI_Type_commit(&two);
#pragma omp parallel
#pragma omp single
#pragma omp task
  {
    fill(buffer, 1, 0);
    check(buffer, 1,
          my_rank % 2 == 0 ? MPI_Bcast(buffer, kMebibytes, mebibyte, 0, MPI_COMM_WORLD)
                           : MPI_Bcast(buffer, kMebibytes / 2, two, 0, MPI_COMM_WORLD));
#if MPI_VERSION >= 4
    const int last = rank_count - 1;
    fill(buffer, 2, last);
    check(buffer, 2,
          my_rank == 0 ? MPI_Bcast(buffer, kMebibytes, mebibyte, last, MPI_COMM_WORLD)
                       : MPI_Bcast_c(buffer, (MPI_Count)kBytes, MPI_BYTE, last, MPI_COMM_WORLD));
#endif
  }
  MPI_Type_free(&two);
  MPI_Type_free(&mebibyte);
  finish_mpi("large_bcast", 1);
  return 0;
}
