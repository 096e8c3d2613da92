// Recursive cases: tasks that create tasks. Each counts what it finds, and the count is checked.
#include <omp.h>
#include <stddef.h>

#include "bench.h"

// ---- Fibonacci numbers: two tasks and a taskwait a call ---------------------------------------

static long fib(long n) {
  if (n < 2) return n;
  long a, b;
#pragma omp task shared(a) firstprivate(n)
  a = fib(n - 1);
#pragma omp task shared(b) firstprivate(n)
  b = fib(n - 2);
#pragma omp taskwait
  return a + b;
}

static long fib_untied(long n) {
  if (n < 2) return n;
  long a, b;
#pragma omp task untied shared(a) firstprivate(n)
  a = fib_untied(n - 1);
#pragma omp task untied shared(b) firstprivate(n)
  b = fib_untied(n - 2);
#pragma omp taskwait
  return a + b;
}

// Below a few levels everything is included.
static long fib_final(long n, int levels) {
  if (n < 2) return n;
  long a, b;
#pragma omp task shared(a) firstprivate(n, levels) final(levels == 0)
  a = fib_final(n - 1, levels - 1);
#pragma omp task shared(b) firstprivate(n, levels) final(levels == 0)
  b = fib_final(n - 2, levels - 1);
#pragma omp taskwait
  return a + b;
}
static long fib_mostly_final(long n) { return fib_final(n, 6); }

// Checks what `numbers` found; how many tasks that took.
static long run_fib_by(long (*numbers)(long), long size) {
  long expected = 0, next = 1, found = 0;
  long tasks = 0, next_tasks = 0;  // tasks of fib(i), of fib(i + 1)
  for (long i = 0; i < size; ++i) {
    const long sum = expected + next;
    const long sum_tasks = tasks + next_tasks + 2;
    expected = next;
    next = sum;
    tasks = next_tasks;
    next_tasks = sum_tasks;
  }
#pragma omp parallel
#pragma omp single
  found = numbers(size);
  if (found != expected) bench_wrong("fib", expected, found);
  return tasks;
}

static long run_fib(long size, int threads) {
  (void)threads;
  return run_fib_by(fib, size);
}
static long run_fib_untied(long size, int threads) {
  (void)threads;
  return run_fib_by(fib_untied, size);
}
static long run_fib_final(long size, int threads) {
  (void)threads;
  return run_fib_by(fib_mostly_final, size);
}

// ---- Queens on a board: a task for each square that isn't attacked ----------------------------

struct count {
  long solutions;
  long tasks;
};

static void queens(unsigned all, unsigned columns, unsigned left, unsigned right,
                   struct count* count) {
  struct count below[32] = {{0, 0}};
  int used = 0;
  for (unsigned free = all & ~(columns | left | right); free != 0; free &= free - 1) {
    const unsigned square = free & -free;
    struct count* mine = &below[used++];
#pragma omp task firstprivate(square, mine)
    {
      if ((columns | square) == all)
        mine->solutions = 1;
      else
        queens(all, columns | square, (left | square) << 1, (right | square) >> 1, mine);
    }
  }
#pragma omp taskwait
  for (int i = 0; i < used; ++i) {
    count->solutions += below[i].solutions;
    count->tasks += below[i].tasks + 1;
  }
}

static long run_queens(long size, int threads) {
  static const long kSolutions[] = {1, 1, 0, 0, 2, 10, 4, 40, 92, 352, 724, 2680, 14200};
  (void)threads;
  struct count count = {0, 0};
#pragma omp parallel
#pragma omp single
  queens((1u << size) - 1, 0, 0, 0, &count);
  if (size <= 12 && count.solutions != kSolutions[size])
    bench_wrong("queens", kSolutions[size], count.solutions);
  return count.tasks;
}

// ---- Unbalanced trees: a node has four children with a chance of 24 %, or none ------------------

enum { kChildren = 4 };

static int is_inner(uint64_t hash) { return hash % 1000 < 240; }

static uint64_t root(long i) { return (uint64_t)i << 32; }

static long serial_size(uint64_t node) {
  const uint64_t hash = bench_hash(node);
  long size = 1;
  if (is_inner(hash))
    for (uint64_t child = 1; child <= kChildren; ++child) size += serial_size(hash + child);
  return size;
}

// Nodes of the first `trees` trees, of all sizes from one node to some thousands.
static long expected_nodes(long trees) {
  static long known_trees = -1, known = 0;
  if (trees == known_trees) return known;
  known = 0;
  for (long i = 0; i < trees; ++i) known += serial_size(root(i));
  known_trees = trees;
  return known;
}

// A node awaits its children and adds up what they found.
static long tree_size(uint64_t node) {
  const uint64_t hash = bench_hash(node);
  if (!is_inner(hash)) return 1;
  long found[kChildren];
  for (uint64_t child = 0; child < kChildren; ++child) {
    const uint64_t seed = hash + child + 1;
    long* mine = &found[child];
#pragma omp task firstprivate(seed, mine)
    *mine = tree_size(seed);
  }
  long size = 1;
#pragma omp taskwait
  for (int child = 0; child < kChildren; ++child) size += found[child];
  return size;
}

static long run_tree(long size, int threads) {
  (void)threads;
  const long expected = expected_nodes(size);
  long found = 0;
#pragma omp parallel
#pragma omp single
  for (long i = 0; i < size; ++i) found += tree_size(root(i));
  if (found != expected) bench_wrong("tree", expected, found);
  return found - size;
}

// The same trees without a taskwait: nodes are counted by thread, so that nothing but spreading the
// work costs.
enum { kMaxThreads = 256, kLine = 64 };
static struct {
  long nodes;
  char rest[kLine - sizeof(long)];
} counted[kMaxThreads];

static void visit(uint64_t node) {
  ++counted[omp_get_thread_num() % kMaxThreads].nodes;
  const uint64_t hash = bench_hash(node);
  if (!is_inner(hash)) return;
  for (uint64_t child = 1; child <= kChildren; ++child) {
    const uint64_t seed = hash + child;
#pragma omp task firstprivate(seed)
    visit(seed);
  }
}

static long run_forest(long size, int threads) {
  (void)threads;
  const long expected = expected_nodes(size);
  for (int i = 0; i < kMaxThreads; ++i) counted[i].nodes = 0;
#pragma omp parallel
#pragma omp single
  for (long i = 0; i < size; ++i) {
#pragma omp task firstprivate(i)
    visit(root(i));
  }
  long found = 0;
  for (int i = 0; i < kMaxThreads; ++i) found += counted[i].nodes;
  if (found != expected) bench_wrong("forest", expected, found);
  return found;
}

const struct bench_case bench_search_cases[] = {
    {"fib", BENCH_FIXED, 22, 16, run_fib},
    {"fib-untied", BENCH_FIXED, 22, 16, run_fib_untied},
    {"fib-final", BENCH_FIXED, 22, 16, run_fib_final},
    {"queens", BENCH_FIXED, 10, 8, run_queens},
    {"tree", BENCH_FIXED, 2000, 200, run_tree},
    {"forest", BENCH_FIXED, 2000, 200, run_forest},
    {NULL, BENCH_FIXED, 0, 0, NULL},
};
