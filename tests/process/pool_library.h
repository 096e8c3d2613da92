/* A library that uses OpenMP, built by one compiler, in a program built by another. */
#ifndef TIDEMILL_TESTS_POOL_LIBRARY_H
#define TIDEMILL_TESTS_POOL_LIBRARY_H

int library_members(int threads); /* of a region of its own */
int library_work_is_right(int threads);
int library_thread_number(void); /* what it sees of the caller's region */
int library_team_size(void);
int library_tasks(int tasks);      /* tasks in the caller's region; how many ran */
void library_set_lock(void* lock); /* an omp_lock_t of the caller's */
void library_unset_lock(void* lock);

#endif
