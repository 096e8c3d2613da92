// Options, clock and result line of the programs of tm-bench micro.
#define _GNU_SOURCE
#include "bench.h"

#include <dlfcn.h>
#include <errno.h>
#include <linux/perf_event.h>
#include <omp.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

struct bench_extra bench_extra = {-1, -1, -1, -1};

enum { kMaxRepetitions = 1000 };

struct options {
  const char* name;
  int threads;
  double budget;     // seconds of measuring
  long size;         // 0: the case's own
  long repetitions;  // 0: as many as the budget has room for, after a warm-up
  int small;         // the case's small size
};

double bench_seconds(void) {
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

double bench_resident_bytes(void) {
  long total = 0, resident = 0;
  FILE* file = fopen("/proc/self/statm", "r");
  if (file == NULL || fscanf(file, "%ld %ld", &total, &resident) != 2) {
    fprintf(stderr, "%s: /proc/self/statm cannot be read\n", program_invocation_short_name);
    exit(1);
  }
  fclose(file);
  return (double)resident * (double)sysconf(_SC_PAGESIZE);
}

void bench_wrong(const char* what, long expected, long found) {
  fprintf(stderr, "%s: %s: expected %ld, found %ld: the runtime computes something else\n",
          program_invocation_short_name, what, expected, found);
  exit(1);
}

const char* bench_runtime_file(void) {
  static char path[4096];
  Dl_info info;
  void* symbol = dlsym(RTLD_DEFAULT, "omp_get_num_threads");
  if (symbol == NULL || dladdr(symbol, &info) == 0 || realpath(info.dli_fname, path) == NULL)
    return "?";
  return path;
}

// Counts this process's instructions in user mode, of threads yet to start too; -1 without
// counters.
static int open_instruction_counter(void) {
  struct perf_event_attr attr;
  memset(&attr, 0, sizeof attr);
  attr.type = PERF_TYPE_HARDWARE;
  attr.size = sizeof attr;
  attr.config = PERF_COUNT_HW_INSTRUCTIONS;
  attr.inherit = 1;
  attr.exclude_kernel = 1;
  attr.exclude_hv = 1;
  return (int)syscall(SYS_perf_event_open, &attr, 0, -1, -1, 0);
}

static double read_counter(int counter) {
  long long value = 0;
  if (counter < 0 || read(counter, &value, sizeof value) != (ssize_t)sizeof value) return -1;
  return (double)value;
}

static int by_value(const void* a, const void* b) {
  const double x = *(const double*)a, y = *(const double*)b;
  return (x > y) - (x < y);
}

static const struct bench_case* find_case(const struct bench_case* const* tables,
                                          const char* name) {
  for (; *tables != NULL; ++tables)
    for (const struct bench_case* each = *tables; each->name != NULL; ++each)
      if (strcmp(each->name, name) == 0) return each;
  return NULL;
}

static void list_cases(const struct bench_case* const* tables) {
  for (; *tables != NULL; ++tables)
    for (const struct bench_case* each = *tables; each->name != NULL; ++each) puts(each->name);
}

static void usage_and_exit(int status) {
  fprintf(status != 0 ? stderr : stdout,
          "usage: %s --list | CASE THREADS [--budget SECONDS] [--size N] [--repetitions N] "
          "[--small]\n",
          program_invocation_short_name);
  exit(status);
}

static struct options parse(int argc, char** argv) {
  struct options options = {NULL, 0, 0.2, 0, 0, 0};
  int position = 0;
  for (int i = 1; i < argc; ++i) {
    const char* next = i + 1 < argc ? argv[i + 1] : NULL;
    if (strcmp(argv[i], "--small") == 0) {
      options.small = 1;
    } else if (strcmp(argv[i], "--help") == 0) {
      usage_and_exit(0);
    } else if (argv[i][0] == '-' && next != NULL && atof(next) > 0) {
      if (strcmp(argv[i], "--budget") == 0)
        options.budget = atof(next);
      else if (strcmp(argv[i], "--size") == 0)
        options.size = atol(next);
      else if (strcmp(argv[i], "--repetitions") == 0)
        options.repetitions = atol(next);
      else
        usage_and_exit(2);
      ++i;
    } else if (argv[i][0] != '-' && position == 0) {
      options.name = argv[i];
      ++position;
    } else if (argv[i][0] != '-' && position == 1) {
      options.threads = atoi(argv[i]);
      ++position;
    } else {
      usage_and_exit(2);
    }
  }
  if (position != 2 || options.threads < 1 || options.repetitions > kMaxRepetitions)
    usage_and_exit(2);
  return options;
}

// The shortest of three: one is easily long because someone else had the core.
static double shortest_run(const struct bench_case* chosen, long size, int threads) {
  double shortest = 0;
  for (int i = 0; i < 3; ++i) {
    const double begin = bench_seconds();
    chosen->run(size, threads);
    const double taken = bench_seconds() - begin;
    if (i == 0 || taken < shortest) shortest = taken;
  }
  return shortest;
}

// A first repetition starts threads and fills caches; a growing case finds its size meanwhile.
static long warm_up(const struct bench_case* chosen, long size, const struct options* options) {
  if (chosen->kind != BENCH_GROWS || options->size != 0) {
    chosen->run(size, options->threads);
    return size;
  }
  const double enough = options->budget / 20;
  for (size = 8; size < 1l << 28; size *= 2)
    // Twice: a disturbance may well last for three runs.
    if (shortest_run(chosen, size, options->threads) > enough &&
        shortest_run(chosen, size, options->threads) > enough)
      break;
  return size;
}

static void print_number(const char* name, double value) {
  if (value >= 0) printf(", \"%s\": %.6g", name, value);
}

// Of an operation, in nanoseconds.
static double timed(long (*run)(long, int), long size, int threads, long* operations) {
  const double begin = bench_seconds();
  *operations = run(size, threads);
  return 1e9 * (bench_seconds() - begin) / (double)*operations;
}

static void print_result(const struct bench_case* chosen, const struct options* options, double* ns,
                         double* beside_ns, long count, long operations) {
  qsort(ns, (size_t)count, sizeof *ns, by_value);
  printf(
      "{\"case\": \"%s\", \"threads\": %d, \"runtime\": \"%s\", \"operations\": %ld, "
      "\"repetitions\": %ld, \"ns_per_operation\": %.6g",
      chosen->name, options->threads, bench_runtime_file(), operations, count, ns[count / 2]);
  if (beside_ns != NULL) {
    qsort(beside_ns, (size_t)count, sizeof *beside_ns, by_value);
    print_number("beside_ns", beside_ns[count / 2]);
  }
  print_number("serial_ns", bench_extra.serial_ns);
}

int bench_main(int argc, char** argv, const struct bench_case* const* tables) {
  if (argc == 2 && strcmp(argv[1], "--list") == 0) {
    list_cases(tables);
    return 0;
  }
  const struct options options = parse(argc, argv);
  const struct bench_case* chosen = find_case(tables, options.name);
  if (chosen == NULL) {
    fprintf(stderr, "%s: no case '%s': --list shows them\n", argv[0], options.name);
    return 2;
  }
  const int counter = open_instruction_counter();
  omp_set_dynamic(0);
  omp_set_num_threads(options.threads);
  long size = options.size != 0 ? options.size : options.small ? chosen->small_size : chosen->size;
  if (options.repetitions == 0 && chosen->kind != BENCH_ONCE)
    size = warm_up(chosen, size, &options);

  static double ns[kMaxRepetitions], beside_ns[kMaxRepetitions];
  // Repetitions that are asked for are counted, too: of the case alone.
  long (*const beside)(long, int) = options.repetitions == 0 ? chosen->beside : NULL;
  long count = 0, operations = 0;
  const double counted = read_counter(counter);
  const double start = bench_seconds();
  for (;;) {
    ns[count] = timed(chosen->run, size, options.threads, &operations);
    if (beside != NULL) beside_ns[count] = timed(beside, size, options.threads, &operations);
    if (++count == kMaxRepetitions || count == options.repetitions || chosen->kind == BENCH_ONCE)
      break;
    if (options.repetitions == 0 && bench_seconds() - start > options.budget) break;
  }
  const double instructions = read_counter(counter) - counted;
  print_result(chosen, &options, ns, beside != NULL ? beside_ns : NULL, count, operations);
  if (counted >= 0)
    print_number("instructions_per_operation", instructions / (double)(operations * count));
  if (bench_extra.outstanding > 0) {
    // A runtime may give memory back a moment later.
    usleep(100000);
    const double left = bench_resident_bytes() - bench_extra.resident_before;
    print_number("outstanding", bench_extra.outstanding);
    print_number("bytes_per_task", bench_extra.bytes_per_task);
    print_number("bytes_left_per_task", left > 0 ? left / bench_extra.outstanding : 0);
  }
  printf("}\n");
  return 0;
}
