// standard library beside constructs: atomics, mutexes, futures and threads in tasks and regions.
#include "check.h"

#include <atomic>
#include <future>
#include <mutex>
#include <thread>

int main() {
  std::atomic<int> sum{0};
  std::mutex mutex;
  int guarded = 0;
#pragma omp parallel shared(sum, mutex, guarded)
  {
    ++sum;
    const std::lock_guard<std::mutex> lock(mutex);
    ++guarded;
  }
  CHECK_EQUAL(sum.load(), omp_get_max_threads());
  CHECK_EQUAL(guarded, omp_get_max_threads());
  sum = 0;
#pragma omp parallel shared(sum)
#pragma omp single
  for (int i = 0; i < 5; ++i) {
#pragma omp task firstprivate(i) shared(sum)
    {
      auto answer = std::async(std::launch::async, [i] {
        int inner = 0;
#pragma omp parallel for reduction(+ : inner) num_threads(2)
        for (int k = 0; k < 10; ++k) inner += i;
        return inner;
      });
      sum += answer.get();
    }
  }
  CHECK_EQUAL(sum.load(), 100);
  return 0;
}
