/* task, many clauses: if, final, untied, mergeable, data clauses of any size and alignment,
 * nesting, tasks outside regions; taskwait, taskgroup, taskyield; recursion. */
#include "check.h"

#include <stdint.h>

static long fibonacci(int n) {
  long a;
  long b;
  if (n < 2) return n;
#pragma omp task shared(a)
  a = fibonacci(n - 1);
#pragma omp task shared(b) if (n > 6) final(n < 4) mergeable
  b = fibonacci(n - 2);
#pragma omp taskwait
  return a + b;
}

static void recursion(void) {
  long result = 0;
#pragma omp parallel shared(result)
#pragma omp single
  result = fibonacci(17);
  CHECK_EQUAL(result, 1597);
  CHECK_EQUAL(fibonacci(10), 55); /* outside any region */
}

static void undeferred(void) {
#pragma omp parallel
#pragma omp single
  {
    int order = 0;
    const int me = omp_get_thread_num();
#pragma omp task if (0) shared(order)
    {
      CHECK_EQUAL(omp_get_thread_num(), me);
      order = 1;
    }
    CHECK_EQUAL(order, 1);
    /* Its child is deferred again, and not waited for by the undeferred task's end. */
    int child = 0;
#pragma omp task if (0) shared(child)
    {
#pragma omp task shared(child)
#pragma omp atomic write
      child = 1;
#pragma omp taskwait
    }
    CHECK_EQUAL(child, 1);
  }
}

static void final_tasks(void) {
#pragma omp parallel
#pragma omp single
  {
    CHECK_EQUAL(omp_in_final(), 0);
#pragma omp task final(1)
    {
      int step = 0;
      CHECK_EQUAL(omp_in_final(), 1);
      const int me = omp_get_thread_num();
#pragma omp task shared(step)
      {
        CHECK_EQUAL(omp_in_final(), 1);
        CHECK_EQUAL(omp_get_thread_num(), me);
#pragma omp task shared(step)
        step = 1;
        CHECK_EQUAL(step, 1); /* included: runs at once */
        step = 2;
      }
      CHECK_EQUAL(step, 2);
    }
#pragma omp task final(0)
    CHECK_EQUAL(omp_in_final(), 0);
  }
}

struct Aligned {
  _Alignas(64) char bytes[64];
};
struct HalfAligned {
  _Alignas(32) char bytes[32];
};
struct Large {
  long values[640]; /* 5 KiB */
};
struct Odd {
  char bytes[13];
};

static void captured_data(void) {
  struct Aligned aligned;
  struct Large large;
  struct Odd odd;
  char one = 'x';
  int variable = 12;
  int seen[3] = {0};
#pragma omp parallel shared(seen) firstprivate(aligned, large, odd, one, variable)
#pragma omp single
  for (int round = 0; round < 40; ++round) {
    memset(&aligned, round, sizeof aligned);
    for (int i = 0; i < 640; ++i) large.values[i] = (long)round * 1000 + i;
    memset(odd.bytes, round + 1, sizeof odd.bytes);
#pragma omp task firstprivate(aligned, round) shared(seen)
    {
      CHECK_EQUAL((uintptr_t)&aligned % 64, 0);
      for (int i = 0; i < 64; ++i) CHECK_EQUAL(aligned.bytes[i], round);
#pragma omp atomic
      ++seen[0];
    }
#pragma omp task firstprivate(large, round) shared(seen) untied
    {
      for (int i = 0; i < 640; ++i) CHECK_EQUAL(large.values[i], (long)round * 1000 + i);
#pragma omp atomic
      ++seen[1];
    }
#pragma omp task firstprivate(odd, one, round, variable) shared(seen)
    {
      CHECK_EQUAL(one, 'x');
      CHECK_EQUAL(variable, 12);
      for (int i = 0; i < 13; ++i) CHECK_EQUAL(odd.bytes[i], round + 1);
#pragma omp atomic
      ++seen[2];
    }
    memset(&aligned, -1, sizeof aligned);
    memset(&large, -1, sizeof large);
  }
  for (int i = 0; i < 3; ++i) CHECK_EQUAL(seen[i], 40);
}

/* Room for edges lies ahead of the data, and more or less of it as tasks before had dependences. */
static void aligned_data_behind_edges(void) {
  enum { kRounds = 600 };
  struct Aligned aligned;
  struct HalfAligned half;
  char chain[12];
  int seen[3] = {0};
#pragma omp parallel shared(seen, chain) firstprivate(aligned, half)
#pragma omp single
  for (int round = 0; round < kRounds; ++round) {
    memset(&aligned, round, sizeof aligned);
    memset(&half, round, sizeof half);
#pragma omp task firstprivate(aligned, round) shared(seen)
    {
      CHECK_EQUAL((uintptr_t)&aligned % 64, 0);
      CHECK_EQUAL(aligned.bytes[round % 64], (char)round);
#pragma omp atomic
      ++seen[0];
    }
#pragma omp task firstprivate(half, round) shared(seen)
    {
      CHECK_EQUAL((uintptr_t)&half % 32, 0);
      CHECK_EQUAL(half.bytes[round % 32], (char)round);
#pragma omp atomic
      ++seen[1];
    }
    const int count = round % 12 + 1;
    for (int i = 0; i < count; ++i) {
#pragma omp task depend(inout : chain[i]) shared(chain)
      chain[i] = (char)i;
    }
#pragma omp task firstprivate(aligned, round) shared(seen) depend(iterator(i = 0     \
                                                                           : count), \
                                                                  in                 \
                                                                  : chain[i])
    {
      CHECK_EQUAL((uintptr_t)&aligned % 64, 0);
      CHECK_EQUAL(aligned.bytes[round % 64], (char)round);
#pragma omp atomic
      ++seen[2];
    }
  }
  for (int i = 0; i < 3; ++i) CHECK_EQUAL(seen[i], kRounds);
}

static void tree(int depth, int* leaves) {
  if (depth == 0) {
#pragma omp atomic
    ++*leaves;
    return;
  }
  for (int i = 0; i < 3; ++i) {
#pragma omp task firstprivate(depth, leaves)
    tree(depth - 1, leaves); /* children nobody waits for but the group or the barrier */
  }
}

static void groups(void) {
  int leaves = 0;
#pragma omp parallel shared(leaves)
  {
#pragma omp single
    {
#pragma omp taskgroup
      {
        tree(5, &leaves);
#pragma omp taskgroup
        {
          int inner = 0;
#pragma omp taskgroup
          tree(3, &inner);
          CHECK_EQUAL(inner, 27);
        }
      }
      CHECK_EQUAL(leaves, 243);
    }
#pragma omp taskgroup
    {}
  }
  leaves = 0;
#pragma omp parallel shared(leaves)
  {
    tree(4, &leaves);
#pragma omp barrier
    int now;
#pragma omp atomic read
    now = leaves;
    CHECK_EQUAL(now, 81 * omp_get_num_threads());
  }
}

/* taskwait waits for children only, not for grandchildren. */
static void taskwait_children(void) {
  int child = 0;
  int total = 0;
#pragma omp parallel shared(child, total)
#pragma omp single
  for (int i = 0; i < 50; ++i) {
    child = 0;
#pragma omp task shared(child, total)
    {
#pragma omp task shared(total)
#pragma omp atomic
      ++total;
#pragma omp atomic write
      child = 1;
    }
#pragma omp taskwait
    CHECK_EQUAL(child, 1);
  }
  CHECK_EQUAL(total, 50);
}

static void yields(void) {
  int done = 0;
#pragma omp parallel shared(done)
#pragma omp single
  for (int i = 0; i < 20; ++i) {
#pragma omp task shared(done)
    {
#pragma omp taskyield
#pragma omp atomic
      ++done;
#pragma omp taskyield
    }
#pragma omp taskyield
  }
  CHECK_EQUAL(done, 20);
#pragma omp taskyield
}

static void many(void) {
  long sum = 0;
#pragma omp parallel shared(sum)
#pragma omp single
  for (int i = 1; i <= 20000; ++i) {
#pragma omp task firstprivate(i) shared(sum)
#pragma omp atomic
    sum += i;
  }
  CHECK_EQUAL(sum, 20000L * 20001 / 2);
}

/* Internal control variables are inherited per task. */
static void inherited(void) {
  omp_set_schedule(omp_sched_static, 5);
#pragma omp parallel
#pragma omp single
  {
    omp_set_schedule(omp_sched_guided, 7);
#pragma omp task
    {
      omp_sched_t kind;
      int chunk;
      omp_get_schedule(&kind, &chunk);
      CHECK_EQUAL(kind & 0x7fffffff, omp_sched_guided);
      CHECK_EQUAL(chunk, 7);
      omp_set_schedule(omp_sched_dynamic, 9);
    }
#pragma omp taskwait
    omp_sched_t kind;
    int chunk;
    omp_get_schedule(&kind, &chunk);
    CHECK_EQUAL(kind & 0x7fffffff, omp_sched_guided);
    CHECK_EQUAL(chunk, 7);
  }
  omp_sched_t kind;
  int chunk;
  omp_get_schedule(&kind, &chunk);
  CHECK_EQUAL(kind & 0x7fffffff, omp_sched_static);
}

int main(void) {
  recursion();
  undeferred();
  final_tasks();
  captured_data();
  aligned_data_behind_edges();
  groups();
  taskwait_children();
  yields();
  many();
  inherited();
  return 0;
}
