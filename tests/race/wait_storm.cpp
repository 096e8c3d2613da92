// taskwait and taskgroup whose tasks are suspended, stolen, or completed by foreign threads: the
// waiter goes on only when all of them are complete, and always does.
#include "support.hpp"

namespace {

struct Storm {
  race::Foreign foreign{11};
  race::Foreign other{12};
};

void leaf(Storm& storm, race::Random& random, std::atomic<int>& done) {
  switch (random.next() % 5) {
    case 0:
      race::block_until(storm.foreign);
      break;
    case 1: {
      // Counts only when the event is fulfilled: completion, not the body's end.
      void* counter = tidemill_get_current_event_counter();
      tidemill_increase_current_task_event_counter(counter, 1);
      std::atomic<int>* where = &done;
      storm.other.soon([counter, where] {
        where->fetch_add(1, std::memory_order_relaxed);
        tidemill_decrease_task_event_counter(counter, 1);
      });
      return;
    }
    case 2:
      race::random_pause(random);
      break;
    default:
      break;
  }
  done.fetch_add(1, std::memory_order_relaxed);
}

void waits_for_children(Storm& storm, std::uint64_t seed, int depth) {
  race::Random random(seed);
  std::atomic<int> done{0};
  const int children = 1 + static_cast<int>(random.next() % 4);
  for (int i = 0; i < children; ++i) {
    const std::uint64_t child_seed = random.next() | 1;
    const bool untied = random.one_in(2);
    if (untied) {
#pragma omp task untied shared(storm, done)
      {
        race::Random own(child_seed);
        if (depth > 0) waits_for_children(storm, child_seed, depth - 1);
        leaf(storm, own, done);
      }
    } else {
#pragma omp task shared(storm, done)
      {
        race::Random own(child_seed);
        if (depth > 0) waits_for_children(storm, child_seed, depth - 1);
        leaf(storm, own, done);
      }
    }
  }
  if (random.one_in(4)) race::block_until(storm.foreign);
#pragma omp taskwait
  race::check_equal("children complete after taskwait", done.load(), children);
}

void waits_for_group(Storm& storm, std::uint64_t seed) {
  race::Random random(seed);
  std::atomic<int> done{0};
#pragma omp taskgroup
  {
    for (int i = 0; i < 3; ++i) {
      const std::uint64_t child_seed = random.next() | 1;
#pragma omp task shared(storm, done)
      {
        // A grandchild nobody waits for but the group.
#pragma omp task shared(storm, done)
        {
          race::Random own(child_seed + 2);
          leaf(storm, own, done);
        }
        race::Random own(child_seed);
        leaf(storm, own, done);
      }
    }
    if (random.one_in(3)) race::block_until(storm.foreign);
  }
  race::check_equal("tasks complete after taskgroup", done.load(), 6);
}

}  // namespace

int main(int argc, char** argv) {
  const int repeats = race::repeats(argc, argv, 100);
  race::Watchdog dog("wait_storm");
  Storm storm;
  for (int r = 0; r < repeats; ++r) {
#pragma omp parallel shared(storm, dog)
    {
      const auto seed = static_cast<std::uint64_t>(r * 64 + omp_get_thread_num() + 1);
#pragma omp task shared(storm)
      waits_for_children(storm, seed, 3);
#pragma omp task untied shared(storm)
      waits_for_group(storm, seed);
      waits_for_group(storm, seed + 7);
      waits_for_children(storm, seed + 9, 2);
      dog.progress();
    }
  }
}
