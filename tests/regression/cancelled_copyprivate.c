/* `cancel parallel` while others are at the end of a `single copyprivate`. Compilers have no code
 * that leaves there: the others had nothing to copy from, or copied what a member had had on its
 * stack, or did the single once more. Run with OMP_CANCELLATION=true. */
#include "check.h"
#include "watchdog.h"

enum { kWords = 512 };

static int runs, seen_wrong;

static void check_values(const int* values, int expected) {
  for (int i = 0; i < kWords; ++i) {
    if (values[i] == expected) continue;
#pragma omp atomic
    ++seen_wrong;
    return;
  }
}

static void fill(int* values, int value) {
  for (int i = 0; i < kWords; ++i) values[i] = value;
}

/* What the members that have left do meanwhile with their stacks. */
static __attribute__((noinline)) void write_over(void) {
  int words[4 * kWords];
  fill(words, -1);
  fill(words + kWords, -1);
  fill(words + 2 * kWords, -1);
  fill(words + 3 * kWords, -1);
  __asm__ volatile("" : : "r"(words) : "memory"); /* not left out */
}

/* `canceller` leaves before the single, after `before_us`; its body takes `body_us`. */
static void region(int canceller, unsigned before_us, unsigned body_us, int value) {
  runs = 0;
#pragma omp parallel
  {
    int values[kWords];
    values[0] = -1;
    if (omp_get_thread_num() == canceller) {
      if (before_us != 0) usleep(before_us);
#pragma omp cancel parallel
    }
#pragma omp single copyprivate(values)
    {
#pragma omp atomic
      ++runs;
      if (body_us != 0) usleep(body_us);
      fill(values, value);
    }
    check_values(values, value);
    write_over();
  }
  CHECK(runs <= 1);
}

/* Singles in a row, cancelled before one of them; others are at any of those before it. */
static void singles_in_a_row(int canceller, int at) {
  int begun[8] = {0};
#pragma omp parallel
  for (int s = 0; s < 8; ++s) {
    int values[kWords];
    if (omp_get_thread_num() == canceller && s == at) {
#pragma omp cancel parallel
    }
#pragma omp single copyprivate(values)
    {
#pragma omp atomic
      ++begun[s];
      fill(values, s);
    }
    check_values(values, s);
  }
  for (int s = 0; s < 8; ++s) CHECK(begun[s] <= 1);
}

/* In a function of its own there's no way out of the region at all: not at its barriers either. */
static __attribute__((noinline)) void orphaned(int value) {
  int values[kWords];
#pragma omp single copyprivate(values)
  fill(values, value);
  check_values(values, value);
#pragma omp single copyprivate(values)
  fill(values, value + 1);
  check_values(values, value + 1);
}

static void orphaned_region(int canceller, int value) {
#pragma omp parallel
  {
    if (omp_get_thread_num() == canceller) {
#pragma omp cancel parallel
    }
    orphaned(value);
  }
}

/* Two members leave, one after the other: the second at a cancellation point. */
static void two_leave(int first, int second) {
  runs = 0;
#pragma omp parallel
  {
    int values[kWords];
    if (omp_get_thread_num() == first) {
#pragma omp cancel parallel
    }
    if (omp_get_thread_num() == second) {
      usleep(200);
#pragma omp cancellation point parallel
    }
#pragma omp single copyprivate(values)
    {
#pragma omp atomic
      ++runs;
      fill(values, 3);
    }
    check_values(values, 3);
  }
  CHECK(runs <= 1);
}

/* What was marked for a cancelled region says nothing of the next. */
static void whole_region(int value) {
  long sum = 0;
#pragma omp parallel
  {
    int values[kWords];
#pragma omp single copyprivate(values)
    fill(values, value);
    check_values(values, value);
#pragma omp barrier
#pragma omp for reduction(+ : sum)
    for (int i = 0; i < 100; ++i) sum += i;
  }
  CHECK_EQUAL(sum, 4950);
}

int main(void) {
  CHECK(omp_get_cancellation());
  const int threads = omp_get_max_threads();
  watchdog(120, "single copyprivate in a cancelled region");
  for (int r = 0; r < 60; ++r) {
    const int canceller = r % threads;
    region(canceller, (unsigned)(r % 20) * 20, (unsigned)(r % 7) * 40, r);
    region(canceller, 0, 0, r);
    if (r % 20 == 0) region(canceller, 5000, 15000, r); /* the others sleep */
    singles_in_a_row(canceller, r % 8);
    orphaned_region(canceller, r);
    two_leave(canceller, (canceller + 1) % threads);
    whole_region(r);
  }
  CHECK_EQUAL(seen_wrong, 0);
  return 0;
}
