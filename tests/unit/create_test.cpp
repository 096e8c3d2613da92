// Creation (task/create.hpp): by whatever template and in one step or two, a request makes the same
// descriptor; which outcome it has, and what the marks are above which its creator is throttled.
#include "core/task/create.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstring>
#include <string>

#include "immediate_support.hpp"
#include "support.hpp"

namespace tidemill::test {
namespace {

using core::Task;

int runs = 0;
void count_run(void* data) { runs += *static_cast<int*>(data); }

std::int64_t children() { return current_worker().task->family.own_children(); }
std::int64_t queued() { return current_worker().member->deque.size(); }

core::TaskRequest request(int& value) {
  return {.body = {count_run, &value, nullptr, sizeof value, alignof(int)}};
}

/// As every way should make a child that the current task has just created, with no clause.
void expect_child(const Task& task, int value) {
  core::Worker& w = current_worker();
  EXPECT_EQ(task.parent, w.task);
  EXPECT_EQ(task.team, w.member->team);
  EXPECT_EQ(task.home, w.member);
  EXPECT_EQ(task.depth, w.task->depth + 1);
  EXPECT_EQ(task.icvs, w.task->icvs);
  EXPECT_TRUE(w.task->icvs_shared);
  EXPECT_EQ(task.body, count_run);
  EXPECT_EQ(std::memcmp(task.data, &value, sizeof value), 0);
  EXPECT_EQ(task.key >> core::kStampBits, core::order_key(0, 0) >> core::kStampBits);
  EXPECT_EQ(core::stamp_of(task.key), w.stamp);
  EXPECT_EQ(task.group, nullptr);
  EXPECT_EQ(task.creation_group, nullptr);
  EXPECT_EQ(task.events, nullptr);
  EXPECT_EQ(task.pending.load(), 0);
  EXPECT_EQ(task.successors.load(), 0u);
  EXPECT_EQ(task.worker, nullptr);
  EXPECT_EQ(task.duration, 0);
  EXPECT_FALSE(task.untied || task.creates != 0 || task.named || task.has_more || task.implicit ||
               task.has_objects || task.enters_late);
  EXPECT_EQ(task.next_threads, 0);
}

TEST(Create, AllWaysMakeTheSame) {
  beside_busy([] {
    core::Worker& w = current_worker();
    runs = 0;
    Task* made[3] = {};
    int value = 5;
    core::create<core::kPlainTask>(w, request(value));
    made[0] = static_cast<Task*>(w.member->deque.pop());
    expect_child(*made[0], 5);
    value = 7;
    core::create_task(request(value));
    made[1] = static_cast<Task*>(w.member->deque.pop());
    expect_child(*made[1], 7);
    Task* const task = core::allocate(
        core::current_worker(), core::TaskShape{.function = count_run, .bytes = sizeof value});
    value = 9;
    std::memcpy(task->data, &value, sizeof value);
    EXPECT_EQ(children(), 2);  // from submission on
    core::submit_task(task, {}, core::Run::later, nullptr);
    made[2] = static_cast<Task*>(w.member->deque.pop());
    EXPECT_EQ(made[2], task);
    expect_child(*task, 9);
    EXPECT_EQ(children(), 3);
    EXPECT_EQ(queued(), 0);
    for (Task* each : made) w.member->deque.push(each);
#pragma omp taskwait
    EXPECT_EQ(runs, 21);
    EXPECT_EQ(children(), 0);
  });
}

/// Captured data lie where they were asked for.
TEST(Create, DataAreAligned) {
  alone([] {
    for (const std::size_t alignment : {1, 8, 16, 32, 64, 128, 4096}) {
      static std::size_t asked;
      static int seen;
      asked = alignment;
      seen = 0;
      int value = 11;
      core::create_task({.body = {[](void* data) {
                                    EXPECT_EQ(reinterpret_cast<std::uintptr_t>(data) % asked, 0u);
                                    seen = *static_cast<int*>(data);
                                  },
                                  &value, [](void* to, void* from) { std::memcpy(to, from, 4); },
                                  sizeof value, alignment}});
#pragma omp taskwait
      EXPECT_EQ(seen, 11);
    }
    Task* const task = core::allocate(
        core::current_worker(),
        core::TaskShape{.function = [](void*) {}, .bytes = 100, .head = 16, .alignment = 64});
    EXPECT_EQ((reinterpret_cast<std::uintptr_t>(task->data) + 16) % 64, 0u);
    core::free_task(task);
  });
}

TEST(Create, DataOfAllSizesArrive) {
  static long sum;
  sum = 0;
  long expected = 0;
  alone([&] {
    for (std::size_t bytes = 1; bytes <= 20'000; bytes += 1 + bytes / 3) {
      std::string data(bytes, 'x');
      for (std::size_t i = 0; i < bytes; ++i) data[i] = static_cast<char>(i * 7 + bytes);
      static std::string captured;
      captured = data;
      ++expected;
      core::create_task(
          {.body = {[](void* at) { sum += std::memcmp(at, captured.data(), captured.size()) == 0; },
                    data.data(), nullptr, bytes, 1}});
      data.assign(bytes, '-');  // they were captured
#pragma omp taskwait
    }
  });
  EXPECT_EQ(sum, expected);
}

TEST(Create, ClausesAreTheTasksOwn) {
  beside_busy([] {
    core::Worker& w = current_worker();
    runs = 0;
    int value = 1;
    core::TaskRequest untied = request(value);
    untied.untied = true;
    core::create_task(untied);
    untied.on_thread = true;  // works on its thread's copies
    core::create_task(untied);
    core::TaskRequest final_one = request(value);
    final_one.final = true;
    core::create_task(final_one);
    Task* made[3];
    for (Task*& task : made) task = static_cast<Task*>(w.member->deque.pop());  // newest first
    EXPECT_EQ(made[0]->creates, Task::kFinal);
    EXPECT_FALSE(made[0]->untied);
    EXPECT_FALSE(made[1]->untied || made[1]->creates != 0);
    EXPECT_TRUE(made[2]->untied);
    for (Task* task : made) w.member->deque.push(task);
#pragma omp taskwait
    EXPECT_EQ(runs, 3);
  });
}

/// Included, and final themselves.
TEST(Create, AFinalTasksChildrenRunInPlace) {
  beside_busy([] {
    int depth = 0;
#pragma omp task final(true) shared(depth)
    {
      const core::Fiber* const own = current_worker().fiber;
#pragma omp task shared(depth, own)
      {
        depth = omp_in_final();
        EXPECT_EQ(current_worker().fiber, own);
      }
      EXPECT_EQ(depth, 1);
    }
#pragma omp taskwait
  });
}

TEST(Create, TheyAreCountedInTheirGroup) {
  beside_busy([] {
    runs = 0;
    int one = 1;
    core::start_taskgroup();
    core::TaskGroup* const group = current_worker().task->group;
    for (int i = 0; i < 10; ++i) core::create<core::kPlainTask>(current_worker(), request(one));
    EXPECT_EQ(core::Family::children(group->tasks.counts()), 10u);
    core::wait_taskgroup();
    EXPECT_EQ(runs, 10);
    EXPECT_EQ(current_worker().task->group, nullptr);
  });
}

/// Nobody takes them: its creator is suspended at the mark, and they are run.
TEST(Create, ACreatorFarAheadIsSuspended) {
  beside_busy([] {
    runs = 0;
    const std::int64_t mark = current_worker().member->team->ready_mark;
    int one = 1;
    constexpr int kMany = 1000;
    for (int i = 0; i < kMany; ++i) {
      core::create<core::kPlainTask>(current_worker(), request(one));
      EXPECT_LE(queued(), mark);
      EXPECT_LE(i + 1 - runs, mark);
    }
    EXPECT_GE(runs, kMany - mark);
#pragma omp taskwait
    EXPECT_EQ(runs, kMany);
  });
}

/// Whose tasks have begun and wait may go on for longer: a later one may be what they wait for.
TEST(Create, ACreatorOfTasksThatWaitIsNot) {
  beside_busy([] {
    core::Worker& w = current_worker();
    const core::Team& team = *w.member->team;
    runs = 0;
    int one = 1;
    std::vector<Task*> waiting;  // as if they had begun
    for (std::int64_t i = 0; i < 2 * team.ready_mark; ++i) {
      core::create<core::kPlainTask>(w, request(one));
      waiting.push_back(static_cast<Task*>(w.member->deque.pop()));
      ASSERT_NE(waiting.back(), nullptr);
    }
    EXPECT_EQ(runs, 0);
    EXPECT_LT(children(), core::high_water(team));
    for (Task* task : waiting) w.member->deque.push(task);
#pragma omp taskwait
    EXPECT_EQ(runs, 2 * team.ready_mark);
  });
}

TEST(Create, ADetachedOneIsCompleteWithItsEvent) {
  alone([] {
    ForeignThreads others;
    static bool fulfilled;
    fulfilled = false;
    runs = 0;
    int value = 1;
    Task* const task = core::allocate(
        core::current_worker(), core::TaskShape{.function = count_run, .bytes = sizeof value});
    std::memcpy(task->data, &value, sizeof value);
    void* const event = core::bind_detach(task);
    core::submit_task(task, {}, core::Run::later, nullptr);
    EXPECT_TRUE(core::has_incomplete_children(*current_worker().task));
    others.after_ms(10, [event] {
      fulfilled = true;
      core::fulfil_detach(event);
    });
#pragma omp taskwait
    EXPECT_TRUE(fulfilled);
    EXPECT_EQ(runs, 1);
  });
}

/// Whatever the outcome, its memory is there for the next one.
TEST(Create, MemoryComesBack) {
  alone([] {
    const auto expect_again = [](auto create) {
      static const void* last;
      int same = 0;
      last = nullptr;
      for (int i = 0; i < 100; ++i) {
        const void* const before = last;
        create([] { last = current_worker().task; });
#pragma omp taskwait
        same += last == before;
      }
      EXPECT_GT(same, 90);
    };
    expect_again([](auto body) { create_child(body); });
    expect_again([](auto body) { enqueued(body); });
    expect_again([](auto body) {
#pragma omp task if (0)
      body();
    });
  });
}

}  // namespace
}  // namespace tidemill::test
