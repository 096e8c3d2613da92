#include "pool_library.h"

#include "work.h"

int library_members(int threads) { return count_members(threads); }
int library_work_is_right(int threads) { return work_is_right(threads); }
int library_thread_number(void) { return omp_get_thread_num(); }
int library_team_size(void) { return omp_get_num_threads(); }

int library_tasks(int tasks) {
  int ran = 0;
  for (int i = 0; i < tasks; ++i) {
#pragma omp task shared(ran)
    {
#pragma omp atomic
      ++ran;
    }
  }
#pragma omp taskwait
  return ran;
}

void library_set_lock(void* lock) { omp_set_lock(lock); }
void library_unset_lock(void* lock) { omp_unset_lock(lock); }
