// The task scheduling constraint against its words: for random trees of tasks, of which random ones
// wait, may each other task begin?
#include "core/suspend/constraint.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <memory>
#include <random>
#include <vector>

namespace tidemill::core {
namespace {

bool descends(const Task* task, const Task* from) {
  for (task = task->parent; task != nullptr; task = task->parent)
    if (task == from) return true;
  return false;
}

/// From some waiting task, and from every waiting task below that one.
bool may_begin_by_the_words(const std::vector<Task*>& waiting, const Task* task) {
  return std::any_of(waiting.begin(), waiting.end(), [&](const Task* some) {
    return descends(task, some) && std::all_of(waiting.begin(), waiting.end(), [&](const Task* w) {
             return !descends(w, some) || descends(task, w);
           });
  });
}

class Constraint : public testing::Test {
 protected:
  /// Under random parents, of which the newest are likelier where `deep`.
  void grow(int count, bool deep) {
    for (int i = 0; i < count; ++i) {
      auto task = std::make_unique<Task>();
      task->implicit = tasks_.empty();
      if (!tasks_.empty()) {
        const auto size = static_cast<int>(tasks_.size());
        task->parent = tasks_[below(deep ? std::max(0, size - 3) : 0, size)].get();
        task->depth = task->parent->depth + 1;
      }
      tasks_.push_back(std::move(task));
    }
  }
  std::size_t below(int from, int to) {
    return static_cast<std::size_t>(std::uniform_int_distribution<int>(from, to - 1)(random_));
  }
  Task* any() { return tasks_[below(0, static_cast<int>(tasks_.size()))].get(); }

  void compare() {
    if (model_.empty()) return;
    ++(waiting_.are_line() ? lines_ : others_);
    for (const auto& task : tasks_) {
      if (task->implicit || std::find(model_.begin(), model_.end(), task.get()) != model_.end())
        continue;
      ASSERT_EQ(meets_constraint(waiting_, *task), may_begin_by_the_words(model_, task.get()));
    }
  }

  std::mt19937 random_{1};
  std::vector<std::unique_ptr<Task>> tasks_;
  WaitingTasks waiting_;
  std::vector<Task*> model_;
  int lines_ = 0, others_ = 0;
};

TEST_F(Constraint, AgreesWithItsWords) {
  for (int round = 0; round < 200; ++round) {
    tasks_.clear();
    grow(40, round % 2 == 0);
    for (int step = 0; step < 60; ++step) {
      Task* const task = any();
      const auto at = std::find(model_.begin(), model_.end(), task);
      if (at == model_.end()) {
        add_waiting(waiting_, task);
        model_.push_back(task);
      } else if (step % 3 == 0) {
        waiting_.lift(task);
        model_.erase(at);
        compare();
        put_back_waiting(waiting_, task);
        model_.push_back(task);
      } else {
        waiting_.remove(task);
        model_.erase(at);
      }
      compare();
    }
    while (!model_.empty()) {
      waiting_.remove(model_.back());
      model_.pop_back();
      compare();
    }
  }
  EXPECT_GT(lines_, 300);
  EXPECT_GT(others_, 1000);
}

/// As natively waiting tasks are: each was begun by a worker that the ones before allowed it.
TEST_F(Constraint, WhatWaitsIsALine) {
  grow(200, true);
  for (int step = 0; step < 2000; ++step) {
    Task* const task = any();
    const bool waits = std::find(model_.begin(), model_.end(), task) != model_.end();
    if (!waits && (model_.empty() || meets_constraint(waiting_, *task))) {
      add_waiting(waiting_, task);
      model_.push_back(task);
    } else if (!model_.empty() && step % 4 == 0) {
      waiting_.remove(model_.back());
      model_.pop_back();
    }
    ASSERT_TRUE(waiting_.are_line());
    compare();
  }
  EXPECT_GT(lines_, 1000);
}

}  // namespace
}  // namespace tidemill::core
