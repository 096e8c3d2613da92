/* reduction of arrays: whole, sections, offsets, of variable length, through pointers, in 2-D. */
#include "check.h"

int main(void) {
  long counts[7] = {1, 1, 1, 1, 1, 1, 1};
#pragma omp parallel for reduction(+ : counts)
  for (int i = 0; i < 700; ++i) ++counts[i % 7];
  for (int i = 0; i < 7; ++i) CHECK_EQUAL(counts[i], 101);
#pragma omp parallel for reduction(+ : counts [2:3]) schedule(dynamic, 11)
  for (int i = 0; i < 300; ++i) ++counts[2 + i % 3];
  for (int i = 0; i < 7; ++i) CHECK_EQUAL(counts[i], i >= 2 && i < 5 ? 201 : 101);
  for (int n = 1; n < 3000; n += 731) {
    double* sums = malloc(sizeof(double) * (size_t)n);
    for (int i = 0; i < n; ++i) sums[i] = i;
#pragma omp parallel for reduction(+ : sums [0:n])
    for (int i = 0; i < 2 * n; ++i) sums[i % n] += 1;
    for (int i = 0; i < n; ++i) CHECK(sums[i] == i + 2);
    free(sums);
  }
  int table[4][5] = {{0}};
#pragma omp parallel for reduction(max : table[:4][:5])
  for (int i = 0; i < 100; ++i)
    if (table[i % 4][i % 5] < i) table[i % 4][i % 5] = i;
  for (int i = 80; i < 100; ++i) CHECK_EQUAL(table[i % 4][i % 5], i);
  return 0;
}
