// Creators far ahead of their tasks, which they run immediately (task/immediate.hpp), each on top
// of its producer: most end there, the others wait for a foreign thread, for what their producer
// does later, for a lock that a waiting task holds, for children, or only give way. A producer that
// is pinned under one of them, resumed twice or on half of its registers, a descriptor used again
// while its task is still there, a stack that two tasks stand on: all of it shows in the sums, in
// what the tasks find in their own data, or as silence.
#include <algorithm>
#include <exception>
#include <stdexcept>
#include <string>

#include "support.hpp"

namespace {

constexpr int kTasks = 5000;    // a producer; several times the mark at which they run immediately
constexpr int kMostWords = 14;  // captured, so that they fit into the kept descriptor

struct Shared {
  race::Foreign& foreign;
  race::Watchdog& dog;
  std::atomic<long> ended{0};
  std::atomic<long> created{0};
  race::HeldLock lock{};

  void one_ended() {
    if (ended.fetch_add(1) % 512 == 0) dog.progress();
  }
};

struct Payload {
  long words[kMostWords];
};

void check_payload(const Payload& payload, int seed) {
  for (int i = 0; i < kMostWords; ++i)
    race::check_equal("a captured word", payload.words[i], seed * 31L + i);
}

void throw_and_wait(Shared& all, int seed) {
  try {
    throw std::runtime_error(std::to_string(seed));
  } catch (const std::runtime_error& error) {
    race::block_until(all.foreign);
    race::check_equal("an exception's text", std::stoi(error.what()), seed);
  }
  race::check_equal("exceptions left", std::uncaught_exceptions(), 0);
}

/// `children` more tasks; some of them wait.
void have_children(Shared& all, int children, bool await) {
  for (int i = 0; i < children; ++i) {
    Shared* shared = &all;
#pragma omp task firstprivate(shared, i)
    {
      if (i % 97 == 5) race::block_until(shared->foreign);
      shared->one_ended();
    }
  }
  if (await) {
#pragma omp taskwait
  }
}

constexpr int kBranches = 3;

/// A tree of tasks, so many levels high, which run on top of each other as long as none waits: at
/// every height some do, give way, wait for their children, or are untied.
void grow(Shared& all, int levels, int seed) {
  if (levels == 0) return;
  for (int i = 0; i < kBranches; ++i) {
    Shared* shared = &all;
    const int number = seed * kBranches + i;
#pragma omp task untied firstprivate(shared, levels, number) if (number % 13 != 0)
    {
      Payload payload;
      for (int k = 0; k < kMostWords; ++k) payload.words[k] = number * 31L + k;
      if (number % 7 == levels) {
#pragma omp taskyield
      }
      grow(*shared, levels - 1, number);
      if (number % 11 == 3) race::block_until(shared->foreign);
      if (number % 5 == 1) {
#pragma omp taskwait
      }
      check_payload(payload, number);
      shared->one_ended();
    }
    if (number % 17 == 2) {
#pragma omp task firstprivate(shared, levels, number)
      {
        grow(*shared, levels - 1, number);
        shared->one_ended();
      }
    }
  }
}

long size_of_tree(int levels, int seed) {
  long size = 0;
  for (int i = 0; levels != 0 && i < kBranches; ++i) {
    const int number = seed * kBranches + i;
    const long one = 1 + size_of_tree(levels - 1, number);
    size += number % 17 == 2 ? 2 * one : one;
  }
  return size;
}

/// What task number `seed` of a producer does.
void live(Shared& all, const std::atomic<int>& produced, int seed) {
  switch (seed % 256) {
    case 3:
      race::block_until(all.foreign);
      break;
    case 9: {  // gives way until its producer is further, or through
      const int goal = std::min(seed + 3, kTasks);
      while (produced.load(std::memory_order_acquire) < goal) {
#pragma omp taskyield
      }
      break;
    }
    case 15:
      all.lock.hold(all.foreign, seed % 3 == 0);
      break;
    case 21:
      race::bind_event(all.foreign);
      break;
    case 27:
      throw_and_wait(all, seed);
      break;
    case 33:
      have_children(all, 3, true);
      break;
    case 35:
      have_children(all, 3, false);
      break;
    case 41:
      if (seed % 512 == 41) have_children(all, 600, seed % 1024 == 41);
      break;
    case 45: {
      int sum = 0;
#pragma omp taskgroup
      for (int i = 1; i < 4; ++i) {
#pragma omp task shared(sum, all) firstprivate(i)
        {
          if (i == 2) race::block_until(all.foreign);
#pragma omp atomic
          sum += i;
        }
      }
      race::check_equal("a taskgroup's sum", sum, 6);
      break;
    }
    case 51:
      omp_set_num_threads(seed);
      race::check_equal("a task's own ICV", omp_get_max_threads(), seed);
      break;
    case 57:
      grow(all, 4, seed);
      break;
    default:
      break;
  }
}

long children_of(int seed) {
  if (seed % 256 == 33 || seed % 256 == 35) return 3;
  if (seed % 256 == 57) return size_of_tree(4, seed);
  return seed % 512 == 41 ? 600 : 0;
}

void produce(Shared& all) {
  std::atomic<int> produced{0};
  const int threads = omp_get_max_threads();
  long made = 0;
  for (int i = 0; i < kTasks; ++i) {
    Shared* shared = &all;
    std::atomic<int>* how_far = &produced;
    made += 1 + children_of(i);
    if (i % 2 == 0) {
      Payload payload;
      for (int k = 0; k < kMostWords; ++k) payload.words[k] = i * 31L + k;
#pragma omp task firstprivate(shared, payload, i)
      {
        check_payload(payload, i);
        if (i % 256 == 4) race::block_until(shared->foreign);
        check_payload(payload, i);
        shared->one_ended();
      }
    } else {
#pragma omp task firstprivate(shared, how_far, i)
      {
        live(*shared, *how_far, i);
        shared->one_ended();
      }
    }
    produced.store(i + 1, std::memory_order_release);
    race::check_equal("a producer's ICV", omp_get_max_threads(), threads);
  }
  all.created.fetch_add(made);
#pragma omp taskwait
}

enum class Producers { one, all, tasks };

void round(race::Foreign& foreign, race::Watchdog& dog, Producers producers) {
  Shared all{.foreign = foreign, .dog = dog};
#pragma omp parallel shared(all)
  {
    if (producers == Producers::all) {
      produce(all);
    } else {
#pragma omp single
      {
        if (producers == Producers::one) {
          produce(all);
        } else {
          for (int i = 0; i < 3; ++i) {
#pragma omp task shared(all)
            produce(all);
          }
        }
      }
    }
  }
  race::check_equal("tasks ended", all.ended.load(), all.created.load());
}

}  // namespace

int main(int argc, char** argv) {
  const int repeats = race::repeats(argc, argv, 10);
  race::Watchdog dog("immediate_storm");
  race::Foreign foreign{77};
  for (int r = 0; r < repeats; ++r) {
    round(foreign, dog, Producers::one);
    dog.progress();
    round(foreign, dog, Producers::all);
    dog.progress();
    round(foreign, dog, Producers::tasks);
    dog.progress();
  }
}
