// Gauss-Seidel's wave-front over blocks of 32 x 32 cells that are really computed, without MPI:
// what a stencil code does between its messages. A block waits for its four neighbours. An
// operation is a task; "serial" is the same loops without tasks, and the result is compared with
// theirs bit by bit.
//
// The cases differ in what a task captures: two ints, or a struct with them in it.
#include <string.h>

#include "bench.h"

namespace {

constexpr int kBlock = 32, kSide = 24, kCells = kBlock * kSide;

using Row = double[kCells + 2];
Row grid[kCells + 2], expected[kCells + 2];
// What dependences are on: a cell for each block, and a frame around them.
char sentinel[kSide + 2][kSide + 2];

void compute(Row* cells, int i, int j) {
  for (int y = (i - 1) * kBlock + 1; y <= i * kBlock; ++y)
    for (int x = (j - 1) * kBlock + 1; x <= j * kBlock; ++x)
      cells[y][x] = 0.25 * (cells[y - 1][x] + cells[y][x - 1] + cells[y][x + 1] + cells[y + 1][x]);
}

void begin(Row* cells) {
  memset(cells, 0, sizeof grid);
  for (int x = 0; x < kCells + 2; ++x) cells[0][x] = x % 7;
}

void compare() {
  if (memcmp(grid, expected, sizeof grid) != 0) bench_wrong("grids that differ from serial", 0, 1);
}

void solve_without_tasks(Row* cells, long sweeps) {
  begin(cells);
  for (long sweep = 0; sweep < sweeps; ++sweep)
    for (int i = 1; i <= kSide; ++i)
      for (int j = 1; j <= kSide; ++j) compute(cells, i, j);
}

// In the first repetition of a process: what is expected, and how long that takes when the memory
// is there.
void serial(long sweeps) {
  if (bench_extra.serial_ns >= 0) return;
  solve_without_tasks(expected, sweeps);
  double shortest = 0;
  for (int i = 0; i < 3; ++i) {
    const double start = bench_seconds();
    solve_without_tasks(grid, sweeps);
    compare();
    const double taken = bench_seconds() - start;
    if (i == 0 || taken < shortest) shortest = taken;
  }
  bench_extra.serial_ns = 1e9 * shortest / static_cast<double>(sweeps * kSide * kSide);
}

void sweep_with_ints() {
  for (int i = 1; i <= kSide; ++i)
    for (int j = 1; j <= kSide; ++j) {
#pragma omp task depend(in                                                            \
                        : sentinel[i - 1][j], sentinel[i][j - 1], sentinel[i][j + 1], \
                          sentinel[i + 1][j]) depend(inout                            \
                                                     : sentinel[i][j]) firstprivate(i, j)
      compute(grid, i, j);
    }
}

template <int Bytes>
struct Block {
  int i, j;
  char rest[Bytes - 2 * sizeof(int)];
};

template <int Bytes>
void sweep_with_struct() {
  for (int i = 1; i <= kSide; ++i)
    for (int j = 1; j <= kSide; ++j) {
      Block<Bytes> block{};
      block.i = i;
      block.j = j;
#pragma omp task depend(in                                                            \
                        : sentinel[i - 1][j], sentinel[i][j - 1], sentinel[i][j + 1], \
                          sentinel[i + 1][j]) depend(inout                            \
                                                     : sentinel[i][j]) firstprivate(block)
      compute(grid, block.i, block.j);
    }
}

template <void (*Sweep)()>
long blocks(long sweeps, int) {
  serial(sweeps);
  begin(grid);
#pragma omp parallel
#pragma omp single
  for (long sweep = 0; sweep < sweeps; ++sweep) Sweep();
  compare();
  return sweeps * kSide * kSide;
}

}  // namespace

extern "C" const struct bench_case bench_block_cases[] = {
    {"blocks", BENCH_FIXED, 10, 2, blocks<sweep_with_ints>, nullptr},
    {"blocks-struct16", BENCH_FIXED, 10, 2, blocks<sweep_with_struct<16>>, blocks<sweep_with_ints>},
    {"blocks-struct32", BENCH_FIXED, 10, 2, blocks<sweep_with_struct<32>>, blocks<sweep_with_ints>},
    {"blocks-struct64", BENCH_FIXED, 10, 2, blocks<sweep_with_struct<64>>, blocks<sweep_with_ints>},
    {nullptr, BENCH_FIXED, 0, 0, nullptr, nullptr},
};
