// Each iteration of a dynamic or guided loop runs once, whoever takes it from whose block, and
// however late the block's owner comes: without a barrier between the loops, of few and of many
// iterations, in cancelled ones too. And a member gets the chunks of a monotonic loop in increasing
// order.
//
// The races it is after: two members that take the same chunk, and a word that speaks of an earlier
// or a later loop (model/chunks.hpp).
#include "support.hpp"

// LLVM's entry points: GCC's code gets increasing chunks, and so none in blocks.
extern "C" {
void __kmpc_dispatch_init_4(void* location, int thread, int schedule, int lower, int upper,
                            int step, int chunk);
int __kmpc_dispatch_next_4(void* location, int thread, int* last, int* lower, int* upper,
                           int* step);
}

namespace {

/// schedule(nonmonotonic: dynamic, chunk) nowait
template <class Body>
void in_blocks(int count, int chunk, Body body) {
  constexpr int kNonmonotonicDynamic = 35 | 1 << 30;
  __kmpc_dispatch_init_4(nullptr, 0, kNonmonotonicDynamic, 0, count - 1, 1, chunk);
  int last = 0;
  int from = 0;
  int to = 0;
  int step = 0;
  while (__kmpc_dispatch_next_4(nullptr, 0, &last, &from, &to, &step) != 0)
    for (int i = from; i <= to; ++i) body(i);
}

constexpr int kLoops = 20;
constexpr int kMost = 200;

std::atomic<int> ran[kLoops][kMost];  // relaxed: read after a barrier

void run(int loop, int i) {
  if (ran[loop][i].fetch_add(1, std::memory_order_relaxed) != 0)
    race::fail("times an iteration ran", 2, 1);
}

int length(int loop, int repeat) { return (loop * 37 + repeat) % kMost; }

void loops(int repeats, race::Watchdog& dog, race::Foreign& foreign) {
#pragma omp parallel shared(dog, foreign)
  {
    race::Random random(static_cast<std::uint64_t>(omp_get_thread_num()) + 23);
    for (int r = 0; r < repeats; ++r) {
      for (int loop = 0; loop < kLoops; ++loop) {
        if (random.one_in(4)) race::random_pause(random);
        if (random.one_in(100)) race::block_until(foreign);
        const int count = length(loop, r);
        if (loop % 5 == 4) {
          int before = -1;
#pragma omp for schedule(monotonic : dynamic, 2) nowait
          for (int i = 0; i < count; ++i) {
            if (i <= before) race::fail("an iteration after a later one", i, before + 1);
            before = i;
            run(loop, i);
          }
        } else if (loop % 5 == 3) {
          in_blocks(count, 7, [&](int i) {
            if (random.one_in(64)) race::random_pause(random);
            run(loop, i);
          });
        } else if (loop % 5 == 2) {
#pragma omp for schedule(guided) nowait
          for (int i = 0; i < count; ++i) run(loop, i);
        } else {
          in_blocks(count, 1, [&](int i) { run(loop, i); });
        }
      }
#pragma omp barrier
#pragma omp single
      {
        for (int loop = 0; loop < kLoops; ++loop)
          for (int i = 0; i < kMost; ++i)
            race::check_equal("times an iteration ran", ran[loop][i].exchange(0),
                              i < length(loop, r) ? 1 : 0);
        dog.progress();
      }
    }
  }
}

constexpr int kCount = 90;

/// A region that is cancelled: some members never come to its loop, the others leave it early.
void cancelled(int r) {
#pragma omp parallel
  {
    race::Random random(static_cast<std::uint64_t>(r * 16 + omp_get_thread_num()) + 7);
    if (omp_get_thread_num() == r % omp_get_num_threads()) {
      race::random_pause(random);
#pragma omp cancel parallel
    }
#pragma omp cancellation point parallel
#pragma omp for schedule(dynamic)
    for (int i = 0; i < kCount; ++i) {
      run(0, i);
#pragma omp cancel for if (i % 3 == 2)
    }
#pragma omp for schedule(guided) nowait
    for (int i = 0; i < kCount; ++i) run(1, i);
    in_blocks(kCount, 1, [](int i) { run(2, i); });
  }
  for (int loop = 0; loop < 3; ++loop)
    for (int i = 0; i < kCount; ++i) ran[loop][i].store(0);
}

/// What it leaves behind is no matter to the next.
void whole(int r) {
#pragma omp parallel
  {
    race::Random random(static_cast<std::uint64_t>(r * 16 + omp_get_thread_num()) + 11);
    if (random.one_in(2)) race::random_pause(random);
    in_blocks(kCount, 1, [](int i) { run(0, i); });
  }
  for (int i = 0; i < kCount; ++i)
    race::check_equal("times an iteration ran", ran[0][i].exchange(0), 1);
}

}  // namespace

int main(int argc, char** argv) {
  setenv("OMP_CANCELLATION", "true", 1);  // before the runtime's first use
  const int repeats = race::repeats(argc, argv, 300);
  race::Watchdog dog("loop_storm");
  race::Foreign foreign;
  race::check_equal("OMP_CANCELLATION", omp_get_cancellation(), 1);
  loops(repeats, dog, foreign);
  for (int r = 0; r < 3 * repeats; ++r) {
    cancelled(r);
    whole(r);
    dog.progress();
  }
}
