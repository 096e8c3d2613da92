// Control variables that a task sets, again and again: who shares a former setting keeps it, and
// what nobody shares is gone.
#include <gtest/gtest.h>
#include <omp.h>

#include <atomic>
#include <thread>

#include "core/model/task.hpp"
#include "core/model/worker.hpp"

namespace tidemill::core {
namespace {

/// Former settings that the current task keeps.
int kept() {
  const TaskExtras* const extras = current_worker().task->extra.extras();
  if (extras == nullptr || extras->own_icvs == nullptr) return 0;
  int count = 0;
  for (const Icvs* i = extras->own_icvs->older; i != nullptr; i = i->older) ++count;
  return count;
}

TEST(Icvs, ARegionLeavesNoneBehind) {
  for (int i = 0; i < 100; ++i) {
    omp_set_num_threads(2 + i % 3);
#pragma omp parallel
    {
      EXPECT_EQ(omp_get_max_threads(), 2 + i % 3);
      omp_set_dynamic(i % 2);
    }
    EXPECT_EQ(kept(), 0);
  }
}

TEST(Icvs, CompleteTasksLeaveNoneBehind) {
#pragma omp parallel num_threads(2)
  for (int i = 0; i < 1000; ++i) {
    omp_set_num_threads(2 + i % 3);
#pragma omp task firstprivate(i)
    EXPECT_EQ(omp_get_max_threads(), 2 + i % 3);
#pragma omp taskwait
    EXPECT_EQ(kept(), 0);
  }
}

TEST(Icvs, AnIncompleteTaskKeepsItsOwn) {
#pragma omp parallel num_threads(2)
#pragma omp single
  {
    std::atomic<bool> set{false};
    std::atomic<int> begun{0};
    for (int i = 0; i < 8; ++i) {
      omp_set_num_threads(2 + i);
#pragma omp task firstprivate(i) shared(set, begun)
      {
        ++begun;
        while (!set) {
#pragma omp taskyield
        }
        EXPECT_EQ(omp_get_max_threads(), 2 + i);
#pragma omp task firstprivate(i)
        EXPECT_EQ(omp_get_max_threads(), 2 + i);
      }
    }
    omp_set_num_threads(100);
    EXPECT_GE(kept(), 7);
    set = true;
#pragma omp taskwait
    // Their children may be left.
#pragma omp taskgroup
    {
#pragma omp task
      EXPECT_EQ(omp_get_max_threads(), 100);
    }
  }
}

}  // namespace
}  // namespace tidemill::core
