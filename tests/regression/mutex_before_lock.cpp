// Tasks that hold a std::mutex, of which a runtime knows nothing, where they meet what may put them
// aside: a critical region or lock whose holder waits for its children or for a region of its own.
// What runs on the thread meanwhile must not be a task that wants the mutex, too: critical is no
// task scheduling point.
#include <chrono>
#include <mutex>
#include <thread>

#include "check.h"

namespace {

constexpr int kTasks = 400;
std::mutex mutex;
omp_lock_t lock;
int count;  // by whoever is inside

void wait_for_event() {
  omp_event_handle_t event;
#pragma omp task detach(event)
  std::thread([event] {
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
    omp_fulfill_event(event);
  }).detach();
#pragma omp taskwait
}

void wait_for_region() {
#pragma omp parallel num_threads(2)
  for (volatile int i = 0; i < 10000;) i = i + 1;
}

void inside(int number, void (*wait)()) {
  if (number % 20 == 0) wait();
  ++count;
}

void pass(int number, bool in_critical, void (*wait)()) {
  // Those that wait inside take no mutex: the order is always mutex, then lock.
  std::unique_lock<std::mutex> guard(mutex, std::defer_lock);
  if (number % 20 != 0) guard.lock();
  if (in_critical) {
#pragma omp critical
    inside(number, wait);
  } else {
    omp_set_lock(&lock);
    inside(number, wait);
    omp_unset_lock(&lock);
  }
}

void pass_all(int threads, bool in_critical, void (*wait)()) {
  count = 0;
#pragma omp parallel num_threads(threads)
#pragma omp single
  for (int i = 0; i < kTasks; ++i)
#pragma omp task firstprivate(i)
    pass(i, in_critical, wait);
  CHECK_EQUAL(count, kTasks);
}

}  // namespace

int main() {
  omp_set_max_active_levels(2);
  omp_init_lock(&lock);
  for (int threads = 1; threads <= 8; threads *= 2) {
    for (bool in_critical : {true, false}) {
      pass_all(threads, in_critical, wait_for_event);
      pass_all(threads, in_critical, wait_for_region);
    }
  }
  omp_destroy_lock(&lock);
  return 0;
}
