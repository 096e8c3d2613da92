// Threads the runtime did not make, each with teams, tasks and suspended tasks of its own, ending
// while others go on: their workers and memory are reused by later threads.
#include "support.hpp"

namespace {

// A function of its own: GCC copies `shared` references back to the frame they came from after
// the construct, which, in the region's body, is a data race of the compiler's making.
void spawn_member(race::Foreign& foreign, std::atomic<int>& done) {
#pragma omp task untied shared(done, foreign)
  {
    race::block_until(foreign);
    done.fetch_add(1, std::memory_order_relaxed);
  }
}

void work(race::Foreign& foreign, int salt, race::Watchdog& dog) {
  race::Random random(static_cast<std::uint64_t>(salt) + 1);
  std::atomic<int> done{0};
  int expected = 0;
  // Tasks outside any region, one of them suspended; its creator goes on meanwhile.
  for (int i = 0; i < 3; ++i) {
    ++expected;
#pragma omp task shared(done, foreign) firstprivate(i)
    {
      if (i == 1) race::block_until(foreign);
      done.fetch_add(1, std::memory_order_relaxed);
    }
  }
#pragma omp taskwait
  race::check_equal("tasks outside a region", done.load(), expected);
  race::block_until(foreign);  // the thread itself
  for (int r = 0; r < 3; ++r) {
    const int threads =
        1 + static_cast<int>(random.next() % static_cast<std::uint64_t>(omp_get_max_threads()));
    int members = 0;
#pragma omp parallel num_threads(threads) shared(done, foreign) reduction(+ : members)
    {
      members = 1;
      spawn_member(foreign, done);
    }
    race::check_equal("members of a root thread's team", members, threads);
    expected += threads;
    race::check_equal("tasks of a root thread", done.load(), expected);
    dog.progress();
  }
  if (salt % 2 == 0) return;
    // Ends with tasks not waited for: the thread's end completes them.
#pragma omp task shared(foreign)
  race::block_until(foreign);
}

}  // namespace

int main(int argc, char** argv) {
  const int repeats = race::repeats(argc, argv, 40);
  race::Watchdog dog("root_threads");
  race::Foreign foreign{71};
  for (int r = 0; r < repeats; ++r) {
    std::vector<std::thread> threads;
    for (int i = 0; i < 6; ++i)
      threads.emplace_back([&foreign, &dog, salt = r * 6 + i] { work(foreign, salt, dog); });
    for (std::thread& thread : threads) thread.join();
    dog.progress();
  }
}
