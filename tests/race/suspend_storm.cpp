// Suspend and resume: tasks tied and untied, woken by foreign threads and by polling services,
// before, while and after they leave their stack, alone or several at once; several cycles each,
// and with locals that must be the same afterwards. A tied task must come back on its thread.
#include "support.hpp"

namespace {

/// Contexts to be unblocked by a polling service, in random order.
class Service {
 public:
  Service() { tidemill_register_polling_service("race", poll, this); }
  ~Service() { tidemill_unregister_polling_service("race", poll, this); }
  Service(const Service&) = delete;
  Service& operator=(const Service&) = delete;

  void add(void* context) {
    std::lock_guard guard(lock_);
    contexts_.push_back(context);
  }

 private:
  static int poll(void* self) { return static_cast<Service*>(self)->unblock_some(); }
  int unblock_some() {
    if (inside_.exchange(true)) race::fail("one service run by two threads", 2, 1);
    for (;;) {
      const std::vector<void*> taken = take_some();
      if (taken.empty()) break;
      if (taken.size() == 1)
        tidemill_unblock_task(taken[0]);
      else
        tidemill_unblock_tasks(taken.data(), static_cast<unsigned>(taken.size()));
    }
    inside_ = false;
    return 0;
  }
  std::vector<void*> take_some() {
    std::vector<void*> taken;
    std::lock_guard guard(lock_);
    while (!contexts_.empty() && !random_.one_in(5)) {
      const std::size_t at = random_.next() % contexts_.size();
      taken.push_back(contexts_[at]);
      contexts_[at] = contexts_.back();
      contexts_.pop_back();
    }
    return taken;
  }
  std::mutex lock_;
  std::vector<void*> contexts_;
  race::Random random_{99};
  std::atomic<bool> inside_{false};
};

struct Storm {
  race::Foreign foreign{5};
  Service service;
  std::atomic<long> cycles{0};
};

/// One pause-resume cycle, the wake-up coming from anywhere at any time.
void cycle(Storm& storm, race::Random& random) {
  void* context = tidemill_get_current_blocking_context();
  switch (random.next() % 4) {
    case 0:
      storm.service.add(context);
      break;
    case 1:
      tidemill_unblock_task(context);
      break;  // before it pauses
    default:
      storm.foreign.soon([context] { tidemill_unblock_task(context); });
  }
  if (random.one_in(3)) race::random_pause(random);
  tidemill_block_current_task(context);
  storm.cycles.fetch_add(1, std::memory_order_relaxed);
}

void body(Storm& storm, std::uint64_t seed, bool tied) {
  race::Random random(seed);
  const int thread = omp_get_thread_num();
  const std::uint64_t canary[4] = {seed, ~seed, seed * 3, seed ^ 0x5555};
  volatile const std::uint64_t* kept = canary;  // must survive on the suspended stack
  const int cycles = 1 + static_cast<int>(random.next() % 4);
  for (int i = 0; i < cycles; ++i) {
    cycle(storm, random);
    if (tied) race::check_equal("a tied task's thread", omp_get_thread_num(), thread);
    if (kept[0] != seed || kept[1] != ~seed || kept[2] != seed * 3 || kept[3] != (seed ^ 0x5555))
      race::fail("a resumed task's locals changed", i, 0);
  }
}

}  // namespace

int main(int argc, char** argv) {
  const int repeats = race::repeats(argc, argv, 150);
  race::Watchdog dog("suspend_storm");
  Storm storm;
  std::atomic<long> ended{0};
  constexpr int kTasks = 100;
  for (int r = 0; r < repeats; ++r) {
#pragma omp parallel shared(storm, ended, dog)
    {
#pragma omp for nowait
      for (int i = 0; i < kTasks; ++i) {
        const auto seed = static_cast<std::uint64_t>(r) * 1000 + static_cast<std::uint64_t>(i) + 1;
        if (i % 2 == 0) {
#pragma omp task shared(storm, ended)
          {
            body(storm, seed, true);
            ended.fetch_add(1, std::memory_order_relaxed);
          }
        } else {
#pragma omp task untied shared(storm, ended)
          {
            body(storm, seed, false);
            ended.fetch_add(1, std::memory_order_relaxed);
          }
        }
      }
      // The implicit tasks suspend as well.
      body(storm, static_cast<std::uint64_t>(r) + 1, true);
    }
    race::check_equal("tasks ended", ended.load(), static_cast<long>(r + 1) * kTasks);
    dog.progress();
  }
}
