// Dependences while predecessors complete on foreign threads at any time: a new task's edge
// meets a completion in progress. Each address has a version; whoever runs too early sees it.
#include "support.hpp"

namespace {

constexpr int kAddresses = 6;

struct Cell {
  std::atomic<long> writes{0};  // complete writes; relaxed: the dependences order
  std::atomic<int> readers{0};  // running or with an event outstanding
  std::atomic<bool> writing{false};
};

struct Storm {
  race::Foreign foreign{21};
  race::Foreign other{22};
  Cell cells[kAddresses];
};

void maybe_suspend(Storm& storm, race::Random& random) {
  if (random.one_in(3)) race::block_until(storm.foreign);
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

void write(Storm& storm, Cell& cell, long expected, std::uint64_t seed) {
  race::Random random(seed);
  if (cell.writing.exchange(true)) race::fail("two writers at once", 2, 1);
  race::check_equal("readers under a writer", cell.readers.load(), 0);
  race::check_equal("writes before this one", cell.writes.load(), expected);
  maybe_suspend(storm, random);
  end_access(storm, random, [&cell, expected] {
    cell.writes.store(expected + 1);
    cell.writing.store(false);
  });
}

void read(Storm& storm, Cell& cell, long expected, std::uint64_t seed) {
  race::Random random(seed);
  cell.readers.fetch_add(1);
  if (cell.writing.load()) race::fail("a writer beside a reader", 1, 0);
  race::check_equal("writes seen by a reader", cell.writes.load(), expected);
  maybe_suspend(storm, random);
  end_access(storm, random, [&cell] { cell.readers.fetch_sub(1); });
}

void copy(Storm& storm, Cell& from, Cell& to, long seen, long expected, std::uint64_t seed) {
  race::check_equal("writes of the source", from.writes.load(), seen);
  write(storm, to, expected, seed);
}

/// More successors than a task's block has room for, while it completes at any of them.
void fan_out(Storm& storm, race::Random& random, Cell& cell, long version) {
  for (int readers = static_cast<int>(random.next() % 70); readers > 0; --readers) {
    const std::uint64_t seed = random.next() | 1;
#pragma omp task untied depend(in : cell) shared(storm, cell)
    read(storm, cell, version, seed);
  }
}

void produce(Storm& storm, race::Random& random, long (&versions)[kAddresses], int count) {
  for (int i = 0; i < count; ++i) {
    const auto a = random.next() % kAddresses;
    const auto b = (a + 1 + random.next() % (kAddresses - 1)) % kAddresses;
    Cell& cell = storm.cells[a];
    Cell& target = storm.cells[b];
    const long version = versions[a];
    const std::uint64_t seed = random.next() | 1;
    switch (random.next() % 4) {
      case 0:
#pragma omp task depend(inout : cell) shared(storm, cell)
        write(storm, cell, version, seed);
        ++versions[a];
        if (random.one_in(8)) fan_out(storm, random, cell, versions[a]);
        break;
      case 1: {
        const long before = versions[b]++;
#pragma omp task untied depend(in : cell) depend(out : target) shared(storm, cell, target)
        copy(storm, cell, target, version, before, seed);
        break;
      }
      default:
#pragma omp task untied depend(in : cell) shared(storm, cell)
        read(storm, cell, version, seed);
    }
    if (random.one_in(16)) race::block_until(storm.foreign);
    if (!random.one_in(64)) continue;
#pragma omp taskwait depend(in : cell)
    race::check_equal("writes after taskwait depend", cell.writes.load(), versions[a]);
  }
}

}  // namespace

int main(int argc, char** argv) {
  const int repeats = race::repeats(argc, argv, 60);
  race::Watchdog dog("dependence_storm");
  Storm storm;
  long versions[kAddresses] = {};
  for (int r = 0; r < repeats; ++r) {
#pragma omp parallel shared(storm, versions)
#pragma omp single
    {
      race::Random random(static_cast<std::uint64_t>(r) + 31);
      produce(storm, random, versions, 150);
    }
    for (int a = 0; a < kAddresses; ++a)
      race::check_equal("writes of an address", storm.cells[a].writes.load(), versions[a]);
    dog.progress();
  }
}
