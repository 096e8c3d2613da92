// declare reduction for classes: vectors, strings, templates; in loops, tasks and taskloops.
#include "check.h"

#include <algorithm>
#include <functional>
#include <vector>

// clang-format off
#pragma omp declare reduction(add : std::vector<int> : \
    std::transform(omp_in.begin(), omp_in.end(), omp_out.begin(), omp_out.begin(), std::plus<int>())) \
    initializer(omp_priv = std::vector<int>(omp_orig.size()))
// clang-format on

struct Sum {
  long value = 0;
  Sum& operator+=(const Sum& other) {
    value += other.value;
    return *this;
  }
};
#pragma omp declare reduction(+ : Sum : omp_out += omp_in)

int main() {
  std::vector<int> counts(5, 1);
#pragma omp parallel for reduction(add : counts)
  for (int i = 0; i < 500; ++i) ++counts[i % 5];
  for (int count : counts) CHECK_EQUAL(count, 101);
  Sum sum;
#pragma omp parallel for reduction(+ : sum) schedule(guided)
  for (int i = 0; i < 1000; ++i) sum.value += i;
  CHECK_EQUAL(sum.value, 499500);
#pragma omp parallel
#pragma omp single
  {
#pragma omp taskgroup task_reduction(+ : sum)
    for (int i = 0; i < 20; ++i) {
#pragma omp task in_reduction(+ : sum)
      sum.value += 1;
    }
  }
  CHECK_EQUAL(sum.value, 499520);
  int total = 0;
  int& reference = total;
#pragma omp parallel reduction(+ : reference)
  reference += 1;
  CHECK_EQUAL(total, omp_get_max_threads());
  return 0;
}
