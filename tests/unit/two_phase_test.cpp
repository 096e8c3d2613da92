// Tasks allocated, filled in and submitted apart: what the LLVM ABI does with each of its tasks.
#include <gtest/gtest.h>
#include <omp.h>

#include <algorithm>
#include <array>
#include <atomic>

#include "core/model/task.hpp"
#include "core/model/worker.hpp"
#include "core/task/create.hpp"

namespace tidemill::core {
namespace {

struct Data {
  std::atomic<int>* sum;
  int amount;
};

void add(void* data) {
  auto* d = static_cast<Data*>(data);
  d->sum->fetch_add(d->amount, std::memory_order_relaxed);
}

Task* make(std::atomic<int>& sum, int amount) {
  Task* task = allocate(current_worker(), TaskShape{.function = add, .bytes = sizeof(Data)});
  *static_cast<Data*>(task->data) = {&sum, amount};
  return task;
}

TEST(TwoPhase, SubmittedTasksRunOnce) {
  std::atomic<int> sum{0};
#pragma omp parallel num_threads(4)
#pragma omp single
  {
    for (int i = 1; i <= 1000; ++i) submit_task(make(sum, i), {}, Run::later, nullptr);
    wait_children();
    EXPECT_EQ(sum.load(), 500'500);
  }
}

TEST(TwoPhase, DependencesBeyondTheBlocksRoomAreKept) {
  std::array<int, 20> place{};
  std::array<Dependence, 20> all;
  for (std::size_t i = 0; i < place.size(); ++i) all[i] = {&place[i], Access::in};
  for (int round = 0; round < 50; ++round) {
    std::atomic<int> sum{0};
    std::atomic<int> seen{-1};
#pragma omp parallel num_threads(4)
#pragma omp single
    {
      for (auto& p : place) {
        const Dependence out{&p, Access::out};
        submit_task(make(sum, 1), {&out, 1}, Run::later, nullptr);
      }
      struct Look {
        std::atomic<int>*sum, *seen;
      };
      Task* last = allocate(current_worker(), TaskShape{.function =
                                                            [](void* data) {
                                                              auto* look = static_cast<Look*>(data);
                                                              look->seen->store(look->sum->load());
                                                            },
                                                        .bytes = sizeof(Look)});
      *static_cast<Look*>(last->data) = {&sum, &seen};
      submit_task(last, all, Run::later, nullptr);
    }
    ASSERT_EQ(seen.load(), 20);
  }
}

TEST(TwoPhase, UndeferredInPlace) {
  std::atomic<int> sum{0};
  int place = 0;
  const Dependence out{&place, Access::out};
#pragma omp parallel num_threads(2)
#pragma omp single
  {
    submit_task(make(sum, 7), {&out, 1}, Run::later, nullptr);
    Task* task = make(sum, 5);
    begin_undeferred(task, {&out, 1});
    EXPECT_EQ(sum.load(), 7);  // its predecessor is complete
    add(task->data);
    submit_task(make(sum, 30), {}, Run::later, nullptr);  // a child of the undeferred one
    wait_children();
    EXPECT_EQ(sum.load(), 42);
    end_undeferred(task);
    submit_task(make(sum, 1), {}, Run::now, nullptr);
    EXPECT_EQ(sum.load(), 43);
  }
}

TEST(TwoPhase, DetachedAndDiscarded) {
  std::atomic<int> sum{0};
#pragma omp parallel num_threads(2)
#pragma omp single
  {
    free_task(make(sum, 1000));
    Task* task = make(sum, 1);
    void* event = bind_detach(task);
    submit_task(task, {}, Run::later, nullptr);
    submit_task(make(sum, 1), {}, Run::later, nullptr);
    fulfil_detach(event);
    wait_children();
    EXPECT_EQ(sum.load(), 2);
  }
}

/// Its body is over before, with nothing but the event left: the task stays, as it names it.
TEST(TwoPhase, AProxyIsNamedByItsTask) {
#pragma omp parallel num_threads(1)
  {
    for (int round = 0; round < 100; ++round) {
      std::atomic<int> sum{0};
      Task* proxy = make(sum, 1);
      bind_proxy(proxy);
      submit_task(proxy, {}, Run::later, nullptr);
      while (sum.load() != 1) yield_task();
      Task* other = make(sum, 2);
      EXPECT_NE(other, proxy);
      submit_task(other, {}, Run::later, nullptr);
      fulfil_proxy(proxy);
      wait_children();
      EXPECT_EQ(sum.load(), 3);
    }
  }
}

/// As above, of those that are run where they are created: outside any region, and behind a full
/// queue.
TEST(TwoPhase, AProxyThatRunsImmediatelyIsNamedByItsTask) {
  std::atomic<int> sum{0};
  constexpr int kMany = 20, kQueued = 1000;
  const auto proxies = [&sum] {
    Task* made[kMany];
    for (Task*& proxy : made) {
      proxy = make(sum, 1);
      bind_proxy(proxy);
      submit_task(proxy, {}, Run::later, nullptr);
    }
    for (int i = 0; i < kMany; ++i) EXPECT_EQ(std::count(made, made + kMany, made[i]), 1);
    for (Task* proxy : made) fulfil_proxy(proxy);
    wait_children();
  };
  proxies();
  EXPECT_EQ(sum.load(), kMany);
#pragma omp parallel num_threads(1)
  {
    for (int i = 0; i < kQueued; ++i) submit_task(make(sum, 1), {}, Run::later, nullptr);
    proxies();
    EXPECT_EQ(sum.load(), kQueued + 2 * kMany);
  }
}

TEST(TwoPhase, AProxyMayBeDetached) {
#pragma omp parallel num_threads(1)
  {
    std::atomic<int> sum{0};
    Task* task = make(sum, 1);
    bind_proxy(task);
    void* const event = bind_detach(task);
    submit_task(task, {}, Run::later, nullptr);
    while (sum.load() != 1) yield_task();
    fulfil_proxy(task);
    EXPECT_TRUE(has_incomplete_children(*current_worker().task));
    fulfil_detach(event);
    wait_children();
    EXPECT_FALSE(has_incomplete_children(*current_worker().task));
  }
}

TEST(TwoPhase, DiscardedWithAnEvent) {
#pragma omp parallel num_threads(1)
  {
    std::atomic<int> sum{0};
    Task* task = make(sum, 1);
    void* const event = bind_detach(task);
    free_task(task);
    Task* next = make(sum, 1);
    EXPECT_EQ(bind_detach(next), event);  // its memory came back
    free_task(next);
    wait_children();
    EXPECT_EQ(sum.load(), 0);
  }
}

}  // namespace
}  // namespace tidemill::core
