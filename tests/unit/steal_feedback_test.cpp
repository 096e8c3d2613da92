// When a thief leaves deques alone, and what ends that, by a clock of the test's own.
#include "core/ready/steal_feedback.hpp"

#include <gtest/gtest.h>

#include "core/model/task.hpp"
#include "core/ready/ready_set.hpp"

namespace tidemill::core {
namespace {

class StealFeedbackTest : public testing::Test {
 protected:
  /// Takes `count` tasks and is through with them after `ns` each.
  void take(std::int64_t count, std::uint64_t ns, std::uint64_t theft_ns = 20) {
    const std::uint64_t from = now_;
    pass_ns(theft_ns);
    feedback_.took(victim_, count, from, now_);
    pass_ns(static_cast<std::uint64_t>(count) * ns);
  }
  bool looks() { return feedback_.worth_a_look(now_); }
  void pass_ns(std::uint64_t ns) { now_ += ns * platform::ticks_per_us() / 1000; }
  /// The owner is at work: each look at it sees another state.
  void owner_works() { victim_.push(&task_); }

  StealFeedback feedback_;
  TaskDeque victim_;
  Task task_;
  std::uint64_t now_ = 1'000'000'000;
};

TEST_F(StealFeedbackTest, LongTasksAreWorthTheWay) {
  for (int i = 0; i < 10; ++i) {
    take(32, 1000);
    EXPECT_TRUE(looks());
    EXPECT_EQ(feedback_.most(), 32);
  }
}

TEST_F(StealFeedbackTest, AfterShortOnesDequesAreLeftAloneLongerEachTime) {
  std::uint64_t last = 0;
  for (int i = 0; i < 3; ++i) {
    take(32, 50);
    std::uint64_t pause = 0;
    while (!looks()) {
      EXPECT_TRUE(feedback_.leaving(now_));
      owner_works();
      pass_ns(1000);
      pause += 1000;
    }
    EXPECT_GE(pause, 20'000u);
    EXPECT_LE(pause, 82'000u);
    EXPECT_GT(pause, last);
    EXPECT_EQ(feedback_.most(), 8) << "then a few on trial";
    last = pause;
  }
  take(8, 1000);
  EXPECT_TRUE(looks());
  EXPECT_EQ(feedback_.most(), 32) << "they are longer now";
}

TEST_F(StealFeedbackTest, ItJudgesWhenItHasSeenEnough) {
  take(3, 50);
  EXPECT_TRUE(looks());
  take(3, 50);
  EXPECT_TRUE(looks());
  take(3, 50);
  EXPECT_FALSE(looks()) << "nine tasks, all short";
}

TEST_F(StealFeedbackTest, WhatTakesLongToStealMustTakeLongToRun) {
  for (int i = 0; i < 16; ++i) {
    take(1, 600, 70);
    EXPECT_TRUE(looks()) << "a near core's";
  }
  for (int i = 0; i < 7; ++i) {
    take(1, 600, 300);
    EXPECT_TRUE(looks());
  }
  take(1, 600, 300);
  EXPECT_FALSE(looks()) << "a far core's";
}

TEST_F(StealFeedbackTest, TheLinesOfEachTaskComeFromThereToo) {
  take(32, 300, 70);
  EXPECT_TRUE(looks()) << "a near core's";
  take(32, 700, 300);
  EXPECT_TRUE(looks()) << "a far core's";
  take(32, 500, 300);
  EXPECT_FALSE(looks()) << "empty tasks take so long there";
}

TEST_F(StealFeedbackTest, AnOwnerInsideSomethingLongIsRobbedSoon) {
  owner_works();
  take(32, 50);
  std::uint64_t pause = 0;
  while (!looks()) {
    pass_ns(1000);
    pause += 1000;
  }
  EXPECT_LE(pause, 5'000u);
}

TEST_F(StealFeedbackTest, AnEmptyDequeIsNoReasonToLook) {
  take(32, 50);
  for (int us = 0; us < 19; ++us, pass_ns(1000)) EXPECT_FALSE(looks());
}

}  // namespace
}  // namespace tidemill::core
