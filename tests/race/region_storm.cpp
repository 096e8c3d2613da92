// Regions: each member runs the body of each region once, and what the primary thread wrote before
// a region is there; no task of a region is left after it. Between and in regions the members are
// late, asleep or in a hurry; teams change their size, so that some are dismissed and some go on;
// regions are cancelled, and nested.
//
// The races it is after: the last member to come to rest against the primary thread that goes to
// sleep, and the primary thread that starts the next region against members that do.
#include "support.hpp"

namespace {

constexpr int kMostThreads = 64;

struct alignas(64) Count {
  std::atomic<long> runs{0};  // relaxed: the region's end orders
};

struct Story {
  Count members[kMostThreads];
  std::atomic<long> tasks{0};
  long region = 0;  // written between regions only
};

/// As long as a member looks round before it sleeps, more or less: it goes to sleep just now.
void pause_about_as_long(race::Random& random) {
  const auto until =
      std::chrono::steady_clock::now() + std::chrono::nanoseconds(random.next() % 40'000);
  while (std::chrono::steady_clock::now() < until) asm volatile("" ::: "memory");
}

void leave_tasks(Story& story, race::Random& random) {
  for (std::uint64_t i = random.next() % 3; i > 0; --i) {
#pragma omp task shared(story)
    story.tasks.fetch_add(1, std::memory_order_relaxed);
    story.tasks.fetch_add(1, std::memory_order_relaxed);
  }
}

/// One region of `threads`; returns how many there were.
int region(Story& story, int threads, bool cancelled, long number) {
  int size = 0;
#pragma omp parallel num_threads(threads) shared(story, size) firstprivate(cancelled, number)
  {
    const int me = omp_get_thread_num();
    if (me == 0) size = omp_get_num_threads();
    if (story.region != number) race::fail("a member begins another region", story.region, number);
    race::Random random(static_cast<std::uint64_t>(number * kMostThreads + me));
    story.members[me].runs.fetch_add(1, std::memory_order_relaxed);
    if (random.one_in(4)) race::random_pause(random);
    if (random.one_in(4)) pause_about_as_long(random);
    leave_tasks(story, random);
    if (random.one_in(64)) {
#pragma omp parallel num_threads(2) firstprivate(random)
      race::random_pause(random);
    }
    if (cancelled && random.one_in(2)) {
#pragma omp cancel parallel
    }
  }
  return size;
}

}  // namespace

int main(int argc, char** argv) {
  setenv("OMP_CANCELLATION", "true", 1);  // before the runtime's first use
  const int repeats = race::repeats(argc, argv, 4000);
  race::Watchdog dog("region_storm");
  race::Random random(7);
  Story story;
  long expected[kMostThreads] = {};
  const int most = omp_get_max_threads();
  omp_set_max_active_levels(2);
  for (int r = 1; r <= repeats; ++r) {
    const int threads = random.one_in(16) ? 1 + static_cast<int>(random.next() % most) : most;
    story.region = r;
    const int size = region(story, threads, random.one_in(32), r);
    const long left = story.tasks.load(std::memory_order_relaxed);
    for (int i = 0; i < size; ++i) ++expected[i];
    for (int i = 0; i < most; ++i)
      race::check_equal("runs of a member", story.members[i].runs.load(std::memory_order_relaxed),
                        expected[i]);
    if (random.one_in(2)) race::random_pause(random);
    if (random.one_in(2)) pause_about_as_long(random);
    race::check_equal("tasks that ran after their region", story.tasks.load(), left);
    dog.progress();
  }
  return 0;
}
