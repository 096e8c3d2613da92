/* SuiteSparse's GraphBLAS: products of sparse matrices by each of its methods, masks, transposes,
 * sums. All values are small whole numbers, so that sums are exact in any order. */
#include <GraphBLAS.h>
#include <stdio.h>
#include <stdlib.h>

enum { kSide = 3000, kEntries = 40000 };

static void check(GrB_Info info) {
  if (info == GrB_SUCCESS) return;
  fprintf(stderr, "GraphBLAS says %d\n", (int)info);
  exit(1);
}

int main(void) {
  check(GrB_init(GrB_NONBLOCKING));
  GrB_Matrix a, product, other;
  check(GrB_Matrix_new(&a, GrB_FP64, kSide, kSide));
  check(GrB_Matrix_new(&product, GrB_FP64, kSide, kSide));
  check(GrB_Matrix_new(&other, GrB_FP64, kSide, kSide));
  unsigned state = 1;
  for (int i = 0; i < kEntries; ++i) {
    state = state * 1664525u + 1013904223u;
    const unsigned row = (state >> 8) % kSide;
    state = state * 1664525u + 1013904223u;
    check(GrB_Matrix_setElement_FP64(a, 1 + i % 9, row, (state >> 8) % kSide));
  }
  const int methods[] = {GxB_DEFAULT, GxB_AxB_GUSTAVSON, GxB_AxB_DOT, GxB_AxB_HASH, GxB_AxB_SAXPY};
  for (int m = 0; m < 5; ++m) {
    GrB_Descriptor how;
    check(GrB_Descriptor_new(&how));
    check(GxB_set(how, GxB_AxB_METHOD, methods[m]));
    check(GxB_set(how, GxB_CHUNK, 10.0));  // all threads, however little there is to do
    check(GrB_mxm(product, methods[m] == GxB_AxB_DOT ? a : NULL, NULL, GrB_PLUS_TIMES_SEMIRING_FP64,
                  a, a, how));
    check(GrB_transpose(other, NULL, NULL, product, how));
    check(GrB_Matrix_eWiseAdd_BinaryOp(other, NULL, NULL, GrB_MINUS_FP64, other, product, how));
    check(GrB_Matrix_select_FP64(other, NULL, NULL, GrB_VALUEGT_FP64, other, 20, how));
    double sum;
    GrB_Index count;
    check(GrB_Matrix_reduce_FP64(&sum, NULL, GrB_PLUS_MONOID_FP64, other, NULL));
    check(GrB_Matrix_nvals(&count, other));
    printf("method %d: %.1f in %llu entries\n", m, sum, (unsigned long long)count);
    check(GrB_Descriptor_free(&how));
  }
  check(GrB_Matrix_free(&a));
  check(GrB_Matrix_free(&product));
  check(GrB_Matrix_free(&other));
  check(GrB_finalize());
  return 0;
}
