// Ordered regions run in iteration order, one at a time, each seeing what the one before did;
// doacross iterations see what the ones they name have done. The data are plain: only the runtime
// orders them. Regions and iterations pause, and suspend themselves inside.
//
// The race it is after: a member that announces itself as waiting while the one before it passes
// the turn on (model/progress.hpp).
#include "support.hpp"

namespace {

constexpr int kIterations = 60;

struct Place {
  long next = 0;  // plain: written in ordered regions only
};

void visit(Place& place, int i, race::Random& random, race::Foreign& foreign) {
  race::check_equal("iteration in an ordered region", place.next, i);
  if (random.one_in(8)) race::random_pause(random);
  if (random.one_in(40)) race::block_until(foreign);
  place.next = i + 1;
}

void ordered(int repeats, race::Watchdog& dog, race::Foreign& foreign) {
#pragma omp parallel shared(dog, foreign)
  {
    race::Random random(static_cast<std::uint64_t>(omp_get_thread_num()) + 5);
    static Place dynamic, chunked, fixed;
    for (int r = 0; r < repeats; ++r) {
#pragma omp single
      dynamic = chunked = fixed = {};
#pragma omp for ordered schedule(dynamic, 1) nowait
      for (int i = 0; i < kIterations; ++i) {
        if (random.one_in(3)) race::random_pause(random);
#pragma omp ordered
        visit(dynamic, i, random, foreign);
      }
#pragma omp for ordered schedule(guided, 2) nowait
      for (int i = 0; i < kIterations; ++i) {
#pragma omp ordered
        visit(chunked, i, random, foreign);
        if (random.one_in(3)) race::random_pause(random);
      }
#pragma omp for ordered schedule(static, 3)
      for (int i = 0; i < kIterations; ++i) {
#pragma omp ordered
        visit(fixed, i, random, foreign);
      }
      if (dynamic.next != kIterations || chunked.next != kIterations || fixed.next != kIterations)
        race::fail("ordered regions run", dynamic.next, kIterations);
#pragma omp barrier
      dog.progress();
    }
  }
}

/// A chain, and one that leaps three.
void line(long* done, race::Random& random, race::Foreign& foreign) {
#pragma omp for ordered(1) schedule(dynamic, 1)
  for (int i = 0; i < kIterations; ++i) {
    if (random.one_in(3)) race::random_pause(random);
#pragma omp ordered depend(sink : i - 1) depend(sink : i - 3)
    for (int before : {i - 1, i - 3})
      if (before >= 0) race::check_equal("an iteration before", done[before], before + 1);
    if (random.one_in(40)) race::block_until(foreign);
    done[i] = i + 1;
#pragma omp ordered depend(source)
  }
}

constexpr int kRows = 12, kColumns = 9;

/// A wave front over rows and columns.
void plane(long (*done)[kColumns], race::Random& random, race::Foreign& foreign) {
#pragma omp for ordered(2) schedule(static, 1)
  for (int i = 0; i < kRows; ++i) {
    for (int j = 0; j < kColumns; ++j) {
      if (random.one_in(6)) race::random_pause(random);
#pragma omp ordered depend(sink : i - 1, j) depend(sink : i, j - 1)
      const long above = i > 0 ? done[i - 1][j] : 0;
      const long left = j > 0 ? done[i][j - 1] : 0;
      race::check_equal("the iteration above", above, i > 0 ? i + j : 0);
      race::check_equal("the iteration to the left", left, j > 0 ? i + j : 0);
      if (random.one_in(60)) race::block_until(foreign);
      done[i][j] = i + j + 1;
#pragma omp ordered depend(source)
    }
  }
}

void doacross(int repeats, race::Watchdog& dog, race::Foreign& foreign) {
  static long in_line[kIterations];
  static long in_plane[kRows][kColumns];
#pragma omp parallel shared(dog, foreign)
  {
    race::Random random(static_cast<std::uint64_t>(omp_get_thread_num()) + 91);
    for (int r = 0; r < repeats; ++r) {
#pragma omp single
      {
        for (long& d : in_line) d = 0;
        for (auto& row : in_plane)
          for (long& d : row) d = 0;
      }
      line(in_line, random, foreign);
      plane(in_plane, random, foreign);
      dog.progress();
    }
  }
}

}  // namespace

int main(int argc, char** argv) {
  const int repeats = race::repeats(argc, argv, 60);
  race::Watchdog dog("ordered_storm");
  race::Foreign foreign;
  ordered(repeats, dog, foreign);
  doacross(repeats, dog, foreign);
}
