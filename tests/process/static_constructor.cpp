// First use of OpenMP before main(), from static constructors of several files' worth of objects,
// and last use after it, from their destructors.
#include <cstdio>
#include <cstdlib>

#include "../regression/watchdog.h"
#include "check.h"
#include "work.h"

namespace {

int constructed = 0;

struct Early {
  Early() {
    watchdog(30, "a static constructor or destructor waits");
    CHECK_EQUAL(count_members(3), 3);
    CHECK(work_is_right(2));
    ++constructed;
  }
  ~Early() {
    if (count_members(3) != 3 || !work_is_right(2)) {
      std::fputs("a static destructor gets wrong results\n", stderr);
      std::_Exit(1);
    }
    if (--constructed == 0) std::puts("destroyed all");
  }
};

Early first;
Early second;

void at_exit() {
  if (!work_is_right(2)) std::_Exit(1);
}

}  // namespace

int main() {
  std::atexit(at_exit);
  CHECK_EQUAL(constructed, 2);
  CHECK(work_is_right(omp_get_max_threads()));
  return 0;
}
