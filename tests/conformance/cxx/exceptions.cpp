// exceptions inside constructs: thrown and caught within one region, task, loop, critical.
#include "check.h"

#include <stdexcept>
#include <string>

static int half(int x) {
  if (x % 2) throw std::runtime_error("odd: " + std::to_string(x));
  return x / 2;
}

int main() {
  int caught = 0;
  const int threads = omp_get_max_threads();
#pragma omp parallel shared(caught)
  {
    try {
      throw std::logic_error("here");
    } catch (const std::logic_error&) {
#pragma omp atomic
      ++caught;
    }
  }
  CHECK_EQUAL(caught, threads);
  caught = 0;
#pragma omp parallel for reduction(+ : caught) schedule(dynamic, 3)
  for (int i = 0; i < 100; ++i) {
    try {
      half(i);
    } catch (const std::runtime_error&) {
      ++caught;
    }
  }
  CHECK_EQUAL(caught, 50);
  caught = 0;
#pragma omp parallel shared(caught)
#pragma omp single
  for (int i = 0; i < 50; ++i) {
#pragma omp task firstprivate(i) shared(caught)
    {
      try {
#pragma omp task if (i % 3 == 0)
        {
          try {
            half(1);
          } catch (...) {
          }
        }
#pragma omp taskwait
        half(i);
      } catch (const std::exception& error) {
        CHECK(error.what() == "odd: " + std::to_string(i));
#pragma omp critical
        ++caught;
      }
    }
  }
  CHECK_EQUAL(caught, 25);
  return 0;
}
