// Tasks that give way (taskyield): how many hold a stack at once, and that whoever they wait for
// has its turn.
#include <gtest/gtest.h>
#include <omp.h>

#include <algorithm>
#include <atomic>

#include "core/model/worker.hpp"

namespace tidemill::core {
namespace {

std::atomic<int> most{0};
std::atomic<int> ended{0};

/// As many have given way on this worker as never before?
void note_count() {
  const int now = current_worker().yields.count;
  int known = most.load();
  while (now > known && !most.compare_exchange_weak(known, now)) {
  }
}

void give_way(int times) {
  for (int i = 0; i < times; ++i) {
#pragma omp taskyield
    note_count();
  }
  ++ended;
}

/// Of any number that give way some are under way at once; the others haven't begun, or are over.
void few_are_under_way(int threads, bool untied) {
  constexpr int kTasks = 20000;
  most = ended = 0;
#pragma omp parallel num_threads(threads)
#pragma omp single
  for (int i = 0; i < kTasks; ++i) {
    if (untied) {
#pragma omp task untied
      give_way(3);
    } else {
#pragma omp task
      give_way(3);
    }
  }
  EXPECT_EQ(ended, kTasks);
  EXPECT_LT(most, 4 * Yields::kMany);
}

TEST(Yields, FewTasksThatGiveWayAreUnderWay) {
  for (const int threads : {1, 2, 4})
    for (const bool untied : {false, true}) few_are_under_way(threads, untied);
}

/// Hundreds spin on what their creator does last, with as many between that only take a turn.
TEST(Yields, WhatTheyWaitForHasItsTurn) {
  for (const int threads : {1, 2, 4}) {
    std::atomic<bool> flag{false};
    ended = 0;
#pragma omp parallel num_threads(threads) shared(flag)
#pragma omp single
    {
      for (int i = 0; i < 300; ++i) {
#pragma omp task shared(flag)
        {
          while (!flag) {
#pragma omp taskyield
          }
          ++ended;
        }
      }
      for (int i = 0; i < 5000; ++i) {
#pragma omp task
        give_way(1);
      }
#pragma omp task shared(flag)
      flag = true;
    }
    EXPECT_EQ(ended, 5300);
  }
}

}  // namespace
}  // namespace tidemill::core
