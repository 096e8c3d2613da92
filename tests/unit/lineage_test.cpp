// A completed task's memory goes before its descendants are complete, but not from under a worker
// that follows parents.
#include "core/model/lineage.hpp"

#include <gtest/gtest.h>

#include <omp.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <thread>

#include "core/model/team.hpp"
#include "core/model/worker.hpp"

namespace tidemill::core {
namespace {

using namespace std::chrono_literals;

std::atomic<int> ended{0};

void link(int n) {
  ++ended;
  if (n > 1) {
#pragma omp task firstprivate(n)
    link(n - 1);
  }
}

TEST(Lineage, WhoMovesUpWaitsForWhoFollowsParents) {
  constexpr int kLength = 20000;
  ended = 0;
  std::atomic<bool> follows{false};
#pragma omp parallel num_threads(2)
  if (omp_get_thread_num() == 0) {
    while (!follows) std::this_thread::yield();
#pragma omp taskgroup
    link(kLength);
  } else {
    {
      const FollowsParents outer(current_worker().member->waiting);
      { const FollowsParents inner(current_worker().member->waiting); }
      follows = true;
      std::this_thread::sleep_for(300ms);  // the whole chain takes some milliseconds
      EXPECT_LT(ended, kLength / 4);
    }
    while (ended != kLength) std::this_thread::yield();
  }
}

/// The parents in the team, this one's implicit task included.
int generations_above(const Task* task) {
  int count = 0;
  const FollowsParents guard(current_worker().member->waiting);
  while ((task = parent_in_team(*task)) != nullptr) ++count;
  return count;
}

int most_generations = 0;

void measured_link(int n) {
  most_generations = std::max(most_generations, generations_above(current_worker().task));
  ++ended;
  if (n > 1) {
#pragma omp task firstprivate(n)
    measured_link(n - 1);
  }
}

TEST(Lineage, FewCompletedAncestorsAreLeft) {
  constexpr int kLength = 20000;
  ended = most_generations = 0;
#pragma omp parallel num_threads(1)
#pragma omp taskgroup
  measured_link(kLength);
  EXPECT_EQ(ended, kLength);
  EXPECT_LT(most_generations, 1000);
}

/// What has set a control variable stays: its descendants may use its settings.
void setting_link(int n) {
  const int threads = 2 + n % 7;
  omp_set_num_threads(threads);
  ++ended;
  if (n > 1) {
#pragma omp task firstprivate(n, threads)
    {
      EXPECT_EQ(omp_get_max_threads(), threads);
      setting_link(n - 1);
    }
  }
}

TEST(Lineage, SettingsAreInheritedAlongTheChain) {
  constexpr int kLength = 3000;
  ended = 0;
#pragma omp parallel num_threads(2)
#pragma omp single
#pragma omp taskgroup
  setting_link(kLength);
  EXPECT_EQ(ended, kLength);
}

TEST(Lineage, ADescendantIsFoundPastThoseThatHaveGone) {
  ended = 0;
#pragma omp parallel num_threads(1)
  {
    const Task* const top = current_worker().task;
#pragma omp taskgroup
    {
#pragma omp task firstprivate(top)
      link(1000);
#pragma omp task firstprivate(top)
      {
        const FollowsParents guard(current_worker().member->waiting);
        EXPECT_TRUE(is_descendant(current_worker().task, top));
        EXPECT_FALSE(is_descendant(top, current_worker().task));
      }
    }
  }
  EXPECT_EQ(ended, 1000);
}

}  // namespace
}  // namespace tidemill::core
