// The plain OpenMP program of tm-bench micro.
#include <stddef.h>

#include "bench.h"

int main(int argc, char** argv) {
  static const struct bench_case* const tables[] = {
      bench_task_cases,      bench_search_cases, bench_dependence_cases,
      bench_construct_cases, bench_memory_cases, bench_capture_cases,
      bench_block_cases,     bench_cold_cases,   NULL};
  return bench_main(argc, argv, tables);
}
