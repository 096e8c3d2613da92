// What the programs of tm-bench micro share: a case, its clock, its result.
//
// A program is plain OpenMP: built once by GCC and once by Clang, and started on whichever runtime
// the loader is told to find. It measures one case on one number of threads and prints one line of
// JSON; `micro.py` runs it many times.
#pragma once

#include <stdint.h>
#include <stdio.h>

#ifdef __cplusplus
extern "C" {
#endif

enum bench_size {
  // One repetition is always `size`: its cost for an operation depends on the size.
  BENCH_FIXED,
  // Doubled until a repetition is long enough to be timed: the cost doesn't depend on it.
  BENCH_GROWS,
  // One repetition of `size`, the first of the process: memory is taken once.
  BENCH_ONCE,
};

struct bench_case {
  const char* name;
  enum bench_size kind;
  // One repetition when timed, and when its instructions are counted under valgrind.
  long size;
  long small_size;
  // One repetition; returns how many operations (tasks, constructs, ...) it did.
  long (*run)(long size, int threads);
  // Or null: what it is to be compared with to some nanoseconds, timed in turn with it.
  long (*beside)(long size, int threads);
};

// What a repetition found besides its time; negative: nothing.
struct bench_extra {
  double outstanding;      // tasks that existed at once
  double bytes_per_task;   // resident, for each of them
  double resident_before;  // of the process; what is more at the end was not given back
  double serial_ns;        // an operation's work on one core, without tasks
};
extern struct bench_extra bench_extra;

// The cases, one table for each file; ended by a null name.
extern const struct bench_case bench_task_cases[];
extern const struct bench_case bench_search_cases[];
extern const struct bench_case bench_dependence_cases[];
extern const struct bench_case bench_construct_cases[];
extern const struct bench_case bench_memory_cases[];
extern const struct bench_case bench_capture_cases[];  // C++
extern const struct bench_case bench_block_cases[];    // C++
extern const struct bench_case bench_cold_cases[];

// Runs what argv asks for with the cases of `tables` (ended by a null); the program's exit status.
int bench_main(int argc, char** argv, const struct bench_case* const* tables);

double bench_seconds(void);
double bench_resident_bytes(void);
// The file of the runtime that is really used.
const char* bench_runtime_file(void);
// Ends the program: a runtime that computes something else isn't measured.
void bench_wrong(const char* what, long expected, long found);

// Keeps a task's body from being optimised away, at no cost.
static inline void bench_use(long value) { __asm__ volatile("" : : "r"(value) : "memory"); }

// A well mixed value for each (splitmix64's finaliser).
static inline uint64_t bench_hash(uint64_t value) {
  value += 0x9e3779b97f4a7c15u;
  value = (value ^ (value >> 30)) * 0xbf58476d1ce4e5b9u;
  value = (value ^ (value >> 27)) * 0x94d049bb133111ebu;
  return value ^ (value >> 31);
}

// Reads and writes one word of each line.
static inline void bench_touch(void* memory, long bytes) {
  for (long i = 0; i < bytes; i += 64) {
    volatile long* const word = (volatile long*)((char*)memory + i);
    *word = *word + 1;
  }
}

#ifdef __cplusplus
}
#endif
