// for over iterators and ranges: random access iterators, range-based loops, taskloops.
#include "check.h"

#include <vector>

int main() {
  std::vector<int> values(300, 1);
#pragma omp parallel for schedule(dynamic, 7)
  for (auto it = values.begin(); it < values.end(); ++it) *it += 1;
#pragma omp parallel for schedule(static)
  for (auto it = values.begin(); it != values.end(); ++it) *it += 1;
#pragma omp parallel for
  for (int& value : values) value += 1;
#pragma omp parallel
#pragma omp single
#pragma omp taskloop num_tasks(9) shared(values)
  for (auto it = values.begin(); it < values.end(); it += 1) *it += 1;
  for (int value : values) CHECK_EQUAL(value, 5);
  return 0;
}
