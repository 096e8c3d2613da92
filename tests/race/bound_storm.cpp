// Crowds of tasks that bind events and end, fulfilled in batches by a service and by foreign
// threads (tidemill_decrease_task_event_counters), while others wait, have children or successors:
// whoever waits for them goes on when the last event is there, and not before.
#include <algorithm>

#include "support.hpp"

namespace {

constexpr int kTasks = 1500;

/// Gathers event counters, and fulfils them a random number at a time.
class Batches {
 public:
  void add(void* counter, std::atomic<int>& fulfilled) {
    std::lock_guard guard(lock_);
    waiting_.push_back({counter, &fulfilled});
  }

  /// Up to `most` of them. How many it were.
  int fulfil(race::Random& random, std::size_t most) {
    std::vector<void*> counters;
    {
      std::lock_guard guard(lock_);
      const std::size_t take = std::min<std::size_t>(1 + random.next() % most, waiting_.size());
      for (std::size_t i = 0; i < take; ++i) {
        const std::size_t at = random.next() % waiting_.size();
        std::swap(waiting_[at], waiting_.back());
        counters.push_back(waiting_.back().counter);
        // relaxed: whoever reads it has waited for the task.
        waiting_.back().fulfilled->fetch_add(1, std::memory_order_relaxed);
        waiting_.pop_back();
      }
    }
    tidemill_decrease_task_event_counters(counters.data(), static_cast<unsigned>(counters.size()));
    return static_cast<int>(counters.size());
  }

 private:
  struct Waiting {
    void* counter;
    std::atomic<int>* fulfilled;
  };
  std::mutex lock_;
  std::vector<Waiting> waiting_;
};

struct Counts {
  std::atomic<int> bound{0}, fulfilled{0};
};

struct Storm {
  Batches batches;
  Counts of_unawaited;  // tasks whose parents don't wait for them
  race::Random service_random{5};
  race::Foreign foreign{6};
  std::atomic<bool> ended{false};
  std::thread fulfiller{[this] {
    race::Random random(7);
    while (!ended.load(std::memory_order_relaxed)) {
      race::random_pause(random);
      batches.fulfil(random, 100);
    }
  }};

  Storm() { tidemill_register_polling_service("batches", &service, this); }
  ~Storm() {
    tidemill_unregister_polling_service("batches", &service, this);
    ended.store(true, std::memory_order_relaxed);
    fulfiller.join();
  }
  static int service(void* self) {
    auto* const storm = static_cast<Storm*>(self);
    storm->batches.fulfil(storm->service_random, 20);
    return 0;
  }
};

/// What a task does with its events. Returns how many it has bound.
int bind(Storm& storm, race::Random& random, std::atomic<int>& fulfilled) {
  const int events = random.one_in(8) ? 3 : 1;
  void* const counter = tidemill_get_current_event_counter();
  tidemill_increase_current_task_event_counter(counter, static_cast<unsigned>(events));
  for (int i = 0; i < events; ++i) storm.batches.add(counter, fulfilled);
  return events;
}

void bound_task(Storm& storm, Counts& counts, std::uint64_t seed) {
  race::Random random(seed);
  counts.bound.fetch_add(bind(storm, random, counts.fulfilled), std::memory_order_relaxed);
  if (random.one_in(64)) race::block_until(storm.foreign);
  if (random.one_in(8)) {
    const bool awaited = random.one_in(2);
    Counts& child_counts = awaited ? counts : storm.of_unawaited;
#pragma omp task shared(storm, child_counts)
    {
      race::Random own(seed + 1);
      child_counts.bound.fetch_add(bind(storm, own, child_counts.fulfilled),
                                   std::memory_order_relaxed);
    }
    if (awaited) {
#pragma omp taskwait
    }
  }
}

void create(Storm& storm, Counts& counts, race::Random& random, int tasks) {
  for (int i = 0; i < tasks; ++i) {
    const std::uint64_t seed = random.next() | 1;
    // Mostly alike, as those of a loop are.
    switch (random.next() % 64) {
      case 0:
#pragma omp task untied shared(storm, counts)
        bound_task(storm, counts, seed);
        break;
      case 1: {
        [[maybe_unused]] int x = 0;
        std::atomic<int> before{0};
#pragma omp task depend(out : x) shared(storm, counts, before, x)
        {
          race::Random own(seed);
          const int events = bind(storm, own, before);
          counts.bound.fetch_add(events, std::memory_order_relaxed);
        }
#pragma omp task depend(in : x) shared(counts, before, x)
        counts.fulfilled.fetch_add(before.load(std::memory_order_relaxed),
                                   std::memory_order_relaxed);
#pragma omp taskwait depend(inout : x)
        break;
      }
      default:
#pragma omp task shared(storm, counts)
        bound_task(storm, counts, seed);
    }
  }
}

void produce(Storm& storm, std::uint64_t seed) {
  race::Random random(seed);
  Counts counts;
  if (random.one_in(2)) {
    create(storm, counts, random, kTasks);
#pragma omp taskwait
  } else {
#pragma omp taskgroup
    create(storm, counts, random, kTasks);
  }
  race::check_equal("events fulfilled when the tasks are awaited", counts.fulfilled.load(),
                    counts.bound.load());
}

}  // namespace

int main(int argc, char** argv) {
  const int repeats = race::repeats(argc, argv, 20);
  race::Watchdog dog("bound_storm");
  Storm storm;
  for (int r = 0; r < repeats; ++r) {
    const auto seed = static_cast<std::uint64_t>(2 * r + 1);
#pragma omp parallel shared(storm, dog)
    {
#pragma omp single nowait
      produce(storm, seed);
#pragma omp single
      {
        // Its producer is a task itself: what waits for its end is the barrier.
#pragma omp task shared(storm)
        produce(storm, seed + 1);
      }
    }
    race::check_equal("events fulfilled at the region's end", storm.of_unawaited.fulfilled.load(),
                      storm.of_unawaited.bound.load());
    dog.progress();
  }
}
