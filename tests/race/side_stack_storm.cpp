// Trees of tasks of all kinds: untied ones, which run beside a parent that waits for them
// (task/side_stack.hpp), one upon the other; tied and included ones (task/undeferred.cpp), and
// chains of dependences, among them; outside any region, in a team of one, and in one of all
// threads. Most end in one go, the others wait for a foreign thread, a lock or children, leave an
// event behind, or only give way. A parent that is pinned under one of them, resumed twice or on
// half of its registers, a child counted twice or not at all, a successor that begins too early, a
// descriptor used again while its task is still there: all of it shows in the sums, in what the
// tasks find, or as silence.
#include <exception>
#include <stdexcept>
#include <string>

#include "support.hpp"

namespace {

struct Shared {
  race::Foreign& foreign;
  race::HeldLock lock{};
  std::atomic<long> left{0};  // tasks that nobody awaits
  std::atomic<long> over{0};  // of these
};

long grow(Shared& all, std::uint64_t seed, int depth);

/// With a child that waits, while an exception is being handled.
void throw_and_wait(Shared& all, int number) {
  try {
    throw std::runtime_error(std::to_string(number));
  } catch (const std::runtime_error& error) {
#pragma omp task untied shared(all)
    race::block_until(all.foreign);
#pragma omp taskwait
    race::check_equal("an exception's text", std::stoi(error.what()), number);
  }
  race::check_equal("exceptions left", std::uncaught_exceptions(), 0);
}

void leave_child(Shared& all, bool wait) {
  all.left.fetch_add(1);
#pragma omp task shared(all) firstprivate(wait)
  {
    if (wait) race::block_until(all.foreign);
    all.over.fetch_add(1);
  }
}

void live(Shared& all, race::Random& random) {
  switch (random.next() % 64) {
    case 1:
    case 2:
      race::block_until(all.foreign);
      break;
    case 3:
      all.lock.hold(all.foreign, random.one_in(3));
      break;
    case 4: {
#pragma omp taskyield
      break;
    }
    case 5:
      if (tidemill_get_current_event_counter() != nullptr) race::bind_event(all.foreign);
      break;
    case 6:
      throw_and_wait(all, static_cast<int>(random.next() % 1000));
      break;
    case 7:
      omp_set_num_threads(static_cast<int>(random.next() % 7) + 1);
      break;
    case 8:
    case 9:
      leave_child(all, random.one_in(2));
      break;
    default:
      break;
  }
}

// A function for each kind: see docs/mechanisms/race-tests.md on shared references.
void tied(Shared& all, std::uint64_t seed, int depth, long& sum) {
#pragma omp task shared(all, sum) firstprivate(seed, depth)
  sum = grow(all, seed, depth);
}
void untied(Shared& all, std::uint64_t seed, int depth, long& sum) {
#pragma omp task untied shared(all, sum) firstprivate(seed, depth)
  sum = grow(all, seed, depth);
}
void undeferred(Shared& all, std::uint64_t seed, int depth, long& sum) {
  sum = -1;
#pragma omp task if (0) shared(all, sum) firstprivate(seed, depth)
  sum = grow(all, seed, depth);
  if (sum < 0) race::fail("an undeferred task isn't over", 1, 0);
}
void final_one(Shared& all, std::uint64_t seed, int depth, long& sum) {
#pragma omp task final(true) shared(all, sum) firstprivate(seed, depth)
  {
    race::check_equal("in a final task", omp_in_final(), 1);
    sum = grow(all, seed, depth);
  }
}
void link(Shared& all, std::uint64_t seed, int depth, long& sum, long& chain, long place) {
#pragma omp task shared(all, sum, chain) firstprivate(seed, depth, place) depend(inout : chain)
  {
    race::check_equal("links before", chain, place);
    sum = grow(all, seed, depth);
    chain = place + 1;
  }
}
void undeferred_link(Shared& all, std::uint64_t seed, int depth, long& sum, long& chain,
                     long place) {
#pragma omp task if (0) shared(all, sum, chain) firstprivate(seed, depth, place) depend(inout \
                                                                                        : chain)
  {
    race::check_equal("links before", chain, place);
    sum = grow(all, seed, depth);
    chain = place + 1;
  }
}

constexpr int kMostChildren = 6;

/// Children of all kinds into `sums`.
void sprout(Shared& all, race::Random& random, int depth, int children, long* sums) {
  long chain = 0;
  long links = 0;
  for (int i = 0; i < children; ++i) {
    const std::uint64_t seed = random.next();
    if (random.one_in(4)) live(all, random);
    switch (random.next() % 12) {
      case 0:
        undeferred(all, seed, depth, sums[i]);
        break;
      case 1:
        final_one(all, seed, depth, sums[i]);
        break;
      case 2:
      case 3:
      case 4:
        link(all, seed, depth, sums[i], chain, links++);
        break;
      case 5:
        undeferred_link(all, seed, depth, sums[i], chain, links++);
        break;
      case 6:
      case 7:
        tied(all, seed, depth, sums[i]);
        break;
      default:
        untied(all, seed, depth, sums[i]);
        break;
    }
  }
#pragma omp taskwait
  race::check_equal("links at the end", chain, links);
}

/// The same draws as grow(), which takes its own from elsewhere.
int children_of(std::uint64_t seed, int depth) {
  race::Random random(seed | 1);
  return depth == 0 ? 0 : static_cast<int>(random.next() % (kMostChildren + 1));
}

/// Lives, has children and awaits them; how many tasks that were.
long grow(Shared& all, std::uint64_t seed, int depth) {
  race::Random random(seed * 3 + 7);
  live(all, random);
  const int children = children_of(seed, depth);
  long sums[kMostChildren] = {};
  if (random.one_in(4)) {
#pragma omp taskgroup
    sprout(all, random, depth - 1, children, sums);
  } else {
    sprout(all, random, depth - 1, children, sums);
  }
  live(all, random);
  long sum = 1;
  for (int i = 0; i < children; ++i) {
    if (sums[i] <= 0) race::fail("a child's sum is missing", 1, sums[i]);
    sum += sums[i];
  }
  return sum;
}

void round(race::Foreign& foreign, std::uint64_t seed, int depth, long* before) {
  Shared all{.foreign = foreign};
  long sum = grow(all, seed, depth);  // outside any region
  while (all.over.load() != all.left.load()) {
#pragma omp taskyield
  }
  if (*before != 0) race::check_equal("tasks of the same tree", sum, *before);
  *before = sum;
  for (const int threads : {1, omp_get_max_threads()}) {
    long again = 0;
#pragma omp parallel num_threads(threads) shared(all, again)
#pragma omp single
    again = grow(all, seed, depth);
    race::check_equal("tasks in a region", again, sum);
    race::check_equal("tasks that nobody awaited", all.over.load(), all.left.load());
  }
}

}  // namespace

int main(int argc, char** argv) {
  const int repeats = race::repeats(argc, argv, 600);
  race::Watchdog dog("side_stack_storm");
  race::Foreign foreign{79};
  const int threads = omp_get_max_threads();
  for (int r = 0; r < repeats; ++r) {
    long sum = 0;
    for (int again = 0; again < 2; ++again) {
      omp_set_num_threads(threads);  // the initial task's may have changed
      round(foreign, static_cast<std::uint64_t>(r) * 77 + 5, 4 + r % 3, &sum);
      dog.progress();
    }
  }
}
