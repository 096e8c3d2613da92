// What the files of the program of tm-bench metg share: a graph's memory, and what its tasks do.
#pragma once

#include "bench.h"

#ifdef __cplusplus
extern "C" {
#endif

enum {
  kWidth = 16,  // columns; a power of two: the butterfly's
  kLevels = 4,
  kRadius = 2,
};

// Step t writes row t % 2; written and read by tasks, which their dependences order.
extern long metg_stamp[2][kWidth];
extern char metg_cell[2][kWidth];

// One step of a graph: creates its tasks.
typedef void (*metg_create)(long step, long iterations);
void metg_stencil(long step, long iterations);
void metg_fft(long step, long iterations);
void metg_tree(long step, long iterations);
void metg_nearest(long step, long iterations);
// metg_stencil, of tasks that capture a struct or an object.
void metg_struct8(long step, long iterations);
void metg_struct64(long step, long iterations);
void metg_struct512(long step, long iterations);
void metg_object(long step, long iterations);

// Counts a mistake unless that column's task of that step is done.
void metg_expect_after(int row, int column, long step);
// Touches the column's block, if tasks are to, and computes.
void metg_work(int column, long iterations);

#ifdef __cplusplus
}
#endif
