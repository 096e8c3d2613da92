// Task reductions: copies by thread, found by the item or by anybody's copy; callbacks; areas
// shared by a team; tasks that work on a copy stay on their thread.
#include "core/task/reduction.hpp"

#include <gtest/gtest.h>
#include <tidemill/tasking.h>

#include <atomic>
#include <cstdlib>

#include "core/model/request.hpp"
#include "core/model/team.hpp"
#include "core/model/worker.hpp"
#include "support.hpp"

namespace tidemill::core {
namespace {

struct Counters {
  int initialised = 0, combined = 0, finished = 0;
} counters;

void start_at(void* copy, void* from) {
  *static_cast<long*>(copy) = *static_cast<long*>(from);
  ++counters.initialised;
}
void add(void* into, void* copy) {
  *static_cast<long*>(into) += *static_cast<long*>(copy);
  ++counters.combined;
}
void finish(void*) { ++counters.finished; }

TEST(Reduction, CopiesAreFoundByItemAndByCopy) {
  long x = 0, y = 0, z = 0;
  const ReductionItem items[] = {{.original = &x, .offset = 0, .bytes = 8},
                                 {.original = &y, .offset = 16, .bytes = 8}};
  ReductionArea* area = new ReductionArea({.items = items, .stride = 64, .alignment = 64}, 3, 1);
  EXPECT_EQ(area->bytes(), 192u);
  const auto y1 = area->find(&y, 1);
  EXPECT_EQ(y1.copy, area->memory() + 64 + 16);
  EXPECT_EQ(y1.original, &y);
  const auto y2 = area->find(y1.copy, 2);  // another thread's task, given the first one's copy
  EXPECT_EQ(y2.copy, area->memory() + 128 + 16);
  EXPECT_EQ(y2.original, &y);
  EXPECT_EQ(area->find(&z, 0).copy, nullptr);
  EXPECT_EQ(area->find(area->memory() + 192, 0).copy, nullptr);
  for (std::size_t i = 0; i < area->bytes(); ++i) EXPECT_EQ(area->memory()[i], std::byte{0});
  ReductionArea::release(area);
}

TEST(Reduction, CallbacksRunOncePerCopyUsed) {
  counters = {};
  long x = 100, neutral = 7;
  const ReductionItem items[] = {{.original = &x,
                                  .bytes = 8,
                                  .initial_from = &neutral,
                                  .initialise = start_at,
                                  .combine = add,
                                  .finish = finish}};
  ReductionArea* area = new ReductionArea({.items = items, .stride = 64}, 4, 2);
  for (int number : {1, 3, 1}) ++*static_cast<long*>(area->find(&x, number).copy);
  EXPECT_EQ(counters.initialised, 2);
  ReductionArea::release(area);
  EXPECT_EQ(counters.combined, 0);  // a holder is left
  ReductionArea::release(area);
  EXPECT_EQ(counters.combined, 2);
  EXPECT_EQ(counters.finished, 2);
  EXPECT_EQ(x, 100 + 7 + 2 + 7 + 1);
}

TEST(Reduction, ATeamSharesAreas) {
  static long x;
  x = 0;
#pragma omp parallel num_threads(4)
  for (int round = 0; round < 50; ++round) {
    Member& self = *current_worker().member;
    const ReductionItem items[] = {{.original = &x, .bytes = 8, .combine = add}};
    const ReductionRequest requests[] = {{.items = items, .stride = 64}};
    ReductionArea* areas = share_reductions(self, requests);
    ++*static_cast<long*>(areas->find(&x, self.number).copy);
    ReductionArea::release(areas);
  }
  EXPECT_EQ(x, 200);
}

/// Outer groups are searched, too; the innermost that knows the item has it.
TEST(Reduction, GroupsAreSearchedFromInside) {
  long x = 0, y = 0;
  const auto area_for = [](long& item) {
    const ReductionItem items[] = {{.original = &item, .bytes = 8}};
    return new ReductionArea({.items = items, .stride = 64}, 1, 1);
  };
  start_taskgroup();
  ReductionArea* outer = area_for(x);
  attach_reductions(outer);
  start_taskgroup();
  ReductionArea* inner = area_for(y);
  attach_reductions(inner);
  EXPECT_EQ(find_reduction(&y).copy, inner->memory());
  EXPECT_EQ(find_reduction(&x).copy, outer->memory());
  EXPECT_EQ(find_reduction(&outer).copy, nullptr);
  wait_taskgroup();
  EXPECT_EQ(find_reduction(&y).copy, nullptr);
  wait_taskgroup();
  ReductionArea::release(inner);
  ReductionArea::release(outer);
}

/// Untied tasks that suspend while they hold a copy: it stays theirs.
TEST(Reduction, UntiedTasksStayOnTheirThread) {
  long sum = 0;
  constexpr int kTasks = 200;
  std::atomic<int> moved{0};
  test::ForeignThreads foreign;
#pragma omp parallel num_threads(4) shared(sum, moved, foreign)
#pragma omp single
#pragma omp taskgroup task_reduction(+ : sum)
  for (int t = 0; t < kTasks; ++t) {
#pragma omp task untied in_reduction(+ : sum) shared(moved, foreign) firstprivate(t)
    {
      const long before = ++sum;
      const int thread = omp_get_thread_num();
      if (t % 40 == 0) {
        void* context = tidemill_get_current_blocking_context();
        foreign.after_ms(5, [context] { tidemill_unblock_task(context); });
        tidemill_block_current_task(context);
      } else {
#pragma omp taskyield
      }
      if (thread != omp_get_thread_num()) ++moved;
      if (sum < before) ++moved;
    }
  }
  EXPECT_EQ(moved, 0);
  EXPECT_EQ(sum, kTasks);
}

}  // namespace
}  // namespace tidemill::core
