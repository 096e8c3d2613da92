// A tied task that holds a std::mutex while it waits for a child: until it goes on, no task begins
// on its thread that doesn't descend from it (OpenMP 5.2, 12.9), and so none that wants the mutex.
// In the middle of so many siblings, as a producer far ahead of its tasks has others begin than one
// that isn't; with a dependence; and where the child is undeferred, and complete only when its
// event is.
#include <omp.h>

#include <chrono>
#include <mutex>
#include <thread>

#include "check.h"
#include "watchdog.h"

namespace {

std::mutex mutex;
int passed;  // by whoever holds it

void fulfil_soon(omp_event_handle_t event) {
  std::thread([event] {
    std::this_thread::sleep_for(std::chrono::milliseconds(5));
    omp_fulfill_event(event);
  }).detach();
}

void pass() {
  const std::lock_guard<std::mutex> guard(mutex);
  ++passed;
}

void wait_inside(bool undeferred) {
  const std::lock_guard<std::mutex> guard(mutex);
  omp_event_handle_t event;
#pragma omp task detach(event) if (!undeferred)
  fulfil_soon(event);
  if (!undeferred) {
#pragma omp taskwait
  }
  ++passed;
}

void among(int siblings, int waiting, bool undeferred) {
  passed = 0;
  int named = 0;
#pragma omp parallel num_threads(1)
#pragma omp single
  {
    for (int i = 0; i < siblings; ++i) {
      if (i == waiting) {
#pragma omp task firstprivate(undeferred)
        wait_inside(undeferred);
      } else {
#pragma omp task
        pass();
      }
    }
    if (waiting == siblings) {
#pragma omp task depend(inout : named) firstprivate(undeferred)
      wait_inside(undeferred);
#pragma omp task
      pass();
    }
#pragma omp taskwait
  }
  CHECK_EQUAL(passed, waiting == siblings ? siblings + 2 : siblings);
}

}  // namespace

int main() {
  watchdog(60, "a task begins on a thread whose task waits, holding the mutex that it wants");
  for (int round = 0; round < 5; ++round) {
    for (const bool undeferred : {false, true}) {
      for (const int siblings : {1, 40, 400})
        for (const int waiting : {0, 30, 100, 399})
          if (waiting < siblings) among(siblings, waiting, undeferred);
      among(0, 0, undeferred);
      among(300, 300, undeferred);
    }
  }
  return 0;
}
