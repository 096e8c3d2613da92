/* parallel in several program threads: each has its own teams and tasks, and may end. */
#include "check.h"

#include <pthread.h>

enum { kThreads = 4, kRounds = 10 };

static void* work(void* salt) {
  const int base = (int)(long)salt;
  for (int r = 0; r < kRounds; ++r) {
    long sum = 0;
    int members = 0;
#pragma omp parallel num_threads(2 + r % 2) shared(sum, members)
    {
#pragma omp atomic
      ++members;
#pragma omp for schedule(dynamic, 3)
      for (int i = 0; i < 100; ++i) {
#pragma omp atomic
        sum += i;
      }
#pragma omp single
      for (int i = 0; i < 50; ++i) {
#pragma omp task shared(sum)
#pragma omp atomic
        sum += base;
      }
    }
    CHECK_EQUAL(members, 2 + r % 2);
    CHECK_EQUAL(sum, 4950 + 50 * base);
  }
  return NULL;
}

int main(void) {
  for (int r = 0; r < 3; ++r) {
    pthread_t threads[kThreads];
    for (long i = 0; i < kThreads; ++i)
      CHECK_EQUAL(pthread_create(&threads[i], NULL, work, (void*)(i + 1)), 0);
    work((void*)9L);
    for (int i = 0; i < kThreads; ++i) pthread_join(threads[i], NULL);
  }
  return 0;
}
