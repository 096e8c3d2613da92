// Nested regions while tasks of the outer team are suspended, some of them holding a lock that
// the nested region needs: the worker inside must still resume them.
#include "support.hpp"

namespace {

struct Storm {
  race::Foreign foreign{61};
  omp_lock_t lock;
  std::atomic<long> sections{0};
  std::atomic<long> members{0};
};

void holder(Storm& s) {
  omp_set_lock(&s.lock);
  race::block_until(s.foreign);
  s.sections.fetch_add(1, std::memory_order_relaxed);
  omp_unset_lock(&s.lock);
}

// A function of its own: GCC copies `shared` references back to the frame they came from after
// the construct, which, in the region's body, is a data race of the compiler's making.
void spawn_member(Storm& s) {
#pragma omp task shared(s)
  {
    race::block_until(s.foreign);
    s.members.fetch_add(1, std::memory_order_relaxed);
  }
}

void nested_region(Storm& s, int threads) {
  long here = 0;
#pragma omp parallel num_threads(threads) shared(s, here)
  {
    omp_set_lock(&s.lock);
    ++here;
    omp_unset_lock(&s.lock);
    spawn_member(s);
    race::block_until(s.foreign);
#pragma omp barrier
    race::check_equal("level of a nested region", omp_get_level(), 2);
  }
  race::check_equal("members of a nested region", here, threads);
}

}  // namespace

int main(int argc, char** argv) {
  const int repeats = race::repeats(argc, argv, 40);
  omp_set_max_active_levels(3);
  race::Watchdog dog("nested_storm");
  Storm storm;
  omp_init_lock(&storm.lock);
  for (int r = 0; r < repeats; ++r) {
#pragma omp parallel shared(storm, dog) firstprivate(r)
    {
      for (int i = 0; i < 3; ++i) {
#pragma omp task shared(storm)
        holder(storm);
#pragma omp task untied shared(storm)
        holder(storm);
      }
      // Lets some of them start here and suspend, lock in hand.
#pragma omp taskyield
      nested_region(storm, 1 + (omp_get_thread_num() + r) % 3);
#pragma omp task shared(storm)
      nested_region(storm, 2);
      dog.progress();
    }
  }
  omp_destroy_lock(&storm.lock);
}
