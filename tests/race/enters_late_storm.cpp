// Short tasks with dependences or priority. In a team of one their producer runs them at once where
// nothing is left to wait for, and enters their dependences late (task/immediate.hpp); in larger
// teams they are entered and queued. Stretches of them, then some that wait for a foreign thread,
// give way, bind an event, hold a lock, have children or take long. A task that begins before its
// predecessor is complete finds too few links; one that ran at once and is forgotten, or counted
// twice, shows at a taskwait or as silence, as does a producer that waits for its children and
// isn't resumed.
#include <algorithm>

#include "support.hpp"

namespace {

constexpr int kChains = 5;
constexpr int kStretch = 300;

struct Storm {
  race::Foreign foreign{31};
  race::Foreign other{32};
  race::HeldLock lock{};
};

/// Links of a chain so far; plain, as the dependences order them.
struct alignas(64) Chain {
  long links = 0;
};

struct Producer {
  Chain chains[kChains];
  long expected[kChains] = {};
  std::atomic<long> unordered{0};  // with a priority, or children of links
  long unordered_expected = 0;
};

void have_children(Storm& storm, Producer& mine) {
  Storm* shared = &storm;
  Producer* producer = &mine;
  for (int i = 0; i < 3; ++i) {
#pragma omp task firstprivate(shared, producer, i)
    {
      if (i == 1) race::block_until(shared->foreign);
      producer->unordered.fetch_add(1);
    }
  }
}

void take_long(race::Random& random) {
  for (std::uint64_t i = random.next() % 40000; i > 0; --i) asm volatile("" ::: "memory");
}

/// What one that isn't short does; the link counts when the task is complete.
void disturb(Storm& storm, Producer& mine, Chain& chain, std::uint64_t seed) {
  race::Random random(seed);
  switch (random.next() % 6) {
    case 0:
      race::block_until(storm.foreign);
      break;
    case 1: {
#pragma omp taskyield
      break;
    }
    case 2:
      storm.lock.hold(storm.foreign, random.one_in(3));
      break;
    case 3:
      have_children(storm, mine);
      break;
    case 4:
      take_long(random);
      break;
    default: {
      void* counter = tidemill_get_current_event_counter();
      tidemill_increase_current_task_event_counter(counter, 1);
      Chain* linked = &chain;
      storm.other.soon([counter, linked] {
        ++linked->links;
        tidemill_decrease_task_event_counter(counter, 1);
      });
      return;
    }
  }
  ++chain.links;
}

void link(Storm& storm, Producer& mine, Chain& chain, long expected, std::uint64_t seed) {
  race::check_equal("links before", chain.links, expected);
  if (seed == 0)
    ++chain.links;
  else
    disturb(storm, mine, chain, seed);
}

/// `one_in`: how many of them aren't short; 0: none.
void produce(Storm& storm, Producer& mine, race::Random& random, std::uint64_t one_in) {
  Storm* shared = &storm;
  Producer* producer = &mine;
  for (int i = 0; i < kStretch; ++i) {
    const auto at = random.next() % kChains;
    Chain* chain = &mine.chains[at];
    const std::uint64_t seed = one_in != 0 && random.one_in(one_in) ? random.next() | 1 : 0;
    if (random.one_in(8)) {
#pragma omp task priority(3) firstprivate(producer)
      producer->unordered.fetch_add(1);
      ++mine.unordered_expected;
      continue;
    }
    if (seed != 0 && race::Random(seed).next() % 6 == 3) mine.unordered_expected += 3;
    const long before = mine.expected[at]++;
#pragma omp task depend(inout : chain[0]) firstprivate(shared, producer, chain, before, seed)
    link(*shared, *producer, *chain, before, seed);
    if (random.one_in(200)) {
#pragma omp taskwait depend(in : chain[0])
      race::check_equal("links after taskwait depend", chain->links, mine.expected[at]);
    }
  }
}

void check_links(const Producer& mine) {
  for (int i = 0; i < kChains; ++i)
    race::check_equal("links at a taskwait", mine.chains[i].links, mine.expected[i]);
}

void run(Storm& storm, Producer& mine, race::Random& random) {
  constexpr std::uint64_t kDisturbed[] = {0, 0, 100, 0, 4};
  for (const std::uint64_t one_in : kDisturbed) {
    if (random.one_in(3)) {
#pragma omp taskgroup
      produce(storm, mine, random, one_in);
      check_links(mine);
    } else {
      produce(storm, mine, random, one_in);
    }
    if (random.one_in(2)) continue;
#pragma omp taskwait
    check_links(mine);
  }
}

}  // namespace

int main(int argc, char** argv) {
  const int repeats = race::repeats(argc, argv, 60);
  race::Watchdog dog("enters_late_storm");
  Storm storm;
  std::vector<Producer> producers(static_cast<std::size_t>(omp_get_max_threads()));
  for (int r = 0; r < repeats; ++r) {
    // Now one producer, now all threads.
#pragma omp parallel shared(storm, producers)
    if (r % 2 == 0 || omp_get_thread_num() == 0) {
      const auto me = static_cast<std::size_t>(omp_get_thread_num());
      race::Random random(static_cast<std::uint64_t>(r) * 64 + me + 1);
      run(storm, producers[me], random);
    }
    for (const Producer& mine : producers) {
      check_links(mine);
      race::check_equal("tasks without order", mine.unordered.load(), mine.unordered_expected);
    }
    dog.progress();
  }
}
