// Iterations of doacross nests see what the ones they name have done: rows of one member each and
// iterations dealt out to anybody, in planes of all shapes, one nest right after the other. The
// data are plain: only the runtime orders them.
//
// The races it is after: a member that goes by what it remembers of a row (model/doacross.hpp)
// though that is another row's, or an earlier nest's in the same memory; and one that waits while
// the iteration is posted.
#include <array>

#include "core/model/doacross.hpp"
#include "core/model/worker.hpp"
#include "support.hpp"

namespace {

using namespace tidemill;
using core::RowsRunBy;

constexpr int kMostRows = 70, kMostColumns = 150;

struct Plane {
  int rows, columns;
  long number;  // of the nest
  long done[kMostRows][kMostColumns];
};

long expected(const Plane& plane, int i, int j) { return plane.number * 100'000 + i * 1000 + j; }

void check_after(const Plane& plane, core::Member& self, int i, int j) {
  const std::array values{static_cast<std::uint64_t>(i), static_cast<std::uint64_t>(j)};
  if (core::doacross_depth(self) != 0) core::wait_doacross(self, values);
  if (i < 0 || j < 0 || j >= plane.columns) return;
  race::check_equal("what an iteration has done", plane.done[i][j], expected(plane, i, j));
}

void iterate(Plane& plane, core::Member& self, int i, int j) {
  check_after(plane, self, i - 1, j);
  check_after(plane, self, i, j - 1);
  if (j % 3 == 0) check_after(plane, self, i - 5, j + 1);  // remembered where row i - 1 is
  plane.done[i][j] = expected(plane, i, j);
  const std::array values{static_cast<std::uint64_t>(i), static_cast<std::uint64_t>(j)};
  if (core::doacross_depth(self) != 0) core::post_doacross(self, values);
}

/// What a member runs of a nest, in order.
void run(Plane& plane, RowsRunBy rows, race::Random& random, race::Foreign& foreign) {
  core::Member& self = *core::current_worker().member;
  const core::DoacrossLoop loops[] = {{.count = static_cast<std::uint64_t>(plane.rows)},
                                      {.count = static_cast<std::uint64_t>(plane.columns)}};
  core::enter_doacross(self, loops, rows);
  const int threads = self.team->size;
  const bool hurries = random.one_in(2);
  for (int i = 0; i < plane.rows; ++i) {
    for (int j = 0; j < plane.columns; ++j) {
      const int dealt = rows == RowsRunBy::one_member_each ? i : i * plane.columns + j;
      if (dealt % threads != self.number) continue;
      if (!hurries && random.one_in(16)) race::random_pause(random);
      if (random.one_in(4000)) race::block_until(foreign);
      iterate(plane, self, i, j);
    }
  }
  core::leave_doacross(self);
}

void storm(int repeats, race::Watchdog& dog, race::Foreign& foreign) {
  constexpr int kPlanes = 12;  // more than there are descriptors for
  static Plane planes[kPlanes];
  race::Random sizes(77);
  long number = 0;
  for (int r = 0; r < repeats; ++r) {
    for (Plane& plane : planes) {
      plane.rows = 1 + static_cast<int>(sizes.next() % kMostRows);
      plane.columns = 1 + static_cast<int>(sizes.next() % (sizes.one_in(3) ? 4 : kMostColumns));
      plane.number = ++number;
    }
#pragma omp parallel shared(dog, foreign)
    {
      race::Random random(static_cast<std::uint64_t>(omp_get_thread_num()) + 5 + number);
      for (Plane& plane : planes) {
        run(plane, plane.number % 2 == 0 ? RowsRunBy::one_member_each : RowsRunBy::anybody, random,
            foreign);
        dog.progress();
      }
    }
    for (const Plane& plane : planes)
      race::check_equal("the last iteration", plane.done[plane.rows - 1][plane.columns - 1],
                        expected(plane, plane.rows - 1, plane.columns - 1));
  }
}

}  // namespace

int main(int argc, char** argv) {
  const int repeats = race::repeats(argc, argv, 6);
  race::Watchdog dog("doacross_storm");
  race::Foreign foreign;
  storm(repeats, dog, foreign);
}
