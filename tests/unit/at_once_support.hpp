// Tasks that run at once (task/at_once.hpp): what the tests of them share.
#pragma once

#include <gtest/gtest.h>

#include <new>
#include <utility>

#include "core/task/at_once.hpp"
#include "core/task/plain.hpp"

namespace tidemill::test {

using core::current_worker;

/// Not when it is the queue's turn, nor right after one that came to wait: but then soon.
inline bool may_begin_soon() {
  for (int i = 0; i < 100; ++i)
    if (core::may_begin_at_once(current_worker())) return true;
  return false;
}

/// A child of the current task that is to run `body`, copied.
template <class Body>
core::Task* make_child(Body body) {
  core::Task* task = core::take_shell(current_worker());
  static_assert(sizeof(Body) <= core::kMostPlainBytes);
  task->data = new (task + 1) Body(std::move(body));
  task->body = [](void* data) { (*static_cast<Body*>(data))(); };
  return task;
}

/// Runs it at once.
template <class Body>
[[gnu::noinline]] void at_once(Body body) {
  ASSERT_TRUE(may_begin_soon());
  core::run_at_once(current_worker(), make_child(std::move(body)));
}

/// The same, by a task that stands on a side call itself.
template <class Body>
[[gnu::noinline]] void nested(Body body) {
  core::Worker& w = current_worker();
  ASSERT_TRUE(core::is_nested(w));
  w.at_once.left = 2;  // not yet time for the lowest to look at the clock
  ASSERT_TRUE(core::may_begin_nested(w));
  core::run_nested(w, make_child(std::move(body)));
}

/// The region's only thread runs `body` in its implicit task.
template <class Body>
void alone(Body body) {
#pragma omp parallel num_threads(1) shared(body)
  body();
}

}  // namespace tidemill::test
