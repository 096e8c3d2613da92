// taskyield loops that wait for something another task, a polling service or a foreign thread
// does. A taskyield that runs nothing, or the same task over and over, never ends them.
#include "support.hpp"

namespace {

/// A chain: task i spins until task i-1 has run; created in the worst order.
void chain(int length, bool untied) {
  std::vector<std::atomic<int>> turn(static_cast<std::size_t>(length) + 1);
  turn[0] = 1;
#pragma omp parallel shared(turn)
#pragma omp single
  for (int i = length; i >= 1; --i) {
    auto link = [&turn](int at) {
      while (turn[static_cast<std::size_t>(at) - 1].load(std::memory_order_acquire) == 0) {
#pragma omp taskyield
      }
      turn[static_cast<std::size_t>(at)].store(1, std::memory_order_release);
    };
    if (untied) {
#pragma omp task untied firstprivate(i, link)
      link(i);
#pragma omp taskyield
    } else {
#pragma omp task firstprivate(i, link)
      link(i);
    }
  }
  race::check_equal("the chain's end", turn[static_cast<std::size_t>(length)].load(), 1);
}

struct Flag {
  std::atomic<bool> wanted{false};
  std::atomic<bool> up{false};
};

int raise(void* opaque) {
  auto* flag = static_cast<Flag*>(opaque);
  if (flag->wanted.load(std::memory_order_acquire)) flag->up.store(true, std::memory_order_release);
  return 0;
}

/// As a spin on MPI_Test: the flag is raised by a polling service only.
void spin_on_service() {
  Flag flag;
  tidemill_register_polling_service("raise", raise, &flag);
#pragma omp parallel shared(flag)
#pragma omp single
  {
#pragma omp task shared(flag)
    {
      flag.wanted.store(true, std::memory_order_release);
      while (!flag.up.load(std::memory_order_acquire)) {
#pragma omp taskyield
      }
    }
  }
  tidemill_unregister_polling_service("raise", raise, &flag);
}

/// Yielders among suspended tasks; the one they spin for is suspended, too.
void spin_on_suspended(race::Foreign& foreign) {
  std::atomic<int> left{8};
#pragma omp parallel shared(left, foreign)
#pragma omp single
  for (int i = 0; i < 8; ++i) {
#pragma omp task shared(left)
    while (left.load(std::memory_order_acquire) != 0) {
#pragma omp taskyield
    }
#pragma omp task shared(left, foreign)
    {
      race::block_until(foreign);
      left.fetch_sub(1, std::memory_order_release);
    }
  }
}

}  // namespace

int main(int argc, char** argv) {
  const int repeats = race::repeats(argc, argv, 15);
  race::Watchdog dog("yield_storm");
  race::Foreign foreign{51};
  for (int r = 0; r < repeats; ++r) {
    chain(12, false);
    dog.progress();
    chain(12, true);
    dog.progress();
    spin_on_service();
    dog.progress();
    spin_on_suspended(foreign);
    dog.progress();
  }
}
