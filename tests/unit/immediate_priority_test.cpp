// Where priorities count, ready tasks are enqueued first, so that there is something to choose
// from. Under the sanitizers none runs immediately, and this isn't built.
#include <gtest/gtest.h>

#include <cstdlib>
#include <string>

#include "immediate_support.hpp"
#include "support.hpp"

namespace tidemill::test {
namespace {

TEST(ImmediatePriority, ATeamOfOneFillsItsQueueFirst) {
  alone([] {
    EXPECT_FALSE(runs_immediately());
    fill_queue();
    EXPECT_TRUE(runs_immediately());
#pragma omp taskwait
  });
}

/// Nor does one of the same priority that is older, and both come before those without.
TEST(ImmediateChoice, AfterThoseOfHigherPriority) {
  alone([] {
    std::string log;
    omp_lock_t lock;  // so that they are enqueued
    omp_init_lock(&lock);
    omp_set_lock(&lock);
#pragma omp task shared(log)
    log += 'n';
#pragma omp task priority(3) shared(log)
    log += '3';
#pragma omp task priority(5) shared(log)
    log += '5';
    omp_unset_lock(&lock);
    omp_destroy_lock(&lock);
    give_turn();
#pragma omp task priority(5) shared(log)
    log += 'f';
    EXPECT_EQ(log, "");
#pragma omp taskwait
    EXPECT_EQ(log, "5f3n");
  });
}

}  // namespace
}  // namespace tidemill::test

int main(int argc, char** argv) {
  setenv("OMP_MAX_TASK_PRIORITY", "10", 1);  // before the runtime's first use
  testing::InitGoogleTest(&argc, argv);
  return RUN_ALL_TESTS();
}
