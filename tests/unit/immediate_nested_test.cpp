// Tasks that run immediately on top of a task that does so itself: what each finds when it goes on,
// in whatever order they do. Under the sanitizers none runs so, and this isn't built.
#include <gtest/gtest.h>
#include <tidemill/tasking.h>

#include <algorithm>
#include <atomic>
#include <string>

#include "immediate_support.hpp"
#include "support.hpp"

namespace tidemill::test {
namespace {

TEST(ImmediateNested, EndsBeforeItsCreatorGoesOn) {
  alone([] {
    core::Worker& w = current_worker();
    core::Task* const lowest = w.task;
    for (int round = 0; round < 100; ++round) {
      std::string log;
      immediately([&] {
        core::Task* const creator = w.task;
        core::Fiber* const own = w.fiber;
        log += '1';
        for (int i = 0; i < 3; ++i)
          immediately([&, creator, own] {
            EXPECT_EQ(w.task->parent, creator);
            EXPECT_EQ(w.task->depth, creator->depth + 1);
            EXPECT_NE(w.fiber, own);
            EXPECT_EQ(w.fiber->below, own);
            log += '2';
            immediately([&] { log += '3'; });
            log += 'b';
          });
        EXPECT_EQ(w.task, creator);
        EXPECT_EQ(w.fiber, own);
        EXPECT_EQ(creator->family.own_children(), 0);
        log += 'a';
      });
      EXPECT_EQ(w.task, lowest);
      EXPECT_EQ(w.fiber->below, nullptr);
      ASSERT_EQ(log, "123b23b23ba");
    }
  });
}

/// Creates a child, which creates one, and so on.
void dig(int* depth, int most) {
  core::Worker& w = current_worker();
  EXPECT_LE(core::side_calls(w), core::kMostSideCalls);
  if (++*depth == most) return;
  give_turn();
  const int before = *depth;
  create_child([=] { dig(depth, most); });
  const bool enqueued = *depth == before;
  EXPECT_EQ(enqueued, core::side_calls(w) == core::kMostSideCalls);
}

/// How deep they stand is limited; further ones are in the queue.
TEST(ImmediateNested, ARecursionEndsSomewhere) {
  alone([] {
    int depth = 0;
    dig(&depth, 50);
    EXPECT_EQ(depth, core::kMostSideCalls + 1);
    while (depth < 50) {
#pragma omp taskyield
    }
#pragma omp taskwait
  });
}

/// Tasks with dependences, each of which has four such children, and waits for them.
void grow_tree(int levels, int* leaves) {
  if (levels == 0) {
    ++*leaves;
    return;
  }
  for (int i = 0; i < 4; ++i) {
    core::Dependence out{leaves + 1 + i % 2, core::Access::out};
    struct Captured {
      int levels;
      int* leaves;
    } captured{levels - 1, leaves};
    const auto body = [](void* data) {
      const auto* c = static_cast<const Captured*>(data);
      grow_tree(c->levels, c->leaves);
    };
    core::create_task({.body = {body, &captured, nullptr, sizeof captured, alignof(Captured)},
                       .dependences = {&out, 1}});
  }
#pragma omp taskwait
}

/// In a team of one nobody else would take them. Now and then one is queued, so that its creator's
/// creator has its turn: that ends where somebody waits for them all.
TEST(ImmediateNested, OfATreeOfDependentTasksFewAreQueued) {
  alone([] {
    int leaves[3] = {};
    const std::uint64_t before = current_worker().member->ordered.pushes();
    constexpr int kRounds = 20, kLeaves = 4096;
    for (int round = 0; round < kRounds; ++round) grow_tree(6, leaves);
    EXPECT_EQ(leaves[0], kRounds * kLeaves);
    EXPECT_LT(current_worker().member->ordered.pushes() - before, kRounds * kLeaves / 2);
  });
}

/// Each of them creates two of its kind, until it is told to stop.
void multiply(std::atomic<int>* count, const std::atomic<bool>* stop) {
  ++*count;
  for (int i = 0; i < 2 && !*stop; ++i) create_child([=] { multiply(count, stop); });
}

/// A tree that nobody waits for doesn't keep its first creator from going on.
TEST(ImmediateNested, ACreatorHasItsTurnBelowATreeThatGrows) {
  alone([] {
    std::atomic<int> count{0};
    std::atomic<bool> stop{false};
    create_child([&] { multiply(&count, &stop); });
    stop = true;
    EXPECT_GT(count, 32);
    EXPECT_LT(count, 1'000'000);
#pragma omp taskwait
  });
}

TEST(ImmediateNested, EachGoesOnBeforeTheOneAboveThatWaits) {
  alone([] {
    for (int round = 0; round < 100; ++round) {
      std::string log;
      void *context1 = nullptr, *context2 = nullptr, *context3 = nullptr;
      immediately([&] {
        const Canary canary1(1);
        log += '1';
        immediately([&] {
          const Canary canary2(2);
          log += '2';
          immediately([&] {
            const Canary canary3(3);
            log += '3';
            block(&context3);
            log += 'c';
          });
          log += 'z';
          block(&context2);
          log += 'b';
        });
        log += 'y';
        block(&context1);
        log += 'a';
      });
      log += 'x';
      tidemill_unblock_task(context1);
      tidemill_unblock_task(context3);
      tidemill_unblock_task(context2);
#pragma omp taskwait
      // The taskwait is for the first alone; the others go on first or with it, in that order.
      while (log.size() < 9) {
#pragma omp taskyield
      }
      ASSERT_EQ(log, "123zyxacb");
      EXPECT_TRUE(current_worker().throttled.empty());
    }
  });
}

/// Its creator ends first, then the one below that; none waits for it but the region.
TEST(ImmediateNested, OutlivesThoseBelow) {
  static std::string log;
  static void* context;
  log.clear();
  alone([] {
    immediately([] {
      immediately([] {
        block(&context);
        log += '2';
      });
      log += '1';
    });
    log += '0';
#pragma omp taskwait
    EXPECT_EQ(log, "10");
    tidemill_unblock_task(context);
  });
  EXPECT_EQ(log, "102");
}

TEST(ImmediateNested, ACreatorsTaskwaitIsForThoseThatWait) {
  alone([] {
    std::string log;
    void* context = nullptr;
    immediately([&] {
      immediately([&] {
        block(&context);
        log += '2';
      });
      log += '1';
#pragma omp taskwait
      log += 'w';
    });
    log += '0';
    tidemill_unblock_task(context);
#pragma omp taskwait
    EXPECT_EQ(log, "102w");
  });
}

/// Overwrites what lies above, on whatever stack a new task gets.
void run_child_with_frame() {
  create_child([] { const Canary canary7(7); });
}

/// Who stands on a side stack may be on the point of going on while others create tasks, whoever
/// runs first: nobody else gets that stack.
TEST(ImmediateNested, NobodyComesToUseTheStackOfOneThatIsToGoOn) {
  for (const bool beside_waiter : {true, false}) {
    alone([beside_waiter] {
      core::Worker& w = current_worker();
      for (int round = 0; round < 100; ++round) {
        bool go = false, gone = false;
        const auto other = [&] {
          while (!go) {
#pragma omp taskyield
          }
          give_turn();
          run_child_with_frame();
          gone = true;
        };
        const auto give_way = [&] {
          const Canary canary2(2);
          // As if many had: those go on first then, before what may be resumed.
          w.yields.count += 64;
          while (!gone) {
#pragma omp taskyield
          }
          w.yields.count -= 64;
        };
#pragma omp taskgroup
        {
          immediately(other);
          immediately([&] {
            const Canary canary1(1);
            go = true;
            if (beside_waiter) {
              enqueued(give_way, Tied::no);
#pragma omp taskwait
            } else {
              immediately(give_way);
            }
          });
        }
        EXPECT_TRUE(gone);
      }
    });
  }
}

/// Runs `body` above so many side calls more, each of a task that has something on its stack.
template <class Body>
void above(int calls, const Body& body) {
  const Canary canary(calls);
  if (calls == 0) return body();
  const Body* const at = &body;
  immediately([=] { above(calls - 1, *at); });
}

/// Those throttled are in line of descent, so that the newest goes on first.
void check_throttled() {
  const core::Worker& w = current_worker();
  EXPECT_TRUE(std::is_sorted(w.throttled.begin(), w.throttled.end(),
                             [](auto* one, auto* other) { return one->depth < other->depth; }));
}

constexpr long kMany = 2000;

/// By a creator that stands too high for them to run immediately: the queue fills, and it is
/// throttled.
void create_many(std::atomic<long>* sum) {
  EXPECT_EQ(core::side_calls(current_worker()), core::kMostSideCalls);
  for (long i = 0; i < kMany; ++i)
    create_child([=] {
      *sum += i;
      check_throttled();
      run_child_with_frame();
    });
#pragma omp taskwait
}

void expect_nobody_throttled() {
  EXPECT_TRUE(current_worker().throttled.empty());
  EXPECT_TRUE(current_worker().member->waiting.empty());
}

TEST(ImmediateNested, AThrottledTaskIsSuspendedWithAllBelow) {
  std::atomic<long> sum{0};
  alone([&] {
    for (int round = 0; round < 3; ++round) {
#pragma omp taskgroup
      above(core::kMostSideCalls, [&] { create_many(&sum); });
    }
    EXPECT_EQ(sum, 3 * kMany * (kMany - 1) / 2);
    expect_nobody_throttled();
  });
}

/// Among them one that waits for the one throttled: its stack is the one's between the two.
TEST(ImmediateNested, AThrottledTaskIsSuspendedAboveOneThatWaits) {
  std::atomic<long> sum{0};
  alone([&] {
#pragma omp taskgroup
    above(2, [&sum] {
      std::atomic<long>* const to = &sum;
      enqueued([to] { above(core::kMostSideCalls - 3, [to] { create_many(to); }); }, Tied::no);
#pragma omp taskwait
    });
    EXPECT_EQ(sum, kMany * (kMany - 1) / 2);
    expect_nobody_throttled();
  });
}

/// Whoever waits, tied, is not to find a task on top of it that began after and that it can't wait
/// for; however many side calls above.
TEST(ImmediateNested, AboveOneThatWaitsNothingElseBegins) {
  static void* counter;  // static: the untied one's child goes on in the region's end
  static std::atomic<bool> other_ran, one_waits;  // GCC takes taskwait to touch no static variable
  other_ran = false;
  one_waits = false;
  alone([] {
    const auto leaves_an_event = [] {
      immediately([] {
        counter = tidemill_get_current_event_counter();
        tidemill_increase_current_task_event_counter(counter, 1);
      });
#pragma omp taskwait
      EXPECT_TRUE(other_ran);
    };
    enqueued([] {
      other_ran = true;
      EXPECT_FALSE(one_waits);
      tidemill_decrease_task_event_counter(counter, 1);
    });
    enqueued([leaves_an_event] {
      one_waits = true;
      enqueued(
          [leaves_an_event] {
            EXPECT_TRUE(current_worker().fiber->below_waits());
            immediately(leaves_an_event, Tied::no);
          },
          Tied::no);
#pragma omp taskwait
      one_waits = false;
    });
#pragma omp taskwait
    EXPECT_TRUE(other_ran);
  });
}

/// By the program's own constructs, in front of a queue that is full: parents and their children,
/// one after the other.
TEST(ImmediateNested, InFrontOfAFullQueueChildrenRunWhereTheyAreCreated) {
  beside_busy([] {
    fill_queue();
    int in_place = 0, in_all = 0;
    for (int i = 0; i < 200; ++i) {
#pragma omp task shared(in_place, in_all)
      {
        std::string log;
        for (int k = 0; k < 4; ++k) {
#pragma omp task shared(log)
          log += '2';
        }
        ++in_all;
        in_place += log == "2222";
#pragma omp taskwait
        EXPECT_EQ(log, "2222");
      }
    }
#pragma omp taskwait
    EXPECT_EQ(in_all, 200);
    EXPECT_GT(in_place, 50);
  });
}

}  // namespace
}  // namespace tidemill::test
