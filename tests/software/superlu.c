/* SuperLU_DIST on all ranks: a difference scheme on a square, factorised and solved three times,
 * with other values and other ways to solve. Its loops and tasks call MPI and BLAS. */
#include <math.h>
#include <superlu_ddefs.h>

enum { kSide = 30, kRows = kSide * kSide, kRightSides = 3 };

/* This rank's rows of the matrix, from `first` on. */
static void make_matrix(SuperMatrix* matrix, int first, int count, double diagonal) {
  double* values = doubleMalloc_dist(5 * count);
  int_t* columns = intMalloc_dist(5 * count);
  int_t* rows = intMalloc_dist(count + 1);
  int_t entries = 0;
  for (int r = 0; r < count; ++r) {
    const int row = first + r;
    const struct {
      int inside;
      int column;
      double value;
    } points[] = {{row / kSide > 0, row - kSide, -1.1},
                  {row % kSide > 0, row - 1, -1.2},
                  {1, row, diagonal + 0.01 * (row % 7)},
                  {row % kSide < kSide - 1, row + 1, -0.8},
                  {row / kSide < kSide - 1, row + kSide, -0.9}};
    rows[r] = entries;
    for (int i = 0; i < 5; ++i) {
      if (!points[i].inside) continue;
      values[entries] = points[i].value;
      columns[entries++] = points[i].column;
    }
  }
  rows[count] = entries;
  dCreate_CompRowLoc_Matrix_dist(matrix, kRows, kRows, entries, count, first, values, columns, rows,
                                 SLU_NR_loc, SLU_D, SLU_GE);
}

static void solve(gridinfo_t* grid, int first, int count, int repeat) {
  SuperMatrix matrix;
  make_matrix(&matrix, first, count, 4.2 + repeat);
  double* b = doubleMalloc_dist(count * kRightSides);
  for (int i = 0; i < count * kRightSides; ++i)
    b[i] = sin(0.01 * (first + i % count) * (1 + i / count));
  superlu_dist_options_t options;
  set_default_options_dist(&options);
  options.PrintStat = NO;
  options.ColPerm = MMD_AT_PLUS_A;
  options.IterRefine = repeat == 1 ? SLU_DOUBLE : NOREFINE;
  options.DiagInv = repeat == 2 ? YES : NO;
  dScalePermstruct_t scale;
  dLUstruct_t lu;
  dSOLVEstruct_t solution;
  SuperLUStat_t stat;
  double error[kRightSides];
  int info = 0;
  dScalePermstructInit(kRows, kRows, &scale);
  dLUstructInit(kRows, &lu);
  PStatInit(&stat);
  pdgssvx(&options, &matrix, &scale, b, count, kRightSides, grid, &lu, &solution, error, &stat,
          &info);
  double sum = 0;
  double all = 0;
  for (int i = 0; i < count * kRightSides; ++i) sum += fabs(b[i]);
  MPI_Reduce(&sum, &all, 1, MPI_DOUBLE, MPI_SUM, 0, grid->comm);
  if (grid->iam == 0) printf("info %d, sum %.9e\n", info, all);
  PStatFree(&stat);
  dScalePermstructFree(&scale);
  dDestroy_LU(kRows, grid, &lu);
  dLUstructFree(&lu);
  dSolveFinalize(&options, &solution);
  SUPERLU_FREE(b);
  Destroy_CompRowLoc_Matrix_dist(&matrix);
}

int main(int argc, char** argv) {
  int provided = 0;
  int ranks = 0;
  MPI_Init_thread(&argc, &argv, MPI_THREAD_MULTIPLE, &provided);
  MPI_Comm_size(MPI_COMM_WORLD, &ranks);
  gridinfo_t grid;
  superlu_gridinit(MPI_COMM_WORLD, 1, ranks, &grid);
  const int part = kRows / ranks;
  const int first = grid.iam * part;
  const int count = grid.iam == ranks - 1 ? kRows - first : part;
  for (int repeat = 0; repeat < 3; ++repeat) solve(&grid, first, count, repeat);
  superlu_gridexit(&grid);
  MPI_Finalize();
  return 0;
}
