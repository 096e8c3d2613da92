// Dispatch fibers at rest: the newest first, with their worker and in the pool.
#include "core/model/fibers_at_rest.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <boost/context/detail/fcontext.hpp>
#include <set>
#include <vector>

#include "core/suspend/fiber_pool.hpp"

namespace tidemill::test {
namespace {

using core::Fiber;
using core::FiberAtRest;
using core::FiberPool;
using core::FibersAtRest;

void never(boost::context::detail::transfer_t) {}

std::vector<Fiber*> make(int count) {
  std::vector<Fiber*> fibers;
  for (int i = 0; i < count; ++i) fibers.push_back(core::create_fiber(never));
  return fibers;
}

TEST(FibersAtRest, TheNewestAreTakenFirst) {
  constexpr int kCount = 100;  // most of them are given to the pool
  std::vector<Fiber*> fibers = make(kCount);
  FibersAtRest rested;
  for (Fiber* fiber : fibers) rested.keep(fiber);
  std::reverse(fibers.begin(), fibers.end());
  for (Fiber* fiber : fibers) ASSERT_EQ(rested.take(), fiber);
  Fiber* const another = rested.take();  // none is left: made
  EXPECT_NE(another->context, nullptr);
  EXPECT_EQ(std::count(fibers.begin(), fibers.end(), another), 0);
  core::destroy_fiber(another);
  for (Fiber* fiber : fibers) core::destroy_fiber(fiber);
}

TEST(FibersAtRest, GivesAll) {
  const std::vector<Fiber*> fibers = make(20);
  FibersAtRest rested;
  rested.give_all();
  for (Fiber* fiber : fibers) rested.keep(fiber);
  rested.give_all();
  FiberAtRest taken[32];
  ASSERT_EQ(FiberPool::get().take(taken), fibers.size());
  for (std::size_t i = 0; i < fibers.size(); ++i) {
    EXPECT_EQ(taken[i].fiber, fibers[i]);  // the oldest first
    EXPECT_EQ(taken[i].context, fibers[i]->context);
    core::destroy_fiber(fibers[i]);
  }
  EXPECT_EQ(FiberPool::get().take(taken), 0u);
}

// What the pool doesn't keep full is hollow: the oldest. Only these need a stack; ThreadSanitizer
// knows no more than 8,128 of them.
TEST(FiberPool, HollowsTheOldest) {
  constexpr std::size_t kMost = 8192, kMore = 3;
  std::vector<FiberAtRest> given;
  for (Fiber* fiber : make(kMore)) given.push_back({fiber, fiber->context});
  std::vector<Fiber> others(kMost);
  for (Fiber& fiber : others) given.push_back({&fiber, &fiber});
  FiberPool& pool = FiberPool::get();
  pool.give(given);
  std::vector<FiberAtRest> taken(kMost);
  ASSERT_EQ(pool.take(taken), kMost);
  for (std::size_t i = 0; i < kMost; ++i) ASSERT_EQ(taken[i].fiber, given[kMore + i].fiber);
  std::set<Fiber*> hollow;
  for (std::size_t i = 0; i < kMore; ++i) {
    FiberAtRest one[2];
    ASSERT_EQ(pool.take(one), 1u);
    EXPECT_EQ(one[0].context, nullptr);
    hollow.insert(one[0].fiber);
  }
  for (std::size_t i = 0; i < kMore; ++i) EXPECT_EQ(hollow.count(given[i].fiber), 1u);
  for (std::size_t i = 0; i < kMore; ++i) core::destroy_fiber(given[i].fiber);
}

}  // namespace
}  // namespace tidemill::test
