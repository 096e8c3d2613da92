// Random graphs of tasks that send at random, under each policy in turn, or the one that is named:
// race_graph_storm GRAPHS POLICY. Under those that keep predecessors, while a creator adds back
// edges to a task, that one becomes ready, or completes on a foreign thread, and an idle worker
// follows other edges. Each address has a version; whoever runs too early sees it. A node that is
// used after its task has gone shows in a sanitizer, or as a crash.
#include <array>
#include <chrono>
#include <memory>
#include <thread>

#include "support.hpp"
#include "tidemill/policy.h"

namespace {

constexpr int kAddresses = 6;
constexpr const char* kPolicies[] = {"fa",       "sa",    "ga",   "fifo",
                                     "messages", "ready", "lifo", "random"};

struct Cell {
  std::atomic<long> writes{0};  // relaxed, all: the dependences order
  std::atomic<int> readers{0};
  std::atomic<bool> writing{false};
};

struct Storm {
  race::Foreign foreign{51};
  race::Foreign other{52};
  std::atomic<long> ran{0};
};

using Cells = std::array<Cell, kAddresses>;
using Versions = std::array<long, kAddresses>;

void produce(Storm& storm, Cells& cells, Versions& versions, std::uint64_t seed, int count,
             int depth);

/// As the communication layer does it, to this very process.
void pass_on_needs() {
  tidemill_need needs[8];
  tidemill_set_needs(needs, tidemill_take_needs(needs, 8));
}

/// Likewise; one thread at a time takes.
void pass_on_kinds() {
  static std::atomic_flag taking = ATOMIC_FLAG_INIT;
  if (taking.test_and_set(std::memory_order_acquire)) return;
  tidemill_kind kinds[8];
  tidemill_set_kinds(kinds, tidemill_take_kinds(kinds, 8));
  taking.clear(std::memory_order_release);
}

/// What a task's body does besides its accesses. One kind of task mostly sends, the others seldom.
void act(Storm& storm, race::Random& random, bool sender, int depth) {
  ++storm.ran;
  const std::uint64_t channel = random.next() % 64;
  if (sender ? !random.one_in(8) : random.one_in(50)) tidemill_current_task_sends_on(channel);
  if (random.one_in(8)) tidemill_current_task_receives_on(channel + 1, 0);
  if (random.one_in(16)) pass_on_needs();
  if (random.one_in(16)) pass_on_kinds();
  // Now and then the tasks get too short for the graph, and long enough again.
  if (random.one_in(8)) std::this_thread::sleep_for(std::chrono::microseconds(500));
  if (random.one_in(4)) race::block_until(storm.foreign);
  if (depth == 0 || !random.one_in(12)) return;
  // Children, which the task waits for, or not: then they outlive it.
  const auto cells = std::make_shared<Cells>();
  const std::uint64_t seed = random.next() | 1;
  if (random.one_in(3)) {
#pragma omp task firstprivate(cells) shared(storm)
    {
      Versions versions{};
      produce(storm, *cells, versions, seed, 12, depth - 1);
#pragma omp taskwait
    }
    return;
  }
  Versions versions{};
#pragma omp taskgroup
  produce(storm, *cells, versions, seed, 12, depth - 1);
  for (std::size_t a = 0; a < kAddresses; ++a)
    race::check_equal("writes in a taskgroup", (*cells)[a].writes.load(), versions[a]);
}

/// Ends an access now or on a foreign thread, when the task's event is fulfilled.
void end_access(Storm& storm, race::Random& random, std::function<void()> end) {
  if (random.one_in(2)) return end();
  void* counter = tidemill_get_current_event_counter();
  tidemill_increase_current_task_event_counter(counter, 1);
  storm.other.soon([counter, end = std::move(end)] {
    end();
    tidemill_decrease_task_event_counter(counter, 1);
  });
}

void write(Storm& storm, Cell& cell, long expected, std::uint64_t seed, int depth) {
  race::Random random(seed);
  if (cell.writing.exchange(true)) race::fail("two writers at once", 2, 1);
  race::check_equal("readers under a writer", cell.readers.load(), 0);
  race::check_equal("writes before this one", cell.writes.load(), expected);
  act(storm, random, false, depth);
  end_access(storm, random, [&cell, expected] {
    cell.writes.store(expected + 1);
    cell.writing.store(false);
  });
}

void read(Storm& storm, Cell& cell, long expected, std::uint64_t seed, bool sender, int depth) {
  race::Random random(seed);
  cell.readers.fetch_add(1);
  if (cell.writing.load()) race::fail("a writer beside a reader", 1, 0);
  race::check_equal("writes seen by a reader", cell.writes.load(), expected);
  act(storm, random, sender, depth);
  end_access(storm, random, [&cell] { cell.readers.fetch_sub(1); });
}

void produce(Storm& storm, Cells& cells, Versions& versions, std::uint64_t salt, int count,
             int depth) {
  race::Random random(salt);
  for (int i = 0; i < count; ++i) {
    const auto a = random.next() % kAddresses;
    Cell& cell = cells[a];
    [[maybe_unused]] Cell& beside = cells[(a + 1) % kAddresses];
    const long version = versions[a];
    const std::uint64_t seed = random.next() | 1;
    switch (random.next() % 5) {
      case 0:
#pragma omp task depend(inout : cell) shared(storm, cell)
        write(storm, cell, version, seed, depth);
        ++versions[a];
        break;
      case 1:
#pragma omp task untied depend(inout : cell) shared(storm, cell)
        write(storm, cell, version, seed, depth);
        ++versions[a];
        break;
      case 2:
#pragma omp task untied depend(in : cell) shared(storm, cell)
        read(storm, cell, version, seed, false, depth);
        break;
      case 3:
#pragma omp task depend(in : cell) priority(1) shared(storm, cell)
        read(storm, cell, version, seed, true, depth);
        break;
      default:
#pragma omp task depend(in : cell) depend(in : beside) shared(storm, cell)
        read(storm, cell, version, seed, true, depth);
    }
    if (random.one_in(16)) race::block_until(storm.foreign);
    if (!random.one_in(64)) continue;
#pragma omp taskwait depend(in : cell)
    race::check_equal("writes after taskwait depend", cell.writes.load(), versions[a]);
  }
}

}  // namespace

int main(int argc, char** argv) {
  const int graphs = race::repeats(argc, argv, 60);
  race::Watchdog dog("graph_storm");
  Storm storm;
  tidemill_expect_sends();
  for (int g = 0; g < graphs; ++g) {
    const char* policy =
        argc > 2 ? argv[2] : kPolicies[static_cast<std::size_t>(g) % std::size(kPolicies)];
    race::check_equal("tidemill_set_policy", tidemill_set_policy(policy), 0);
    Cells cells;
    Versions versions{};
#pragma omp parallel shared(storm, cells, versions)
#pragma omp single
    produce(storm, cells, versions, static_cast<std::uint64_t>(g) + 61, 120, 2);
    for (std::size_t a = 0; a < kAddresses; ++a)
      race::check_equal("writes of an address", cells[a].writes.load(), versions[a]);
    dog.progress();
  }
}
