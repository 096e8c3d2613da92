// Two members hand a counter to and fro: each waits for the other's advance, which comes at any
// time from long before the wait to long after. For team/progress.hpp by itself: the moment between
// the waiter's last look and its announcement is a few dozen nanoseconds, so whole programs meet it
// rarely.
#include "core/team/progress.hpp"

#include "support.hpp"

namespace {

using tidemill::core::ProgressGoal;
using tidemill::core::ProgressWaiters;

struct alignas(64) Counter {
  std::atomic<std::uint64_t> value{0};
};

struct Table {
  Counter counter;
  ProgressWaiters waiters;
  std::atomic<std::uint8_t> cancelled{0};
  long guarded = 0;  // plain: who has the counter has it, too
};

void spin(std::uint64_t steps) {
  for (std::uint64_t i = 0; i < steps; ++i) asm volatile("" ::: "memory");
}

void play(Table& table, std::uint64_t me, std::uint64_t rounds, race::Watchdog& dog) {
  race::Random random(me + 3);
  for (std::uint64_t r = 0; r < rounds; ++r) {
    const std::uint64_t mine = 2 * r + me;
    table.waiters.wait({&table.counter.value, ~std::uint64_t{0}, mine, &table.cancelled});
    race::check_equal("hand-overs seen", table.guarded, static_cast<long>(mine));
    table.guarded = static_cast<long>(mine) + 1;
    spin(random.next() % 16384);
    table.counter.value.store(mine + 1, std::memory_order_seq_cst);
    table.waiters.notify();
    dog.progress();
  }
}

}  // namespace

int main(int argc, char** argv) {
  const auto rounds = static_cast<std::uint64_t>(race::repeats(argc, argv, 100000));
  race::Watchdog dog("progress_storm");
  Table table;
#pragma omp parallel num_threads(2) shared(table, dog)
  if (omp_get_num_threads() == 2)
    play(table, static_cast<std::uint64_t>(omp_get_thread_num()), rounds, dog);
}
