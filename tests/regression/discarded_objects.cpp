// Tasks of a cancelled group or region don't run, but what was captured for them are objects, which
// are destroyed all the same.
#include <atomic>

#include "check.h"
#include "watchdog.h"

namespace {

constexpr int kTasks = 100;
std::atomic<long> alive{0};
std::atomic<long> ran{0};

struct Counted {
  Counted() { ++alive; }
  Counted(const Counted&) { ++alive; }
  ~Counted() { --alive; }
  int value = 3;
};

void cancel_a_group(const Counted& original) {
  Counted object = original;
#pragma omp parallel
#pragma omp single
#pragma omp taskgroup
  for (int i = 0; i < kTasks; ++i) {
#pragma omp task firstprivate(object)
    {
      ran += object.value == 3;
#pragma omp cancel taskgroup
    }
  }
}

void cancel_a_region(const Counted& original) {
  Counted object = original;
#pragma omp parallel
  {
#pragma omp single nowait
    for (int i = 0; i < kTasks; ++i) {
#pragma omp task firstprivate(object)
      ran += object.value == 3;
    }
#pragma omp cancel parallel
  }
}

}  // namespace

int main() {
  watchdog(60, "discarded_objects");
  CHECK(omp_get_cancellation());
  for (int round = 0; round < 20; ++round) {
    {
      const Counted original;
      cancel_a_group(original);
      cancel_a_region(original);
    }
    CHECK_EQUAL(alive, 0);
  }
  CHECK(ran > 0);
  return 0;
}
