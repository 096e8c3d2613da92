// The parallel mode of GCC's C++ library, which is all OpenMP: sorts, merges, sums and loops of
// each kind by teams of one to eight, and from the inside of regions and tasks. Prints sums of the
// results.
#include <omp.h>

#include <parallel/settings.h>
#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <parallel/algorithm>
#include <parallel/numeric>
#include <vector>

namespace {

using Values = std::vector<unsigned>;
using Sum = std::uint64_t;

Values make(unsigned seed, std::size_t count) {
  Values values(count);
  for (unsigned& value : values) {
    seed = seed * 1664525U + 1013904223U;
    value = (seed >> 8) % (1U << 20);
  }
  return values;
}

/// Differs when two of them change places.
Sum sum_of(const Values& values) {
  Sum sum = 0;
  for (unsigned value : values) sum = sum * 1099511628211U + value;
  return sum;
}

template <class Tag>
Sum sorted(Values values, Tag tag) {
  __gnu_parallel::sort(values.begin(), values.end(), tag);
  return sum_of(values);
}

Sum sorts(const Values& values) {
  Sum sum = sorted(values, __gnu_parallel::multiway_mergesort_tag()) +
            3 * sorted(values, __gnu_parallel::multiway_mergesort_exact_tag()) +
            5 * sorted(values, __gnu_parallel::quicksort_tag()) +
            7 * sorted(values, __gnu_parallel::balanced_quicksort_tag());
  Values some = values;
  __gnu_parallel::stable_sort(some.begin(), some.end(),
                              [](unsigned a, unsigned b) { return a % 64 < b % 64; });
  sum = sum * 31 + sum_of(some);
  __gnu_parallel::nth_element(some.begin(), some.begin() + 1000, some.end());
  return sum * 31 + some[1000];
}

Sum loops(Values values) {
  for (auto way : {__gnu_parallel::parallel_unbalanced, __gnu_parallel::parallel_balanced,
                   __gnu_parallel::parallel_omp_loop, __gnu_parallel::parallel_omp_loop_static,
                   __gnu_parallel::parallel_taskqueue})
    __gnu_parallel::for_each(
        values.begin(), values.end(), [](unsigned& value) { value = 3 * value + 1; }, way);
  const Sum all = __gnu_parallel::accumulate(values.begin(), values.end(), Sum{0});
  Values sums(values.size());
  __gnu_parallel::partial_sum(values.begin(), values.end(), sums.begin());
  return all * 31 + sum_of(sums);
}

Sum merged(Values one, Values other) {
  std::sort(one.begin(), one.end());
  std::sort(other.begin(), other.end());
  Values both(one.size() + other.size());
  __gnu_parallel::merge(one.begin(), one.end(), other.begin(), other.end(), both.begin());
  const Sum sum = sum_of(both);
  const auto end =
      __gnu_parallel::set_union(one.begin(), one.end(), other.begin(), other.end(), both.begin());
  return sum * 31 + static_cast<Sum>(end - both.begin());
}

unsigned all_of(unsigned seed) {
  const Values values = make(seed, 20'000 + 101 * seed);
  const Sum sum = sorts(values) * 31 + loops(values) * 37 + merged(values, make(seed + 9, 10'000));
  return static_cast<unsigned>(sum ^ sum >> 32);
}

}  // namespace

int main() {
  auto settings = __gnu_parallel::_Settings::get();
  settings.algorithm_strategy = __gnu_parallel::force_parallel;
  __gnu_parallel::_Settings::set(settings);
  for (int threads = 1; threads <= 8; ++threads) {
    omp_set_num_threads(threads);
    std::printf("%d threads: %u\n", threads, all_of(4));
  }
  omp_set_num_threads(3);
  omp_set_max_active_levels(3);
  unsigned inside[8];
#pragma omp parallel for schedule(dynamic)
  for (unsigned i = 0; i < 8; ++i) inside[i] = all_of(i);
  for (unsigned sum : inside) std::printf("in a region: %u\n", sum);
#pragma omp parallel
#pragma omp single
  for (unsigned i = 0; i < 8; ++i)
#pragma omp task shared(inside)
    inside[i] = all_of(i);
  for (unsigned sum : inside) std::printf("in a task: %u\n", sum);
}
