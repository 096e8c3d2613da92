// Tasks with mutexinoutset of one to three addresses, among writers and readers, while others that
// exclude them complete on foreign threads: a claim in vain meets the mutex given back. Each
// address has a count in plain memory; whoever runs beside another that it excludes sees him there.
// Parents end before their children.
#include "support.hpp"

namespace {

constexpr int kAddresses = 5;

struct Cell {
  long count = 0;               // of those that exclude each other, between two writers
  std::atomic<int> inside{0};   // of them, running or with an event outstanding
  std::atomic<int> readers{0};  // relaxed, both: the dependences order
};

struct Storm {
  race::Foreign foreign{41};
  race::Foreign other{42};
  std::atomic<long> ran{0};
};

/// Of 1 to 3 cells, some of which may be the same.
struct Chosen {
  Cell* cells[3];
  int count;
};

void enter(const Chosen& chosen) {
  for (int i = 0; i < chosen.count; ++i) {
    Cell& cell = *chosen.cells[i];
    race::check_equal("tasks inside", cell.inside.fetch_add(1), 0);
    race::check_equal("readers beside", cell.readers.load(), 0);
  }
}

void leave(const Chosen& chosen) {
  for (int i = 0; i < chosen.count; ++i) {
    ++chosen.cells[i]->count;
    chosen.cells[i]->inside.fetch_sub(1);
  }
}

void exclusive(Storm& storm, Chosen chosen, std::uint64_t seed) {
  race::Random random(seed);
  storm.ran.fetch_add(1);
  enter(chosen);
  if (random.one_in(3)) race::block_until(storm.foreign);
  if (random.one_in(4)) {
#pragma omp taskyield
  }
  if (random.one_in(2)) return leave(chosen);
  void* counter = tidemill_get_current_event_counter();
  tidemill_increase_current_task_event_counter(counter, 1);
  storm.other.soon([counter, chosen] {
    leave(chosen);
    tidemill_decrease_task_event_counter(counter, 1);
  });
}

void read(Storm& storm, Cell& cell, long expected, std::uint64_t seed) {
  race::Random random(seed);
  cell.readers.fetch_add(1);
  race::check_equal("those before a reader", cell.count, expected);
  race::check_equal("tasks inside beside a reader", cell.inside.load(), 0);
  if (random.one_in(4)) race::block_until(storm.foreign);
  cell.readers.fetch_sub(1);
}

void write(Storm& storm, Cell& cell, long expected, std::uint64_t seed) {
  race::Random random(seed);
  race::check_equal("those before a writer", cell.count, expected);
  if (random.one_in(4)) race::block_until(storm.foreign);
  cell.count = 0;
}

/// Each child's `expected` is what the creation order says; those that exclude each other count in
/// any order. Returns how many of them there are.
long produce(Storm& storm, Cell (&cells)[kAddresses], std::uint64_t salt, int count) {
  race::Random random(salt);
  long counts[kAddresses] = {};
  long exclusives = 0;
  for (int i = 0; i < count; ++i) {
    const std::size_t a = random.next() % kAddresses;
    const std::size_t b = (a + 1 + random.next() % (kAddresses - 2)) % kAddresses;
    const std::size_t c = (b + 1) % kAddresses == a ? (b + 2) % kAddresses : (b + 1) % kAddresses;
    Cell &x = cells[a], &y = cells[b], &z = cells[c];
    const std::uint64_t seed = random.next() | 1;
    switch (random.next() % 8) {
      case 0: {
        const long before = counts[a];
#pragma omp task untied depend(in : x) shared(storm, x)
        read(storm, x, before, seed);
        break;
      }
      case 1: {
        const long before = counts[a];
#pragma omp task depend(inout : x) shared(storm, x)
        write(storm, x, before, seed);
        counts[a] = 0;
        break;
      }
      case 2:
      case 3:
#pragma omp task untied depend(mutexinoutset : x, x) shared(storm, x)
        exclusive(storm, {{&x}, 1}, seed);
        ++counts[a];
        ++exclusives;
        break;
      case 4:
#pragma omp task depend(mutexinoutset : x, y) shared(storm, x, y)
        exclusive(storm, {{&x, &y}, 2}, seed);
        ++counts[a], ++counts[b];
        ++exclusives;
        break;
      case 5:
#pragma omp task if (0) depend(mutexinoutset : x) shared(storm, x)
        exclusive(storm, {{&x}, 1}, seed);
        ++counts[a];
        ++exclusives;
        break;
      default:
#pragma omp task untied depend(mutexinoutset : z, y, x) shared(storm, x, y, z)
        exclusive(storm, {{&x, &y, &z}, 3}, seed);
        ++counts[a], ++counts[b], ++counts[c];
        ++exclusives;
    }
    if (random.one_in(16)) race::block_until(storm.foreign);
  }
  return exclusives;
}

}  // namespace

int main(int argc, char** argv) {
  const int repeats = race::repeats(argc, argv, 200);
  race::Watchdog dog("exclusion_storm");
  Storm storm;
  for (int r = 0; r < repeats; ++r) {
    static Cell cells[3][kAddresses];
    std::atomic<long> created{0};
    storm.ran = 0;
    for (auto& set : cells)
      for (Cell& cell : set) cell.count = 0;
#pragma omp parallel shared(storm, cells, created)
#pragma omp single
#pragma omp taskgroup
    for (int parent = 0; parent < 3; ++parent) {
#pragma omp task shared(storm, cells, created)
      created += produce(storm, cells[parent], 3 * static_cast<std::uint64_t>(r) + parent + 31, 60);
    }
    race::check_equal("tasks that exclude others", storm.ran.load(), created.load());
    dog.progress();
  }
}
