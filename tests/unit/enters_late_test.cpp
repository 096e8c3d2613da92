// Tasks with dependences that their creator runs immediately, and that are entered in its table
// only if they outlive that (task/immediate.hpp): whoever is created later waits for them as for
// any. In teams of one and outside any region. Under the sanitizers they are entered at once, and
// what the tasks do is the same.
#include <gtest/gtest.h>
#include <omp.h>
#include <tidemill/tasking.h>

#include <atomic>
#include <span>
#include <string>

#include "core/task/create.hpp"
#include "support.hpp"

namespace tidemill::test {
namespace {

using core::Access;
using core::current_worker;
using core::Dependence;

bool has_children() { return core::has_incomplete_children(*current_worker().task); }

/// The current task creates a child that runs `body`, copied.
template <class Body>
void create(Body body, std::span<const Dependence> dependences) {
  core::create_task({.body = {[](void* data) { (*static_cast<Body*>(data))(); }, &body, nullptr,
                              sizeof body, alignof(Body)},
                     .dependences = dependences});
}

void give_way() {
  for (int i = 0; i < 8; ++i) {
#pragma omp taskyield
  }
}

/// How a task outlives the call that runs it.
enum class Outlives { waiting, with_an_event };

/// One that goes on, or whose last event comes, when end() is called.
struct First {
  Outlives how;
  void* handle = nullptr;
  bool over = false;

  void run() {
    if (how == Outlives::waiting) {
      void* const mine = handle = tidemill_get_current_blocking_context();
      tidemill_block_current_task(mine);
      over = true;
    } else {
      handle = tidemill_get_current_event_counter();
      tidemill_increase_current_task_event_counter(handle, 1);
    }
  }
  void end() {
    ASSERT_NE(handle, nullptr);
    if (how == Outlives::waiting) return tidemill_unblock_task(handle);
    over = true;
    tidemill_decrease_task_event_counter(handle, 1);
  }
};

/// Is a task with `second` to wait for one with `first`, both of one address?
bool depends(Access first, Access second) {
  return first != second || first == Access::out || first == Access::mutexinoutset ||
         first == Access::all_memory;
}

/// A task with `first`, created with nothing incomplete, then one with `second`.
void expect_order(Outlives how, Access first, Access second) {
  int x = 0;
  First task{how};
  const Dependence one{&x, first}, other{&x, second};
  bool ran = false, was_over = false;
  First* const at = &task;
  create([at] { at->run(); }, {&one, 1});
  create([&ran, &was_over, at] { ran = true, was_over = at->over; }, {&other, 1});
  give_way();
  const bool waits = depends(first, second);
  EXPECT_EQ(ran, !waits) << static_cast<int>(first) << " before " << static_cast<int>(second);
  task.end();
#pragma omp taskwait
  EXPECT_TRUE(ran);
  EXPECT_EQ(was_over, waits);
  EXPECT_FALSE(has_children());
}

TEST(EntersLate, LaterSiblingsOfAllKindsSeeIt) {
  constexpr Access kAll[] = {Access::in, Access::out, Access::mutexinoutset, Access::inoutset,
                             Access::all_memory};
  const auto all = [&] {
    for (const Outlives how : {Outlives::waiting, Outlives::with_an_event})
      for (const Access first : kAll)
        for (const Access second : kAll) expect_order(how, first, second);
  };
  all();
#pragma omp parallel num_threads(1) shared(all)
  all();
}

TEST(EntersLate, OneThatEndsInOneGoIsForgotten) {
#pragma omp parallel num_threads(1)
  {
    int x = 0;
    const Dependence out{&x, Access::out};
    int* const at = &x;
    for (int i = 0; i < 1000; ++i) {
      create([at] { ++*at; }, {&out, 1});
      if (core::kSideCalls && i < 10) {
        EXPECT_EQ(x, i + 1);
      }
    }
#pragma omp taskwait
    EXPECT_EQ(x, 1000);
    EXPECT_FALSE(has_children());
  }
}

TEST(EntersLate, OnlyWhatItNamesWaitsForIt) {
#pragma omp parallel num_threads(1)
  {
    int x[20] = {};
    Dependence names[20];
    for (int i = 0; i < 20; ++i) names[i] = {&x[i], Access::out};
    First task{Outlives::waiting};
    First* const at = &task;
    create([at] { at->run(); }, {names, 19});  // more than its block has room for
    int after = 0, beside = 0;
    for (int i = 0; i < 19; ++i) create([&after] { ++after; }, {&names[i], 1});
    create([&beside] { ++beside; }, {&names[19], 1});
    give_way();
    EXPECT_EQ(after, 0);
    EXPECT_EQ(beside, 1);
    task.end();
#pragma omp taskwait
    EXPECT_EQ(after, 19);
  }
}

TEST(EntersLate, OnTopOfEachOther) {
#pragma omp parallel num_threads(1)
  {
    static int x, y;
    static std::string log;
    static First upper{Outlives::waiting}, lower{Outlives::waiting};
    log.clear();
    upper.handle = lower.handle = nullptr;
    const Dependence of_x{&x, Access::out}, of_y{&y, Access::out};
    create(
        [] {
          const Dependence inner{&y, Access::out};
          create([] { upper.run(), log += 'u'; }, {&inner, 1});
          create([] { log += 'v'; }, {&inner, 1});  // it waits for that one
          lower.run();
          log += 'l';
#pragma omp taskwait
          log += 'm';
        },
        {&of_x, 1});
    create([] { log += 'x'; }, {&of_x, 1});
    create([] { log += 'y'; }, {&of_y, 1});  // another task's children's y
    give_way();
    EXPECT_EQ(log, "y");
    lower.end();
    give_way();
    EXPECT_EQ(log, "yl");
    upper.end();
#pragma omp taskwait
    EXPECT_EQ(log, "yluvmx");
  }
}

TEST(EntersLate, TaskwaitDependAndUndeferredOnesWaitForIt) {
  ForeignThreads threads;
#pragma omp parallel num_threads(1) shared(threads)
  for (const bool undeferred : {false, true}) {
    int x = 0;
    First task{Outlives::waiting};
    First* const at = &task;
    const Dependence out{&x, Access::out}, in{&x, Access::in};
    create([at] { at->run(); }, {&out, 1});
    while (task.handle == nullptr) give_way();
    threads.after_ms(5, [at] { at->end(); });
    if (undeferred) {
#pragma omp task if (0) depend(in : x) shared(task)
      EXPECT_TRUE(task.over);
    } else {
      core::wait_dependences({&in, 1});
    }
    EXPECT_TRUE(task.over);
#pragma omp taskwait
  }
}

/// Its end isn't its children's: what depends on it need not wait for those.
TEST(EntersLate, ChildrenLeftBehindHoldNobodyUp) {
  // Atomic: GCC takes a taskyield for a call that touches no static variable.
  static std::atomic<void*> context;
  static std::atomic<bool> over;
  over = false;
  context = nullptr;
#pragma omp parallel num_threads(1)
  {
    int x = 0;
    const Dependence out{&x, Access::out};
    bool ran = false;
    create(
        [] {
          create(
              [] {
                void* const mine = context = tidemill_get_current_blocking_context();
                tidemill_block_current_task(mine);
                over = true;
              },
              {});
        },
        {&out, 1});
    create([&ran] { ran = true; }, {&out, 1});
#pragma omp taskwait
    EXPECT_TRUE(ran);
    EXPECT_FALSE(over);
    while (context == nullptr) give_way();
    tidemill_unblock_task(context);
  }
  EXPECT_TRUE(over);
}

TEST(EntersLate, ItsGroupWaitsForTheChildrenItLeaves) {
  static std::atomic<int> over;
  over = 0;
#pragma omp parallel num_threads(1)
  {
    ForeignThreads threads;
    [[maybe_unused]] int x = 0;
#pragma omp taskgroup
    {
#pragma omp task depend(out : x) shared(threads)
      {
#pragma omp task shared(threads)
        {
          void* context = tidemill_get_current_blocking_context();
          threads.after_ms(20, [context] { tidemill_unblock_task(context); });
          tidemill_block_current_task(context);
          ++over;
        }
      }
    }
    EXPECT_EQ(over, 1);
    // The next task, in the same memory, is in no group.
#pragma omp task depend(out : x)
    EXPECT_EQ(current_worker().task->group, nullptr);
  }
}

}  // namespace
}  // namespace tidemill::test
