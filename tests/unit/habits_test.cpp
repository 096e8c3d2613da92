// Which code's tasks are taken to be short, by what has been seen of them.
#include "core/task/habits.hpp"

#include <gtest/gtest.h>

namespace tidemill::core {
namespace {

void see(Habit habit, int times, bool was_short) {
  for (int i = 0; i < times; ++i) Habits::saw(habit, was_short);
}

/// Each test its own code.
template <int number>
Habit habit_of() {
  static const char code = 0;
  return Habits::of(&code);
}

TEST(Habits, NobodyKeepsAccountOfTheUsualTask) {
  see(0, 100, true);
  EXPECT_FALSE(Habits::is_short(0));
}

TEST(Habits, ShortOnceItHasBeenSoSeveralTimes) {
  const Habit habit = habit_of<1>();
  EXPECT_NE(habit, 0);
  EXPECT_FALSE(Habits::is_short(habit));
  see(habit, 7, true);
  EXPECT_FALSE(Habits::is_short(habit));
  see(habit, 1, true);
  EXPECT_TRUE(Habits::is_short(habit));
  see(habit, 1, false);
  EXPECT_FALSE(Habits::is_short(habit)) << "one long one is enough";
}

TEST(Habits, LongOnesInBetweenStartTheCountAnew) {
  const Habit habit = habit_of<2>();
  for (int i = 0; i < 10; ++i) {
    see(habit, 7, true);
    see(habit, 1, false);
    EXPECT_FALSE(Habits::is_short(habit));
  }
}

TEST(Habits, EachDisappointmentAsksForFourTimesAsMany) {
  const Habit habit = habit_of<3>();
  see(habit, 8, true);
  for (int needed = 32; needed <= 8192; needed *= 4) {
    Habits::disappointed(habit);
    see(habit, needed - 1, true);
    EXPECT_FALSE(Habits::is_short(habit)) << needed;
    see(habit, 1, true);
    EXPECT_TRUE(Habits::is_short(habit)) << needed;
  }
  Habits::disappointed(habit);  // not for ever
  see(habit, 8192, true);
  EXPECT_TRUE(Habits::is_short(habit));
  Habits::pleased(habit);
  see(habit, 1, false);
  see(habit, 8, true);
  EXPECT_TRUE(Habits::is_short(habit)) << "forgiven";
}

}  // namespace
}  // namespace tidemill::core
