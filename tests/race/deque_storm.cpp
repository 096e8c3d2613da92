// Deque alone: one owner that pushes and pops around empty, thieves at the other end. Every item
// is taken exactly once, and its payload is seen as the owner wrote it. Starts with 4 slots.
#include "core/ready/deque.hpp"
#include "support.hpp"

namespace {

struct Item {
  long payload = 0;
  std::atomic<int> taken{0};
};

void take(Item* item) {
  if (item->payload == 0) race::fail("an item's payload", 0, 1);
  if (item->taken.fetch_add(1, std::memory_order_relaxed) != 0)
    race::fail("one item taken more than once", 2, 1);
}

/// In each of the owner's ways. Now and then nothing though there is something.
Item* one(tidemill::core::Deque<Item>& deque, race::Random& random) {
  if (random.one_in(16)) return nullptr;
  return random.one_in(8) ? deque.pop_oldest() : deque.pop();
}

void own(tidemill::core::Deque<Item>& deque, std::vector<Item>& items) {
  race::Random random(91);
  std::size_t next = 0;
  while (next < items.size()) {
    // One or two items most of the time: the last one is what owner and thief race for.
    const std::uint64_t burst = random.one_in(50) ? 40 : 1 + random.next() % 2;
    for (std::uint64_t i = 0; i < burst && next < items.size(); ++i, ++next) {
      items[next].payload = static_cast<long>(next) + 1;
      deque.push(&items[next]);
      if (random.one_in(4)) deque.share();
    }
    if (random.one_in(8)) race::random_pause(random);
    for (std::uint64_t i = 0; i < burst; ++i)
      if (Item* item = one(deque, random)) take(item);
    if (random.one_in(4))  // what was left
      while (Item* item = deque.pop()) take(item);
  }
  while (Item* item = deque.pop()) take(item);
}

}  // namespace

int main(int argc, char** argv) {
  const int repeats = race::repeats(argc, argv, 20);
  const int thieves = omp_get_max_threads();
  race::Watchdog dog("deque_storm");
  for (int r = 0; r < repeats; ++r) {
    std::vector<Item> items(20'000);
    tidemill::core::Deque<Item> deque;
    std::atomic<bool> over{false};
    std::vector<std::thread> threads;
    for (int t = 0; t < thieves; ++t)
      threads.emplace_back([&, t] {
        race::Random random(static_cast<std::uint64_t>(t) + 7);
        tidemill::core::Deque<Item> own;
        std::int64_t count = 0;
        while (!over.load(std::memory_order_acquire))
          if (Item* item = random.one_in(3) ? deque.steal_private() : deque.steal(own, 1, &count))
            take(item);
          else if (!deque.maybe_nonempty())
            sched_yield();
      });
    own(deque, items);
    over.store(true, std::memory_order_release);
    for (std::thread& thread : threads) thread.join();
    for (Item& item : items) race::check_equal("takers of an item", item.taken.load(), 1);
    dog.progress();
  }
}
