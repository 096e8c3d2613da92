// The program of tm-bench metg: how much of the machine's peak graphs of tasks keep as their tasks
// grow shorter (Slaughter et al., "Task Bench", SC 2020).
//
// A graph is `kWidth` columns wide; a task of step t comes after some of step t - 1, as its pattern
// says, computes for a given number of iterations, and checks that it does come after them. The
// peak is what the same threads do without any task, found in the same process between the graphs.
// Tasks may touch a block of memory besides, or have a sibling that waits all the time. One line of
// JSON: for each length, how long a task took of one core's time, and the share of the peak that
// was kept.
#define _GNU_SOURCE
#include "metg.h"

#include <omp.h>
#include <sched.h>
#include <stdlib.h>
#include <string.h>

enum {
  kFewestTasks = 20 * kWidth,
  kMostTasks = 500 * kWidth,
  kMostBytes = 128 << 10,
};

static const double kPointSeconds = 0.008;  // about, of each graph
static const double kProbeSeconds = 0.001;  // of each look at the peak
static const double kTooInefficient = 0.1;  // shorter tasks than these aren't tried

static const struct pattern {
  const char* name;
  int tasks_of_step;
  metg_create create;
  long bytes;   // that each task touches
  int waiting;  // a sibling isn't complete until all are created
} patterns[] = {
    {"stencil", kWidth, metg_stencil, 0, 0},
    {"fft", kWidth, metg_fft, 0, 0},
    {"tree", kWidth - 1, metg_tree, 0, 0},
    {"nearest", kWidth, metg_nearest, 0, 0},
    {"stencil-4K", kWidth, metg_stencil, 4 << 10, 0},
    {"stencil-16K", kWidth, metg_stencil, 16 << 10, 0},
    {"stencil-64K", kWidth, metg_stencil, 64 << 10, 0},
    {"stencil-128K", kWidth, metg_stencil, 128 << 10, 0},
    {"struct8", kWidth, metg_struct8, 0, 0},
    {"struct64", kWidth, metg_struct64, 0, 0},
    {"struct512", kWidth, metg_struct512, 0, 0},
    {"object", kWidth, metg_object, 0, 0},
    {"waiting", kWidth, metg_stencil, 0, 1},
};

long metg_stamp[2][kWidth];
char metg_cell[2][kWidth];
static long mistakes;
static char (*blocks)[kMostBytes];  // one for each column
static long touched;                // bytes of it

void metg_expect_after(int row, int column, long step) {
  if (metg_stamp[row][column] == step) return;
#pragma omp atomic
  ++mistakes;
}

// Bound by the latency of a multiplication and an addition: no compiler makes it shorter.
static double compute(long iterations, double value) {
  for (long i = 0; i < iterations; ++i) value = value * 0.999 + 0.5;
  return value;
}

void metg_work(int column, long iterations) {
  if (touched > 0) bench_touch(blocks[column], touched);
  double result = compute(iterations, 1);
  __asm__ volatile("" : : "x"(result));
}

static void prepare(const struct pattern* pattern) {
  if (pattern->bytes == 0) return;
  blocks = aligned_alloc(4096, sizeof *blocks * kWidth);
  if (blocks == NULL) bench_wrong("bytes for blocks", (long)sizeof *blocks * kWidth, 0);
  memset(blocks, 0, sizeof *blocks * kWidth);
  touched = pattern->bytes;
}

static double run_graph(const struct pattern* pattern, long steps, long iterations) {
  memset(metg_stamp, 0, sizeof metg_stamp);
  const double begin = bench_seconds();
#pragma omp parallel
#pragma omp single
  {
    omp_event_handle_t all_created;
    if (pattern->waiting) {
#pragma omp task detach(all_created)
      bench_use(0);
    }
    for (long step = 1; step <= steps; ++step) pattern->create(step, iterations);
    if (pattern->waiting) omp_fulfill_event(all_created);
  }
  const double seconds = bench_seconds() - begin;
  if (mistakes != 0) bench_wrong("tasks that ran before one they depend on", 0, mistakes);
  return seconds;
}

// Tasks' work a second, of all threads together, without tasks: each works on columns of its own.
static double probe(int threads, long iterations, long each) {
  const double begin = bench_seconds();
#pragma omp parallel num_threads(threads)
  {
    const int me = omp_get_thread_num();
    int column = me % kWidth;
    for (long i = 0; i < each; ++i) {
      metg_work(column, iterations);
      column += threads;
      if (column >= kWidth) column = me % kWidth;
    }
  }
  return (double)(each * threads) / (bench_seconds() - begin);
}

// Seconds of one task's work on one core.
static double serial_seconds(long iterations) {
  double best = 0;
  for (int i = 0; i < 5; ++i) {
    const double begin = bench_seconds();
    for (int column = 0; column < kWidth; ++column) metg_work(column, iterations);
    const double taken = (bench_seconds() - begin) / kWidth;
    if (i == 0 || taken < best) best = taken;
  }
  return best;
}

static int cores_used(int threads) {
  cpu_set_t set;
  if (sched_getaffinity(0, sizeof set, &set) != 0) return threads;
  const int cores = CPU_COUNT(&set);
  return threads < cores ? threads : cores;
}

static const struct pattern* find_pattern(const char* name) {
  for (size_t i = 0; i < sizeof patterns / sizeof *patterns; ++i)
    if (strcmp(patterns[i].name, name) == 0) return &patterns[i];
  return NULL;
}

enum { kMostPoints = 64 };
static struct point {
  long iterations, tasks;
  double seconds;
  double peak;  // tasks a second
} points[kMostPoints];

static double efficiency(const struct point* point) {
  return (double)point->tasks / point->seconds / point->peak;
}

// The graph of one length. Of tasks that only compute, a chain that no length makes faster, the
// peak is the fastest of all probes: `fastest`, iterations a second.
static void measure(const struct pattern* pattern, int threads, double iteration, double* fastest,
                    struct point* point) {
  const int cores = cores_used(threads);
  const double one =
      touched > 0 ? serial_seconds(point->iterations) : iteration * (double)point->iterations;
  const double probed = kProbeSeconds * cores / threads;
  double tasks = kPointSeconds * cores / one;
  tasks = tasks < kFewestTasks ? kFewestTasks : tasks > kMostTasks ? kMostTasks : tasks;
  const long steps = (long)tasks / pattern->tasks_of_step;
  point->tasks = steps * pattern->tasks_of_step;
  if (touched == 0) {
    const long chain = (long)(probed / iteration);
    const double rate = probe(threads, chain, 1) * (double)chain;
    if (rate > *fastest) *fastest = rate;
    point->seconds = run_graph(pattern, steps, point->iterations);
    point->peak = *fastest / (double)point->iterations;
    return;
  }
  const long each = (long)(probed / one) + 1;
  const double before = probe(threads, point->iterations, each);
  point->seconds = run_graph(pattern, steps, point->iterations);
  const double after = probe(threads, point->iterations, each);
  point->peak = before > after ? before : after;
}

// From long to short, by the square root of two; how many lengths.
static int measure_all(const struct pattern* pattern, int threads, long longest) {
  const double iteration = serial_seconds(100000) / 100000;
  double fastest = 0;
  int count = 0, bad = 0;
  run_graph(pattern, 20, 16);
  for (double length = (double)longest; length >= 16 && count < kMostPoints && bad < 2;
       length /= 1.41421356) {
    struct point* point = &points[count++];
    point->iterations = (long)length;
    measure(pattern, threads, iteration, &fastest, point);
    bad = efficiency(point) < kTooInefficient ? bad + 1 : 0;
  }
  for (int i = 0; i < count && touched == 0; ++i)
    points[i].peak = fastest / (double)points[i].iterations;
  return count;
}

// Empty tasks of one pattern, as a case of tm-bench micro: what instructions are counted of.
static const struct pattern* counted;  // by count_main

static long run_empty(long steps, int threads) {
  (void)threads;
  run_graph(counted, steps, 0);
  return steps * counted->tasks_of_step;
}

static int count_main(int argc, char** argv) {
  const struct bench_case cases[] = {{argv[1], BENCH_FIXED, 200, 200, run_empty},
                                     {NULL, BENCH_FIXED, 0, 0, NULL}};
  const struct bench_case* const tables[] = {cases, NULL};
  counted = find_pattern(argv[1]);
  if (counted == NULL) return 2;
  prepare(counted);
  return bench_main(argc, argv, tables);
}

int main(int argc, char** argv) {
  if (argc >= 4 && strcmp(argv[3], "--small") == 0) return count_main(argc, argv);
  if (argc == 2 && strcmp(argv[1], "--list") == 0) {
    for (size_t i = 0; i < sizeof patterns / sizeof *patterns; ++i) puts(patterns[i].name);
    return 0;
  }
  const struct pattern* pattern = argc >= 3 ? find_pattern(argv[1]) : NULL;
  const int threads = argc >= 3 ? atoi(argv[2]) : 0;
  const long longest = argc >= 4 ? atol(argv[3]) : 32768;
  if (pattern == NULL || threads < 1 || longest < 1) {
    fprintf(stderr,
            "usage: %s --list | PATTERN THREADS [LONGEST-ITERATIONS]\n"
            "       %s PATTERN THREADS --small [--repetitions N]   (of empty tasks)\n",
            argv[0], argv[0]);
    return 2;
  }
  omp_set_dynamic(0);
  omp_set_num_threads(threads);
  prepare(pattern);
  const int count = measure_all(pattern, threads, longest);
  const int cores = cores_used(threads);
  printf("{\"case\": \"%s\", \"threads\": %d, \"runtime\": \"%s\", \"points\": [", pattern->name,
         threads, bench_runtime_file());
  for (int i = 0; i < count; ++i)
    printf("%s{\"iterations\": %ld, \"tasks\": %ld, \"length_ns\": %.6g, \"efficiency\": %.4f}",
           i > 0 ? ", " : "", points[i].iterations, points[i].tasks, 1e9 * cores / points[i].peak,
           efficiency(&points[i]));
  printf("]}\n");
  return 0;
}
