// The straight line into the queue: the same descriptor as by the other ways, and where it isn't
// taken nothing has been done.
#include "core/task/straight.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstring>
#include <vector>

#include "core/task/at_once.hpp"
#include "core/task/spawn.hpp"
#include "platform/cpu.hpp"
#include "support.hpp"

namespace tidemill::test {
namespace {

using core::current_worker;
using core::Task;

int runs = 0;
void count_run(void* data) { runs += *static_cast<int*>(data); }

std::int64_t children() { return current_worker().task->family.own_children(); }
std::int64_t queued() { return current_worker().member->deque.size(); }

template <class Code>
void in_region(Code code) {
  runs = 0;
#pragma omp parallel num_threads(1) shared(code)
  code(current_worker());
}

/// Blocks at hand, as after some tasks.
void warm_up(core::Worker& w) {
  for (std::size_t bytes : {sizeof(Task), core::AtOnce::kBytes}) {
    const auto block = w.blocks.allocate(bytes);
    w.blocks.free(block.memory, block.size_class);
  }
  core::drop_shells(w);
}

/// What an interface asks before it creates a common task.
bool goes_straight(core::Worker& w, const void* data, std::size_t bytes, bool untied = false) {
  return core::bears_plain(w) && core::has_few_children(w) &&
         core::spawn_straight(w, count_run, data, bytes, untied);
}

/// As both should be for a child that the current task has just created.
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
  EXPECT_TRUE(task.family.is_as_new());
  EXPECT_FALSE(task.untied || task.final || task.named || task.has_more || task.implicit);
  EXPECT_EQ(task.next_threads, 0);
}

TEST(Straight, MakesWhatTheOtherWaysMake) {
  in_region([](core::Worker& w) {
    warm_up(w);
    int value = 5;
    ASSERT_TRUE(goes_straight(w, &value, sizeof value));
    auto* const straight = static_cast<Task*>(w.member->deque.pop());
    expect_child(*straight, 5);
    EXPECT_EQ(straight->size_class, core::BlockCache::class_of(sizeof(Task) + sizeof value));
    value = 7;
    core::spawn_plain(w, count_run, &value, sizeof value);
    auto* const plain = static_cast<Task*>(w.member->deque.pop());
    expect_child(*plain, 7);
    EXPECT_EQ(children(), 2);
    w.member->deque.push(straight);
    w.member->deque.push(plain);
#pragma omp taskwait
    EXPECT_EQ(runs, 12);
    EXPECT_EQ(children(), 0);
  });
}

/// Makes room for so many tasks in the current worker's deque.
void make_room(core::Worker& w, int tasks) {
  Task none;
  for (int i = 0; i < tasks; ++i) w.member->deque.push(&none);
  for (int i = 0; i < tasks; ++i) ASSERT_EQ(w.member->deque.pop(), &none);
}

TEST(Straight, IsTakenUpToTheMarkAndNotBeyond) {
  in_region([](core::Worker& w) {
    const int few = w.member->team->few_ready;
    make_room(w, few + 1);
    int one = 1;
    for (int i = 0; i <= few; ++i) {
      warm_up(w);
      EXPECT_EQ(core::spawn_straight(w, count_run, &one, sizeof one), i < few);
    }
    EXPECT_EQ(children(), few);
    EXPECT_EQ(queued(), few);
#pragma omp taskwait
    EXPECT_EQ(runs, few);
  });
}

/// Nobody else would take them from the queue.
TEST(Straight, IsLeftSoonByTheManyChildrenOfATeamOfOne) {
  static constexpr int kMany = 1000;
  in_region([](core::Worker& w) {
    const core::Team& team = *w.member->team;
    EXPECT_LT(team.few_children, team.ready_mark);
    int one = 1;
    for (int i = 0; i < kMany; ++i) {
      core::spawn_plain(w, count_run, &one, sizeof one);
      if (i == team.few_children - 1) {
        EXPECT_EQ(queued(), team.few_children);
      }
    }
    EXPECT_LT(queued(), team.ready_mark);
    EXPECT_GT(runs, kMany - team.ready_mark);
#pragma omp taskwait
    EXPECT_EQ(runs, kMany);
  });
}

/// Each run of such tasks is over after 50 us: the producer is put aside for what is queued.
TEST(Straight, TheQueueOfATeamOfOneGetsItsTurns) {
  constexpr std::uint64_t kNs = 5'000'000;
  in_region([](core::Worker& w) {
    const core::Team& team = *w.member->team;
    w.at_once.reluctance = 0;  // whatever tests before have left
    int one = 1;
    std::int64_t most = 0;
    std::int64_t created = 0;
    const std::uint64_t start = platform::now_ns();
    for (; platform::now_ns() - start < kNs; ++created) {
      core::spawn_plain(w, count_run, &one, sizeof one);
      most = std::max(most, queued());
    }
    EXPECT_LE(most, team.few_children + 1);
    EXPECT_LT(most, team.ready_mark / 2);
#pragma omp taskwait
    EXPECT_EQ(runs, created);
  });
}

/// Of a team of several others may.
TEST(Straight, IsTakenByManyChildrenOfATeamOfTwo) {
  const int few = core::few_children_of(2), mark = core::ready_mark_of(2);
  EXPECT_GT(few, mark);
  EXPECT_EQ(core::among_many_mark_of(2), mark);
}

TEST(Straight, IsTakenWhileTheCreatorIsNotFarAhead) {
  in_region([](core::Worker& w) {
    const std::int64_t most = w.member->team->few_children;
    int one = 1;
    std::vector<Task*> waiting;  // as tasks do that have begun and wait for a message
    std::int64_t straight = 0;
    for (std::int64_t i = 0; i < most; ++i) {
      warm_up(w);
      EXPECT_TRUE(core::has_few_children(w));
      if (goes_straight(w, &one, sizeof one))
        ++straight;
      else
        core::spawn_plain(w, count_run, &one, sizeof one);  // no slot was at hand
      waiting.push_back(static_cast<Task*>(w.member->deque.pop()));
      ASSERT_NE(waiting.back(), nullptr);
    }
    EXPECT_GT(straight, most / 2);
    EXPECT_EQ(children(), most);
    EXPECT_FALSE(core::has_few_children(w));
    for (Task* task : waiting) w.member->deque.push(task);
#pragma omp taskwait
    EXPECT_EQ(runs, most);
  });
}

TEST(Straight, IsForUntiedTasksToo) {
  in_region([](core::Worker& w) {
    warm_up(w);
    int value = 5;
    ASSERT_TRUE(goes_straight(w, &value, sizeof value, true));
    auto* const task = static_cast<Task*>(w.member->deque.pop());
    EXPECT_TRUE(task->untied);
    task->untied = false;
    expect_child(*task, 5);
    task->untied = true;
    w.member->deque.push(task);
#pragma omp taskwait
    EXPECT_EQ(runs, 5);
  });
}

/// Asks for a child of the current task where the line must not be taken.
void expect_refused(std::size_t bytes = sizeof(int)) {
  core::Worker& w = current_worker();
  warm_up(w);
  const std::int64_t before = children(), ready = queued();
  const std::uint64_t stamp = w.stamp;
  const char data[512] = {};
  EXPECT_FALSE(goes_straight(w, data, bytes));
  EXPECT_EQ(children(), before);
  EXPECT_EQ(queued(), ready);
  EXPECT_EQ(w.stamp, stamp);
}

TEST(Straight, IsNotForATaskgroup) {
  in_region([](core::Worker&) {
#pragma omp taskgroup
    expect_refused();
  });
}

TEST(Straight, IsNotForAFinalTask) {
  in_region([](core::Worker&) {
#pragma omp task final(true)
    expect_refused();
  });
}

TEST(Straight, IsNotForMoreDataThanTheSmallBlocksHold) {
  in_region([](core::Worker& w) {
    expect_refused(core::kMostPlainBytes + 1);
    warm_up(w);
    const char data[core::kMostPlainBytes] = {1};
    ASSERT_TRUE(goes_straight(w, data, sizeof data));
  });
  EXPECT_EQ(runs, 1);
}

TEST(Straight, IsNotOutsideARegion) { expect_refused(); }

TEST(Straight, IsNotWhereFencesCost) {
  in_region([](core::Worker&) {
    const bool were_light = platform::kernel_fences.exchange(false);
    expect_refused();
    platform::kernel_fences = were_light;
  });
}

Task* allocate(core::Worker& w, int value, std::size_t padding = 0) {
  Task* const task = core::allocate_straight(w, count_run, padding, sizeof value);
  if (task != nullptr) std::memcpy(task->data, &value, sizeof value);
  return task;
}

TEST(Straight, TwoStepsMakeTheSame) {
  in_region([](core::Worker& w) {
    warm_up(w);
    Task* const task = allocate(w, 3, 48);
    ASSERT_NE(task, nullptr);
    EXPECT_EQ(static_cast<char*>(task->data), reinterpret_cast<char*>(task + 1) + 48);
    EXPECT_EQ(children(), 0);  // from the second on
    ASSERT_TRUE(core::submit_straight(task));
    EXPECT_EQ(children(), 1);
    ASSERT_EQ(w.member->deque.pop(), task);
    expect_child(*task, 3);
    w.member->deque.push(task);
#pragma omp taskwait
    EXPECT_EQ(runs, 3);
  });
}

TEST(Straight, OneWithMoreToItTakesAnotherWay) {
  in_region([](core::Worker& w) {
    warm_up(w);
    Task* task = allocate(w, 1);
    ASSERT_NE(task, nullptr);
    core::set_priority(task, 0);  // which keeps account of how long it takes
    EXPECT_FALSE(core::submit_straight(task));
    core::submit_task(task, {}, core::Run::later);
#pragma omp taskwait
    warm_up(w);
    core::discard_task(allocate(w, 1));
    EXPECT_EQ(children(), 0);
  });
  EXPECT_EQ(runs, 1);
}

TEST(Straight, ADetachedOneIsCompleteWithItsEvent) {
  static bool fulfilled;
  fulfilled = false;
  ForeignThreads others;
  in_region([&](core::Worker& w) {
    warm_up(w);
    Task* const task = allocate(w, 1);
    ASSERT_NE(task, nullptr);
    void* const event = core::bind_detach(task);
    ASSERT_TRUE(core::submit_straight(task));
    EXPECT_EQ(children(), 1);
    others.after_ms(10, [event] {
      fulfilled = true;
      core::fulfil_detach(event);
    });
#pragma omp taskwait
    EXPECT_TRUE(fulfilled);
  });
  EXPECT_EQ(runs, 1);
}

TEST(Straight, AShellComesFirstAndGoesThePlainWay) {
  in_region([](core::Worker& w) {
    warm_up(w);
    w.at_once.shell = core::take_spare_slow(w);
    Task* const shell = w.at_once.shell;
    Task* const task = allocate(w, 4);
    EXPECT_EQ(task, shell);
    EXPECT_EQ(w.at_once.shell, nullptr);
    EXPECT_FALSE(core::submit_straight(task));
    core::submit_task(task, {}, core::Run::later);
#pragma omp taskwait
    EXPECT_EQ(runs, 4);
  });
}

TEST(Straight, ChildrenOfATaskThatHasMovedRunWhereItIs) {
  in_region([](core::Worker& w) {
    warm_up(w);
    Task* const task = allocate(w, 1);
    ASSERT_NE(task, nullptr);
    task->home = nullptr;  // as an untied creator may have left it on another thread
    ASSERT_TRUE(core::submit_straight(task));
    EXPECT_EQ(task->home, w.member);
#pragma omp taskwait
    EXPECT_EQ(runs, 1);
  });
}

}  // namespace
}  // namespace tidemill::test
