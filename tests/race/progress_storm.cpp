// Two members hand a counter to and fro: each waits for the other's advance, which comes at any
// time from long before the wait to long after. For model/progress.hpp by itself: the moment
// between the waiter's last look and its announcement is a few dozen nanoseconds, so whole programs
// meet it rarely.
#include "core/model/progress.hpp"

#include <vector>

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

// The first sleep at a table is another thing than those after it.
constexpr std::uint64_t kRoundsAtTable = 8;

void play(std::vector<Table>& tables, std::uint64_t me, std::uint64_t rounds, race::Watchdog& dog) {
  race::Random random(me + 3);
  for (std::uint64_t r = 0; r < rounds; ++r) {
    Table& table = tables[r / kRoundsAtTable];
    const std::uint64_t mine = 2 * (r % kRoundsAtTable) + me;
    table.waiters.wait({&table.counter.value, mine, &table.cancelled});
    race::check_equal("hand-overs seen", table.guarded, static_cast<long>(mine));
    table.guarded = static_cast<long>(mine) + 1;
    spin(random.next() % 16384);
    table.waiters.advance(table.counter.value, mine + 1);
    dog.progress();
  }
}

}  // namespace

int main(int argc, char** argv) {
  const auto rounds = static_cast<std::uint64_t>(race::repeats(argc, argv, 100000));
  race::Watchdog dog("progress_storm");
  std::vector<Table> tables(rounds / kRoundsAtTable + 1);
#pragma omp parallel num_threads(2) shared(tables, dog) firstprivate(rounds)
  if (omp_get_num_threads() == 2)
    play(tables, static_cast<std::uint64_t>(omp_get_thread_num()), rounds, dog);
}
