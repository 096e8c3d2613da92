// The copy constructor of a firstprivate object waits for a lock. An untied task that creates such
// a child may be on another thread when the copy is made: the child is its own nevertheless, and
// its taskwait waits for it.
#include <omp.h>
#include <unistd.h>

#include <atomic>
#include <cstdio>
#include <initializer_list>

namespace {

omp_lock_t lock;
std::atomic<bool> waiting, done;

struct Waits {
  Waits() = default;
  Waits(const Waits&) {
    waiting = true;
    omp_set_lock(&lock);
    omp_unset_lock(&lock);
  }
};
struct alignas(64) Wide : Waits {
  long words[8] = {};
};

void finish_late() {
  usleep(500);
  done = true;
}

void create_plain() {
  [[maybe_unused]] Waits object;
#pragma omp task firstprivate(object)
  finish_late();
}
void create_dependent() {
  [[maybe_unused]] Waits object;
  [[maybe_unused]] int x = 0;
#pragma omp task depend(out : x) firstprivate(object)
  finish_late();
}
void create_wide() {
  [[maybe_unused]] Wide object;
#pragma omp task firstprivate(object)
  finish_late();
}
void create_undeferred() {
  [[maybe_unused]] Waits object;
#pragma omp task if (0) firstprivate(object)
#pragma omp task
  finish_late();
}

/// How often the taskwait ended too early.
int early(void (*create)(), int* moved) {
  int wrong = 0;
  for (int round = 0; round < 30; ++round) {
    waiting = done = false;
#pragma omp parallel num_threads(2) shared(wrong)
    if (omp_get_thread_num() == 0) {
      omp_set_lock(&lock);
#pragma omp task untied shared(wrong)
      {
        const int before = omp_get_thread_num();
        create();
        if (omp_get_thread_num() != before) {
#pragma omp atomic
          ++*moved;
        }
#pragma omp taskwait
        if (create != create_undeferred && !done) {
#pragma omp atomic
          ++wrong;
        }
      }
      while (!waiting) {
#pragma omp taskyield
      }
      omp_unset_lock(&lock);
      usleep(1000);
    }
    if (!done) ++wrong;  // a region's end waits for all
  }
  return wrong;
}

}  // namespace

int main() {
  omp_init_lock(&lock);
  int moved = 0, wrong = 0, kind = 0;
  for (void (*create)() : {create_plain, create_dependent, create_wide, create_undeferred}) {
    const int times = early(create, &moved);
    if (times != 0) std::printf("kind %d: %d times too early\n", kind, times);
    wrong += times;
    ++kind;
  }
  if (moved == 0) std::printf("no creator ever moved to another thread\n");
  omp_destroy_lock(&lock);
  return wrong != 0 || moved == 0;
}
