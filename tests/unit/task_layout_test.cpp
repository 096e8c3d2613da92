// What travels with a task to another core: its fields lie on the lines that task.hpp promises.
#include <gtest/gtest.h>

#include "core/model/task.hpp"
#include "platform/cpu.hpp"

namespace tidemill::core {
namespace {

template <class Field>
long line_of(const Task& task, const Field& field) {
  return (reinterpret_cast<const char*>(&field) - reinterpret_cast<const char*>(&task)) /
         static_cast<long>(platform::kCacheLine);
}

TEST(TaskLayoutTest, TheRunnerReadsTheFirstLine) {
  const Task t;
  EXPECT_EQ(line_of(t, t.key), 0);
  EXPECT_EQ(line_of(t, t.named), 0);
  EXPECT_EQ(line_of(t, t.has_more), 0);
  EXPECT_EQ(line_of(t, t.events), 0);
  EXPECT_EQ(line_of(t, t.body), 0);
  EXPECT_EQ(line_of(t, t.data), 0);
  EXPECT_EQ(line_of(t, t.parent), 0);
  EXPECT_EQ(line_of(t, t.team), 0);
}

TEST(TaskLayoutTest, RunningAndCompletingWriteTheSecond) {
  const Task t;
  EXPECT_EQ(line_of(t, t.home), 1);
  EXPECT_EQ(line_of(t, t.worker), 1);
  EXPECT_EQ(line_of(t, t.family), 1);
  EXPECT_EQ(line_of(t, t.size_class), 1);
  EXPECT_EQ(line_of(t, t.successors), 1);
  EXPECT_EQ(line_of(t, t.pending), 1);
  EXPECT_EQ(line_of(t, t.names), 1);
}

TEST(TaskLayoutTest, TheRestIsApart) {
  const Task t;
  EXPECT_EQ(line_of(t, t.creation_group), 2);
  EXPECT_EQ(line_of(t, t.extra), 2);
  EXPECT_EQ(line_of(t, t.block), 2);
}

}  // namespace
}  // namespace tidemill::core
