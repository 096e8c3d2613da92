// The duration predictor: which code's tasks are taken to be short, by what has been seen of them.
#include "core/model/duration.hpp"

#include <gtest/gtest.h>

namespace tidemill::core {
namespace {

void see(DurationEntry entry, int times, bool was_short) {
  for (int i = 0; i < times; ++i) DurationPredictor::saw(entry, was_short);
}

/// Each test its own code.
template <int number>
DurationEntry entry_of() {
  static const char code = 0;
  return DurationPredictor::of(&code);
}

TEST(Duration, NobodyKeepsAccountOfTheUsualTask) {
  see(0, 100, true);
  EXPECT_FALSE(DurationPredictor::is_short(0));
}

TEST(Duration, ShortOnceItHasBeenSoSeveralTimes) {
  const DurationEntry entry = entry_of<1>();
  EXPECT_NE(entry, 0);
  EXPECT_FALSE(DurationPredictor::is_short(entry));
  see(entry, 7, true);
  EXPECT_FALSE(DurationPredictor::is_short(entry));
  see(entry, 1, true);
  EXPECT_TRUE(DurationPredictor::is_short(entry));
  see(entry, 1, false);
  EXPECT_FALSE(DurationPredictor::is_short(entry)) << "one long one is enough";
}

TEST(Duration, LongOnesInBetweenStartTheCountAnew) {
  const DurationEntry entry = entry_of<2>();
  for (int i = 0; i < 10; ++i) {
    see(entry, 7, true);
    see(entry, 1, false);
    EXPECT_FALSE(DurationPredictor::is_short(entry));
  }
}

TEST(Duration, EachDisappointmentAsksForFourTimesAsMany) {
  const DurationEntry entry = entry_of<3>();
  see(entry, 8, true);
  for (int needed = 32; needed <= 8192; needed *= 4) {
    DurationPredictor::disappointed(entry);
    see(entry, needed - 1, true);
    EXPECT_FALSE(DurationPredictor::is_short(entry)) << needed;
    see(entry, 1, true);
    EXPECT_TRUE(DurationPredictor::is_short(entry)) << needed;
  }
  DurationPredictor::disappointed(entry);  // not for ever
  see(entry, 8192, true);
  EXPECT_TRUE(DurationPredictor::is_short(entry));
  DurationPredictor::pleased(entry);
  see(entry, 1, false);
  see(entry, 8, true);
  EXPECT_TRUE(DurationPredictor::is_short(entry)) << "forgiven";
}

}  // namespace
}  // namespace tidemill::core
