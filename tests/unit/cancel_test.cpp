// Cancellation: who waits is woken, who waits at the region's end isn't; tasks not begun are left
// out, everything that hangs on them goes on.
#include "core/task/cancel.hpp"

#include <gtest/gtest.h>
#include <tidemill/tasking.h>

#include <atomic>
#include <cstdlib>
#include <vector>

#include "core/model/request.hpp"
#include "core/model/worker.hpp"
#include "core/suspend/side_call.hpp"
#include "support.hpp"

namespace tidemill::core {
namespace {

Member& self() { return *current_worker().member; }

TEST(Cancel, WakesMembersAsleepInABarrier) {
  std::atomic<int> woken{0};
#pragma omp parallel num_threads(3) shared(woken)
  {
    if (self().number == 0) {
      test::sleep_ms(50);  // the others are asleep
      EXPECT_TRUE(cancel(Cancel::parallel));
    } else if (self().team->wait_barrier(self()) == BarrierEnd::cancelled) {
      ++woken;
    }
  }
  EXPECT_EQ(woken, 2);
}

/// A canceller may still be looking round when the others sleep at the region's end already.
TEST(Cancel, LeavesMembersAtTheEndAsleep) {
#pragma omp parallel num_threads(3)
  {
    Team& team = *self().team;
    if (self().number == 0) {
      team.cancelled.fetch_or(static_cast<std::uint8_t>(Cancel::parallel));
      while (team.at_rest.load() != 2) test::sleep_ms(1);
      test::sleep_ms(50);  // the others have left, and sleep at the end
      team.cancel_region();
      for (int i = 1; i < 3; ++i) EXPECT_NE(team.members[i].barrier_armed.load(), 0u);
    }
  }
}

TEST(Cancel, TheNextRegionIsNotCancelled) {
  for (int i = 0; i < 20; ++i) {
    std::atomic<int> passed{0};
#pragma omp parallel num_threads(3) shared(passed)
    {
      if (i % 2 == 0 && self().number == i % 3) cancel(Cancel::parallel);
      if (self().team->wait_barrier(self()) == BarrierEnd::passed) ++passed;
    }
    EXPECT_EQ(passed, i % 2 == 0 ? 0 : 3);
  }
}

TEST(Cancel, WakesWhoWaitsForAnOrderedTurn) {
  bool went_on = false;
#pragma omp parallel num_threads(2) shared(went_on)
  {
    enter_loop(
        self(),
        {.count = 2, .kind = ScheduleKind::static_, .chunk = 1, .ordering = Ordering::ordered});
    std::uint64_t first = 0, last = 0;
    next_chunk(self(), &first, &last);
    if (first == 0) {
      test::sleep_ms(50);
      cancel(Cancel::parallel);  // and never passes its turn on
    } else {
      wait_ordered(self());
      went_on = true;
    }
  }
  EXPECT_TRUE(went_on);
}

/// Others have left the region: a member that needs the ring's next descriptors gets on alone.
TEST(Cancel, ConstructsAfterIt) {
  long done = 0;
#pragma omp parallel num_threads(2) shared(done)
  {
    if (self().number == 0) {
      cancel(Cancel::parallel);
    } else {
      for (int l = 0; l < 4 * static_cast<int>(ConstructRing::kConstructs); ++l) {
        enter_loop(self(), {.count = 10, .kind = ScheduleKind::dynamic, .memory_bytes = 8});
        std::uint64_t first = 0, last = 0;
        while (next_chunk(self(), &first, &last)) {
          ++*static_cast<long*>(loop_memory(self()));
          ++done;
        }
        EXPECT_EQ(*static_cast<long*>(loop_memory(self())), 10);
        leave_loop(self());
      }
    }
  }
  EXPECT_EQ(done, 40 * static_cast<long>(ConstructRing::kConstructs));
}

TEST(Cancel, TasksNotBegunAreLeftOutAndComplete) {
  std::atomic<int> ran{0};
  int after = 0;
#pragma omp parallel num_threads(2) shared(ran, after)
#pragma omp single
  {
    start_taskgroup();
    cancel(Cancel::taskgroup);
    EXPECT_TRUE(cancellation_point(Cancel::taskgroup));
    [[maybe_unused]] int chain = 0;  // an address
    for (int i = 0; i < 10; ++i) {
#pragma omp task shared(ran) depend(inout : chain)
      ++ran;
    }
    start_taskgroup();  // its tasks belong to the cancelled set, too
    EXPECT_FALSE(cancellation_point(Cancel::taskgroup));
#pragma omp task shared(ran)
    ++ran;
    wait_taskgroup();
    wait_taskgroup();
    EXPECT_FALSE(cancellation_point(Cancel::taskgroup));
#pragma omp task shared(after) depend(in : chain)
    ++after;
#pragma omp taskwait
  }
  EXPECT_EQ(ran, 0);
  EXPECT_EQ(after, 1);
}

/// The ways past the queue, which nobody asks again: undeferred tasks, a crowded producer's, untied
/// ones that a waiting parent runs beside itself.
TEST(Cancel, TasksThatWouldRunAtOnceAreLeftOut) {
  std::atomic<int> ran{0};
  for (const int team : {1, 2}) {
#pragma omp parallel num_threads(team) shared(ran)
#pragma omp single
    {
      start_taskgroup();
#pragma omp task if (0) shared(ran)
      {
        ++ran;
        cancel(Cancel::taskgroup);
      }
#pragma omp task if (0) shared(ran)
      ++ran;
      for (int i = 0; i < 500; ++i) {
#pragma omp task shared(ran)
        ++ran;
#pragma omp task untied shared(ran)
        ++ran;
      }
#pragma omp taskwait
      wait_taskgroup();
    }
    EXPECT_EQ(ran.exchange(0), 1);
  }
}

TEST(Cancel, WhatComesLaterRunsAsUsual) {
#pragma omp parallel num_threads(1)
  {
    start_taskgroup();
    cancel(Cancel::taskgroup);
    wait_taskgroup();
    bool ran = false;
#pragma omp task if (0) shared(ran)
    ran = true;
    EXPECT_TRUE(ran);
    // A turn lasts 50 us, also where the system takes the core meanwhile: the best of some.
    int immediate = 0;
    for (int attempt = 0; attempt < 10 && immediate <= 300; ++attempt) {
      immediate = 0;
      for (int i = 0; i < 500; ++i) {
#pragma omp task shared(immediate)
        if (current_worker().fiber->below != nullptr) ++immediate;
      }
#pragma omp taskwait
    }
    if (kSideCalls)
      EXPECT_GT(immediate, 300);
    else
      EXPECT_EQ(immediate, 0);
  }
}

/// Its body might have been what fulfils the event; who has the handle may do it late, too.
TEST(Cancel, DiscardedTasksAreCompleteWithoutTheirEvents) {
  constexpr int kTasks = 4;
  std::vector<omp_event_handle_t> events(kTasks);
  std::atomic<bool> fulfilled{false};
  bool early = false;
#pragma omp parallel num_threads(2) shared(events, fulfilled, early)
#pragma omp single
  {
    start_taskgroup();
    cancel(Cancel::taskgroup);
    omp_event_handle_t event;
    for (omp_event_handle_t& each : events) {
#pragma omp task detach(event)
      ADD_FAILURE() << "a discarded task ran";
      each = event;
    }
    omp_fulfill_event(events[0]);  // before it is discarded, or after
    wait_taskgroup();
    [[maybe_unused]] int chain = 0;  // an address
#pragma omp task detach(event) depend(out : chain)
    {}
    for (int i = 1; i < kTasks; ++i) {
      EXPECT_NE(events[static_cast<std::size_t>(i)], event) << "it is another task's";
      omp_fulfill_event(events[static_cast<std::size_t>(i)]);
    }
#pragma omp task shared(fulfilled, early) depend(in : chain)
    early = !fulfilled;
    test::sleep_ms(20);
    fulfilled = true;
    omp_fulfill_event(event);
#pragma omp taskwait
  }
  EXPECT_FALSE(early);
}

}  // namespace
}  // namespace tidemill::core

int main(int argc, char** argv) {
  setenv("OMP_CANCELLATION", "true", 1);  // before the runtime's first use
  testing::InitGoogleTest(&argc, argv);
  return RUN_ALL_TESTS();
}
