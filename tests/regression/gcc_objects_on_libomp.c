/* Objects that GCC compiled, linked by Clang: the program asks for GCC's entry points under
 * libomp's version node, and the loader refused it on ours for want of them. A few of each kind;
 * what they do is the conformance programs' business. */
#include "check.h"

enum { kCount = 100 };

static void work_sharing(void) {
  int sum = 0;
  int sections = 0;
  int turn = 0;
#pragma omp parallel num_threads(2)
  {
#pragma omp for schedule(dynamic, 3) reduction(+ : sum)
    for (int i = 0; i < kCount; ++i) sum += i;
#pragma omp for ordered schedule(static, 1)
    for (int i = 0; i < kCount; ++i)
#pragma omp ordered
      CHECK_EQUAL(turn++, i);
#pragma omp sections
    {
#pragma omp section
#pragma omp critical
      ++sections;
#pragma omp section
#pragma omp critical
      ++sections;
    }
  }
  CHECK_EQUAL(sum, kCount * (kCount - 1) / 2);
  CHECK_EQUAL(sections, 2);
}

static void tasks(void) {
  int last = 0;
  int sum = 0;
#pragma omp parallel num_threads(2)
#pragma omp single
  {
    for (int i = 0; i < kCount; ++i) {
#pragma omp task depend(inout : last) shared(last)
      CHECK_EQUAL(last++, i);
    }
#pragma omp taskwait depend(in : last)
    CHECK_EQUAL(last, kCount);
#pragma omp taskloop reduction(+ : sum)
    for (int i = 0; i < kCount; ++i) sum += i;
  }
  CHECK_EQUAL(sum, kCount * (kCount - 1) / 2);
}

int main(void) {
  work_sharing();
  tasks();
  return 0;
}
