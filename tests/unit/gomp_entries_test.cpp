// GCC's entry points that the compiler at hand doesn't emit: older compilers' (before 4.9) and
// newer ones' (13 to 15), called as their code calls them.
#include <gtest/gtest.h>
#include <omp.h>
#include <tidemill/tasking.h>

#include <atomic>
#include <cstdint>
#include <cstdlib>
#include <vector>

#include "support.hpp"

extern "C" {
void GOMP_parallel_loop_static_start(void (*)(void*), void*, unsigned, long, long, long, long);
void GOMP_parallel_loop_dynamic_start(void (*)(void*), void*, unsigned, long, long, long, long);
void GOMP_parallel_loop_guided_start(void (*)(void*), void*, unsigned, long, long, long, long);
void GOMP_parallel_loop_runtime_start(void (*)(void*), void*, unsigned, long, long, long);
void GOMP_parallel_sections_start(void (*)(void*), void*, unsigned, unsigned);
void GOMP_parallel_end();
bool GOMP_loop_static_next(long*, long*);
bool GOMP_loop_dynamic_next(long*, long*);
bool GOMP_loop_guided_next(long*, long*);
bool GOMP_loop_runtime_next(long*, long*);
void GOMP_loop_end_nowait();
unsigned GOMP_sections_next();
void GOMP_sections_end_nowait();
void GOMP_task(void (*)(void*), void*, void (*)(void*, void*), long, long, bool, unsigned, void**,
               int, void*);
void GOMP_taskwait_depend_nowait(void**);
bool GOMP_teams4(unsigned, unsigned, unsigned, bool);
void GOMP_target_ext(int, void (*)(void*), std::size_t, void**, std::size_t*, unsigned short*,
                     unsigned, void**, void**);
void* GOMP_alloc(std::size_t, std::size_t, std::uintptr_t);
void GOMP_free(void*, std::uintptr_t);
void GOMP_add_alloc(void*);
bool GOMP_is_alloc(void*);
void GOMP_interop(int, int, std::intptr_t**, const void*, const void*, int, std::intptr_t*, int,
                  std::intptr_t**, unsigned, void**);
void* GOMP_target_map_indirect_ptr(void*);
}

namespace tidemill {
namespace {

constexpr int kIterations = 100;

struct Runs {
  bool (*next)(long*, long*);
  std::atomic<int> count[kIterations] = {};
  static void body(void* opaque) {
    auto& runs = *static_cast<Runs*>(opaque);
    for (long first = 0, last = 0; runs.next(&first, &last);)
      for (long i = first; i < last; ++i) ++runs.count[i];
    GOMP_loop_end_nowait();
  }
  void check() {
    body(this);  // the master's part is the old compiler's own call
    GOMP_parallel_end();
    for (std::atomic<int>& c : count) EXPECT_EQ(c.exchange(0), 1);
  }
};

TEST(OldEntries, LoopsOfParallelRegions) {
  Runs runs;
  for (unsigned threads : {1u, 3u}) {
    runs.next = GOMP_loop_static_next;
    GOMP_parallel_loop_static_start(Runs::body, &runs, threads, 0, kIterations, 1, 7);
    runs.check();
    runs.next = GOMP_loop_dynamic_next;
    GOMP_parallel_loop_dynamic_start(Runs::body, &runs, threads, 0, kIterations, 1, 7);
    runs.check();
    runs.next = GOMP_loop_guided_next;
    GOMP_parallel_loop_guided_start(Runs::body, &runs, threads, 0, kIterations, 1, 7);
    runs.check();
    runs.next = GOMP_loop_runtime_next;
    GOMP_parallel_loop_runtime_start(Runs::body, &runs, threads, 0, kIterations, 1);
    runs.check();
  }
}

TEST(OldEntries, SectionsOfParallelRegions) {
  static std::atomic<int> runs[5];
  const auto body = [](void*) {
    while (const unsigned section = GOMP_sections_next()) ++runs[section - 1];
    GOMP_sections_end_nowait();
  };
  GOMP_parallel_sections_start(body, nullptr, 3, 5);
  body(nullptr);
  GOMP_parallel_end();
  for (std::atomic<int>& r : runs) EXPECT_EQ(r.load(), 1);
}

void* word(std::uintptr_t value) { return reinterpret_cast<void*>(value); }
constexpr unsigned kDependFlag = 8;

/// `taskwait depend(inout: x) nowait` is a task in the chain: later ones wait for what it waits
/// for.
TEST(NewEntries, TaskwaitDependNowait) {
  static std::atomic<int> step;
  static int x, y;
  step = 0;
#pragma omp parallel num_threads(2)
#pragma omp single
  {
    void* out_x[] = {word(1), word(1), &x};
    void* out_x_and_y[] = {word(2), word(2), &x, &y};
    void* in_y[] = {word(1), word(0), &y};
    GOMP_task([](void*) { test::sleep_ms(20), step = 1; }, nullptr, nullptr, 0, 1, true,
              kDependFlag, out_x, 0, nullptr);
    GOMP_taskwait_depend_nowait(out_x_and_y);
    GOMP_task(
        [](void*) {
          if (step == 1) step = 2;
        },
        nullptr, nullptr, 0, 1, true, kDependFlag, in_y, 0, nullptr);
  }
  EXPECT_EQ(step, 2);
}

/// `depend(inout: omp_all_memory)` is a null address: after all before it, before all after it.
TEST(NewEntries, AllMemory) {
  static std::atomic<int> before, middle, wrong;
  static int x[8];
  for (int round = 0; round < 50; ++round) {
    before = middle = wrong = 0;
#pragma omp parallel num_threads(4)
#pragma omp single
    {
      void* all[] = {word(1), word(1), nullptr};
      for (int& each : x) {
        void* out[] = {word(1), word(1), &each};
        GOMP_task([](void*) { ++before; }, nullptr, nullptr, 0, 1, true, kDependFlag, out, 0,
                  nullptr);
      }
      for (int i = 0; i < 2; ++i)
        GOMP_task(
            [](void*) {
              if (before != 8) ++wrong;
              ++middle;
            },
            nullptr, nullptr, 0, 1, true, kDependFlag, all, 0, nullptr);
      for (int& each : x) {
        void* in[] = {word(1), word(0), &each};
        GOMP_task(
            [](void*) {
              if (middle != 2) ++wrong;
            },
            nullptr, nullptr, 0, 1, true, kDependFlag, in, 0, nullptr);
      }
      static int fresh;
      void* in_fresh[] = {word(1), word(0), &fresh};
      GOMP_task(
          [](void*) {
            if (middle != 2) ++wrong;
          },
          nullptr, nullptr, 0, 1, true, kDependFlag, in_fresh, 0, nullptr);
    }
    EXPECT_EQ(wrong, 0);
    EXPECT_EQ(middle, 2);
  }
}

TEST(NewEntries, TeamsWithinATarget) {
  static std::vector<int> seen;
  seen.clear();
  GOMP_target_ext(
      -1,
      [](void*) {
        for (bool more = GOMP_teams4(3, 3, 0, true); more; more = GOMP_teams4(3, 3, 0, false)) {
          EXPECT_EQ(omp_get_num_teams(), 3);
          seen.push_back(omp_get_team_num());
        }
      },
      0, nullptr, nullptr, nullptr, 0, nullptr, nullptr);
  EXPECT_EQ(seen, (std::vector<int>{0, 1, 2}));
  EXPECT_EQ(omp_get_num_teams(), 1);
}

/// Fortran asks, for each deallocation, where the memory came from; once.
TEST(NewEntries, MarkedAllocations) {
  void* ours = GOMP_alloc(64, 1000, 0);
  void* others = std::malloc(10);
  EXPECT_EQ(reinterpret_cast<std::uintptr_t>(ours) % 64, 0u);
  GOMP_add_alloc(ours);
  GOMP_add_alloc(nullptr);
  EXPECT_FALSE(GOMP_is_alloc(others));
  EXPECT_FALSE(GOMP_is_alloc(nullptr));
  EXPECT_TRUE(GOMP_is_alloc(ours));
  EXPECT_FALSE(GOMP_is_alloc(ours));
  GOMP_free(ours, 0);
  std::free(others);
}

TEST(NewEntries, InteropObjectsAreNone) {
  std::intptr_t made = 7, destroyed = 7;
  std::intptr_t* make[] = {&made};
  std::intptr_t* destroy[] = {&destroyed};
  GOMP_interop(-5, 1, make, nullptr, nullptr, 0, nullptr, 1, destroy, 0, nullptr);
  EXPECT_EQ(made, 0);
  EXPECT_EQ(destroyed, 0);
  EXPECT_EQ(GOMP_target_map_indirect_ptr(&made), &made);
}

}  // namespace
}  // namespace tidemill
