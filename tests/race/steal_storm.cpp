// Work stealing: every task runs exactly once, whether it was taken by its creator or a thief;
// deep recursion, one producer for all, and all producing at once.
#include "support.hpp"

namespace {

long fibonacci(int n) {
  if (n < 2) return n;
  long a = 0;
  long b = 0;
#pragma omp task shared(a)
  a = fibonacci(n - 1);
#pragma omp task shared(b)
  b = fibonacci(n - 2);
#pragma omp taskwait
  return a + b;
}

// A function of its own: GCC copies `shared` references back to the frame they came from after
// the construct, which, in the region's body, is a data race of the compiler's making.
void spawn_run(std::vector<std::atomic<int>>& runs, int i) {
#pragma omp task firstprivate(i) shared(runs)
  runs[static_cast<std::size_t>(i)].fetch_add(1, std::memory_order_relaxed);
}

/// One member creates, all others steal.
void one_producer(std::vector<std::atomic<int>>& runs) {
  const int count = static_cast<int>(runs.size());
#pragma omp parallel shared(runs)
#pragma omp single
  for (int i = 0; i < count; ++i) {
    spawn_run(runs, i);
  }
}

/// All create, in bursts that empty and refill the deques.
void all_producers(std::vector<std::atomic<int>>& runs) {
  const int count = static_cast<int>(runs.size());
#pragma omp parallel shared(runs)
  {
    race::Random random(static_cast<std::uint64_t>(omp_get_thread_num()) + 3);
    const int threads = omp_get_num_threads();
    int left_in_burst = 0;
    for (int i = omp_get_thread_num(); i < count; i += threads) {
      spawn_run(runs, i);
      if (left_in_burst-- > 0) continue;
      left_in_burst = static_cast<int>(random.next() % 5);
#pragma omp taskwait
    }
  }
}

void check_once(std::vector<std::atomic<int>>& runs) {
  for (auto& run : runs) {
    if (run.load() != 1) race::fail("runs of one task", run.load(), 1);
    run.store(0);
  }
}

}  // namespace

int main(int argc, char** argv) {
  const int repeats = race::repeats(argc, argv, 40);
  race::Watchdog dog("steal_storm");
  std::vector<std::atomic<int>> runs(3000);
  for (int r = 0; r < repeats; ++r) {
    long result = 0;
#pragma omp parallel shared(result)
#pragma omp single
    result = fibonacci(16);
    race::check_equal("fibonacci(16)", result, 987);
    one_producer(runs);
    check_once(runs);
    all_producers(runs);
    check_once(runs);
    dog.progress();
  }
}
