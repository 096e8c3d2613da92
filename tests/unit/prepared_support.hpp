// A crowded producer's children, prepared ahead (task/prepared.hpp): what the tests of it share.
#pragma once

#include <gtest/gtest.h>

#include "at_once_support.hpp"
#include "core/task/prepared.hpp"
#include "support.hpp"

namespace tidemill::test {

inline bool has_prepared() { return core::has_prepared(current_worker()); }

/// Would one that is created now be the prepared one?
inline bool is_next() {
  const core::Worker& w = current_worker();
  return has_prepared() && w.at_once.left > 1 &&
         w.member->deque.size() >= w.member->team->few_among_many;
}

/// Creates tasks until the current one's next child would be.
inline void crowd() {
  for (int i = 0; i < 100000; ++i) {
    if (is_next()) return;
#pragma omp task
    asm volatile("");
  }
  FAIL() << "never prepared";
}

/// Creates a child that runs `body` at once, as a prepared one.
template <class Body>
void prepared_child(Body body) {
  crowd();
  bool began = false;
  const core::Task* const block = current_worker().at_once.prepared;
  const auto run = [&began, block, body] {
    began = true;
    EXPECT_EQ(current_worker().task, block);
    body();
  };
  const auto* const at = &run;
#pragma omp task firstprivate(at)
  {
    const auto copy = *at;
    copy();
  }
  EXPECT_TRUE(began);
}

}  // namespace tidemill::test
