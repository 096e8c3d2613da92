// Lost wake-ups: tiny bursts of work with pauses around the time after which workers park, so
// that pushes meet workers on their way to sleep. What is pushed needs a second thread (the
// creator refuses to run it), so a sleeper that is not woken stops the program.
#include "support.hpp"

namespace {

/// Up to 64 us, in steps fine enough to meet the instant at which a worker goes to sleep.
void pause(race::Random& random) {
  using Clock = std::chrono::steady_clock;
  const auto until = Clock::now() + std::chrono::nanoseconds(random.next() % 64'000);
  while (Clock::now() < until) asm volatile("" ::: "memory");
}

/// The creator spins without a scheduling point until others have run its tasks.
void by_deque(int repeats, race::Watchdog& dog) {
#pragma omp parallel shared(dog)
#pragma omp single
  {
    race::Random random(81);
    for (int r = 0; r < repeats; ++r) {
      std::atomic<int> left{1};
#pragma omp task shared(left)
      left.fetch_sub(1, std::memory_order_release);
      if (omp_get_num_threads() == 1) {
#pragma omp taskwait
      }
      while (left.load(std::memory_order_acquire) != 0) sched_yield();
#pragma omp taskwait
      pause(random);
      dog.progress();
    }
  }
}

/// The same through the ordered queue: tasks released by the completion of another.
void by_ordered_queue(int repeats, race::Watchdog& dog) {
  [[maybe_unused]] int address = 0;
#pragma omp parallel shared(dog, address)
#pragma omp single
  {
    race::Random random(82);
    for (int r = 0; r < repeats; ++r) {
      std::atomic<int> left{2};
#pragma omp task shared(left) depend(out : address)
      left.fetch_sub(1, std::memory_order_release);
#pragma omp task shared(left) depend(in : address)
      left.fetch_sub(1, std::memory_order_release);
      if (omp_get_num_threads() == 1) {
#pragma omp taskwait
      }
      while (left.load(std::memory_order_acquire) != 0) sched_yield();
#pragma omp taskwait
      pause(random);
      dog.progress();
    }
  }
}

// A function of its own: GCC copies `shared` references back to the frame they came from after
// the construct, which, in the region's body, is a data race of the compiler's making.
void spawn_sleeper(race::Watchdog& dog, race::Foreign& foreign) {
#pragma omp task untied shared(foreign, dog)
  {
    for (int i = 0; i < 3; ++i) race::block_until(foreign);
    dog.progress();
  }
}

/// A foreign thread resumes the only task there is; all workers may be asleep or about to.
void by_foreign_thread(int repeats, race::Watchdog& dog, race::Foreign& foreign) {
#pragma omp parallel shared(dog, foreign)
  for (int r = 0; r < repeats; ++r) {
    race::block_until(foreign);
#pragma omp single nowait
    spawn_sleeper(dog, foreign);
  }
}

}  // namespace

int main(int argc, char** argv) {
  const int repeats = race::repeats(argc, argv, 4000);
  race::Watchdog dog("sleepers");
  race::Foreign foreign{83};
  by_deque(repeats, dog);
  by_ordered_queue(repeats, dog);
  by_foreign_thread(repeats / 5, dog, foreign);
}
