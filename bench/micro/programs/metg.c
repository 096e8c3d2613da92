// The program of tm-bench metg: how much of the machine's peak graphs of tasks keep as their tasks
// grow shorter (Slaughter et al., "Task Bench", SC 2020).
//
// A graph is `kWidth` columns wide; a task of step t comes after some of step t - 1, as its pattern
// says, computes for a given number of iterations, and checks that it does come after them. The
// peak is what the same threads compute without any task, found in the same process between the
// graphs. One line of JSON: for each length, how long a task took of one core's time, and the share
// of the peak that was kept.
#define _GNU_SOURCE
#include <omp.h>
#include <sched.h>
#include <stdlib.h>
#include <string.h>

#include "bench.h"

enum {
  kWidth = 16,  // a power of two: the butterfly's
  kLevels = 4,
  kRadius = 2,
  kFewestTasks = 20 * kWidth,
  kMostTasks = 500 * kWidth,
};

static const double kPointSeconds = 0.008;  // about, of each graph
static const double kProbeSeconds = 0.001;  // of each look at the peak
static const double kTooInefficient = 0.1;  // shorter tasks than these aren't tried

// Step t writes row t % 2; written and read by tasks, which their dependences order.
static long stamp[2][kWidth];
static char cell[2][kWidth];
static long mistakes;

static void expect_after(int row, int column, long step) {
  if (stamp[row][column] == step) return;
#pragma omp atomic
  ++mistakes;
}

// Bound by the latency of a multiplication and an addition: no compiler makes it shorter.
static double compute(long iterations, double value) {
  for (long i = 0; i < iterations; ++i) value = value * 0.999 + 0.5;
  return value;
}

static void work(long iterations) {
  double result = compute(iterations, 1);
  __asm__ volatile("" : : "x"(result));
}

// ---- The patterns: each creates the tasks of one step ------------------------------------------

static void stencil(long step, long iterations) {
  const int now = (int)(step % 2), before = 1 - now;
  for (int i = 0; i < kWidth; ++i) {
    const int left = (i + kWidth - 1) % kWidth, right = (i + 1) % kWidth;
#pragma omp task depend(in                                                          \
                        : cell[before][left], cell[before][i], cell[before][right]) \
    depend(out                                                                      \
           : cell[now][i]) firstprivate(i, left, right, now, before, step, iterations)
    {
      expect_after(before, left, step - 1);
      expect_after(before, i, step - 1);
      expect_after(before, right, step - 1);
      work(iterations);
      stamp[now][i] = step;
    }
  }
}

static void fft(long step, long iterations) {
  const int now = (int)(step % 2), before = 1 - now;
  for (int i = 0; i < kWidth; ++i) {
    const int other = i ^ 1 << step % kLevels;
#pragma omp task depend(in                                                             \
                        : cell[before][i], cell[before][other]) depend(out             \
                                                                       : cell[now][i]) \
    firstprivate(i, other, now, before, step, iterations)
    {
      expect_after(before, i, step - 1);
      expect_after(before, other, step - 1);
      work(iterations);
      stamp[now][i] = step;
    }
  }
}

// A step is a whole tree: a node after its parent of this step, and after itself of the step
// before.
static void tree(long step, long iterations) {
  for (int i = 1; i < kWidth; ++i) {
    const int parent = i / 2;
#pragma omp task depend(in                                      \
                        : cell[0][parent]) depend(inout         \
                                                  : cell[0][i]) \
    firstprivate(i, parent, step, iterations)
    {
      if (i > 1) expect_after(0, parent, step);
      expect_after(0, i, step - 1);
      work(iterations);
      stamp[0][i] = step;
    }
  }
}

// After itself and, of its nearest neighbours, each with a chance of one half.
static void nearest(long step, long iterations) {
  const int now = (int)(step % 2), before = 1 - now;
  for (int i = 0; i < kWidth; ++i) {
    struct {
      int column[2 * kRadius + 1];
    } reads;
    int count = 0;
    const uint64_t draw = bench_hash((uint64_t)(step * kWidth + i));
    for (int d = -kRadius; d <= kRadius; ++d)
      if (d == 0 || draw >> (d + kRadius) & 1) reads.column[count++] = (i + d + kWidth) % kWidth;
#pragma omp task depend(iterator(k = 0                                          \
                                 : count),                                      \
                        in                                                      \
                        : cell[before][reads.column[k]]) depend(out             \
                                                                : cell[now][i]) \
    firstprivate(i, reads, count, now, before, step, iterations)
    {
      for (int k = 0; k < count; ++k) expect_after(before, reads.column[k], step - 1);
      work(iterations);
      stamp[now][i] = step;
    }
  }
}

static const struct pattern {
  const char* name;
  int tasks_of_step;
  void (*create)(long step, long iterations);
} patterns[] = {
    {"stencil", kWidth, stencil},
    {"fft", kWidth, fft},
    {"tree", kWidth - 1, tree},
    {"nearest", kWidth, nearest},
};

static double run_graph(const struct pattern* pattern, long steps, long iterations) {
  memset(stamp, 0, sizeof stamp);
  const double begin = bench_seconds();
#pragma omp parallel
#pragma omp single
  for (long step = 1; step <= steps; ++step) pattern->create(step, iterations);
  const double seconds = bench_seconds() - begin;
  if (mistakes != 0) bench_wrong("tasks that ran before one they depend on", 0, mistakes);
  return seconds;
}

// Iterations a second of all threads together, without tasks.
static double probe_peak(int threads, double iterations_a_second) {
  const long each = (long)(iterations_a_second * kProbeSeconds);
  const double begin = bench_seconds();
#pragma omp parallel num_threads(threads)
  work(each);
  return (double)each * threads / (bench_seconds() - begin);
}

static double serial_speed(void) {
  const long iterations = 200000;
  double best = 0;
  for (int i = 0; i < 5; ++i) {
    const double begin = bench_seconds();
    work(iterations);
    const double speed = (double)iterations / (bench_seconds() - begin);
    if (speed > best) best = speed;
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

// Empty tasks of one pattern, as a case of tm-bench micro: what instructions are counted of.
static const struct pattern* counted;

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
  return counted == NULL ? 2 : bench_main(argc, argv, tables);
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
  enum { kMostPoints = 64 };
  struct {
    long iterations, tasks;
    double seconds;
  } points[kMostPoints];
  omp_set_dynamic(0);
  omp_set_num_threads(threads);
  const int cores = cores_used(threads);
  const double speed = serial_speed();
  double peak = 0;
  int count = 0, bad = 0;
  run_graph(pattern, 20, 16);
  // From long to short, by the square root of two.
  for (double length = (double)longest; length >= 16 && count < kMostPoints && bad < 2;
       length /= 1.41421356) {
    const long iterations = (long)length;
    double tasks = kPointSeconds * cores * speed / (double)iterations;
    tasks = tasks < kFewestTasks ? kFewestTasks : tasks > kMostTasks ? kMostTasks : tasks;
    const long steps = (long)tasks / pattern->tasks_of_step;
    const double probed = probe_peak(threads, speed * cores / threads);
    if (probed > peak) peak = probed;
    points[count].iterations = iterations;
    points[count].tasks = steps * pattern->tasks_of_step;
    points[count].seconds = run_graph(pattern, steps, iterations);
    const double rate = (double)(points[count].tasks * iterations) / points[count].seconds;
    bad = rate / peak < kTooInefficient ? bad + 1 : 0;
    ++count;
  }
  printf("{\"case\": \"%s\", \"threads\": %d, \"runtime\": \"%s\", \"peak\": %.6g, \"points\": [",
         pattern->name, threads, bench_runtime_file(), peak);
  for (int i = 0; i < count; ++i)
    printf("%s{\"iterations\": %ld, \"tasks\": %ld, \"length_ns\": %.6g, \"efficiency\": %.4f}",
           i > 0 ? ", " : "", points[i].iterations, points[i].tasks,
           1e9 * (double)points[i].iterations * cores / peak,
           (double)(points[i].tasks * points[i].iterations) / points[i].seconds / peak);
  printf("]}\n");
  return 0;
}
