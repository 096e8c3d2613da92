// C++ exceptions that stay inside their region, loop or task, while tasks switch between the throw
// and the end of the handler.
#include <atomic>
#include <stdexcept>
#include <string>

#include "../regression/watchdog.h"
#include "check.h"
#include "work.h"

namespace {

int thrown_by(int i) {
  try {
    if (i % 3 == 0) throw std::runtime_error(std::to_string(i));
    if (i % 3 == 1) throw i;
  } catch (std::exception const& error) {
    return std::stoi(error.what());
  } catch (int value) {
    return value;
  }
  return i;
}

void in_regions_and_loops() {
  long sum = 0;
#pragma omp parallel for reduction(+ : sum) schedule(dynamic) num_threads(4)
  for (int i = 0; i < 3000; ++i) sum += thrown_by(i);
  CHECK_EQUAL(sum, 4498500);
}

// The handler of one task is left for other tasks that throw and catch too. Tied ones: Clang cuts
// an untied task into parts at each of these points, and its handlers do not survive the cut.
void in_tasks_that_switch() {
  std::atomic<long> sum{0};
#pragma omp parallel num_threads(4)
#pragma omp single
  for (int i = 0; i < 500; ++i) {
#pragma omp task firstprivate(i) shared(sum)
    try {
      throw std::runtime_error(std::to_string(i));
    } catch (std::exception const& error) {
#pragma omp taskyield
      try {
#pragma omp task firstprivate(i) shared(sum)
        sum += thrown_by(i) - i;
#pragma omp taskwait
        throw;
      } catch (std::exception const& again) {
        if (std::string(again.what()) != error.what()) sum += 1000000;
      }
      sum += std::stoi(error.what());
    }
  }
  CHECK_EQUAL(sum.load(), 124750);
}

// Destructors on the way run once each, also those of a nested region's enclosing frame.
struct Counted {
  explicit Counted(std::atomic<int>& counter) : alive(counter) { ++alive; }
  ~Counted() { --alive; }
  std::atomic<int>& alive;
};

void through_frames() {
  std::atomic<int> alive{0};
  int caught = 0;
#pragma omp parallel num_threads(3) reduction(+ : caught)
  for (int i = 0; i < 50; ++i) {
    try {
      Counted const outer(alive);
      CHECK(count_members(2) >= 1);
      Counted const inner(alive);
      throw std::logic_error("through");
    } catch (std::logic_error const&) {
      ++caught;
    }
  }
  CHECK_EQUAL(alive.load(), 0);
  CHECK_EQUAL(caught, 50 * count_members(3));
}

}  // namespace

int main() {
  watchdog(60, "exceptions in tasks");
  for (int round = 0; round < 5; ++round) {
    in_regions_and_loops();
    in_tasks_that_switch();
    through_frames();
  }
  return 0;
}
