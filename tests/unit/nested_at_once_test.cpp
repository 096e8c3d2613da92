// Tasks that run at once on top of a task that does so itself: what each finds when it goes on, in
// whatever order they do. Under the sanitizers none runs so, and this isn't built.
#include <gtest/gtest.h>
#include <tidemill/tasking.h>

#include <algorithm>
#include <atomic>
#include <string>
#include <vector>

#include "at_once_support.hpp"
#include "support.hpp"

namespace tidemill::test {
namespace {

void block(void** context) {
  *context = tidemill_get_current_blocking_context();
  tidemill_block_current_task(*context);
}

/// Words on the stack of the task that makes it, which nobody else may write.
class Canary {
 public:
  explicit Canary(int seed) : seed_(seed) {
    for (int i = 0; i < kWords; ++i) words_[i] = seed + i;
  }
  ~Canary() {
    for (int i = 0; i < kWords; ++i) EXPECT_EQ(words_[i], seed_ + i);
  }
  Canary(const Canary&) = delete;
  Canary& operator=(const Canary&) = delete;

 private:
  static constexpr int kWords = 256;
  const int seed_;
  volatile int words_[kWords];
};

TEST(NestedAtOnce, EndsBeforeItsProducerGoesOn) {
  alone([] {
    core::Worker& w = current_worker();
    core::Task* const lowest = w.task;
    for (int round = 0; round < 100; ++round) {
      std::string log;
      at_once([&] {
        core::Task* const producer = w.task;
        core::Fiber* const own = w.fiber;
        log += '1';
        for (int i = 0; i < 3; ++i)
          nested([&] {
            EXPECT_EQ(w.task->parent, producer);
            EXPECT_EQ(w.task->depth, producer->depth + 1);
            EXPECT_NE(w.fiber, own);
            EXPECT_EQ(w.fiber->below, own);
            log += '2';
            nested([&] { log += '3'; });
            log += 'b';
          });
        EXPECT_EQ(w.task, producer);
        EXPECT_EQ(w.fiber, own);
        EXPECT_EQ(producer->family.own_children(), 0);
        log += 'a';
      });
      EXPECT_EQ(w.task, lowest);
      EXPECT_EQ(w.fiber->below, nullptr);
      ASSERT_EQ(log, "123b23b23ba");
    }
  });
}

/// How deep they stand is limited, and the lowest has the look at the clock.
TEST(NestedAtOnce, ARecursionEndsSomewhere) {
  alone([] {
    int depth = 0;
    struct Dig {
      int* depth;
      void operator()() const {
        core::Worker& w = current_worker();
        ++*depth;
        w.at_once.left = 1;
        EXPECT_FALSE(core::may_begin_nested(w));
        EXPECT_EQ(w.at_once.left, 1u);
        w.at_once.left = 1000;
        if (!core::may_begin_nested(w)) return;
        ASSERT_LT(*depth, 100);
        core::run_nested(w, make_child(*this));
      }
    };
    at_once(Dig{&depth});
    EXPECT_GT(depth, 2);
  });
}

TEST(NestedAtOnce, EachOvertakesTheOneAboveThatWaits) {
  alone([] {
    for (int round = 0; round < 100; ++round) {
      std::string log;
      void *context1 = nullptr, *context2 = nullptr, *context3 = nullptr;
      at_once([&] {
        const Canary canary1(1);
        log += '1';
        nested([&] {
          const Canary canary2(2);
          log += '2';
          nested([&] {
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
      ASSERT_EQ(log, "123zyxacb");
      EXPECT_TRUE(current_worker().aside.empty());
    }
  });
}

/// Its producer ends first, then the one below that; none waits for it but the region.
TEST(NestedAtOnce, OutlivesThoseBelow) {
  static std::string log;
  static void* context;
  log.clear();
  alone([] {
    at_once([] {
      nested([] {
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

TEST(NestedAtOnce, AProducersTaskwaitIsForThoseThatWait) {
  alone([] {
    std::string log;
    void* context = nullptr;
    at_once([&] {
      nested([&] {
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

/// Who stands on the worker's only stack for tasks that run at once may be on the point of going
/// on: then none does, whoever runs first.
TEST(NestedAtOnce, NobodyComesToUseTheStackOfOneThatIsToGoOn) {
  for (const bool beside : {true, false}) {
    alone([beside] {
      core::Worker& w = current_worker();
      bool go = false, gone = false, was_there = false;
      // What goes on when the one above gives way.
      const auto other = [&] {
        while (!go) {
#pragma omp taskyield
        }
        was_there = w.at_once.side != nullptr;
        EXPECT_FALSE(was_there && core::may_begin_at_once(w));
        gone = true;
      };
      const auto give_way = [&] {
        const Canary canary2(2);
        // As if many had: those go on first then, before what may be resumed.
        w.yielded_count += 64;
        while (!gone) {
#pragma omp taskyield
        }
        w.yielded_count -= 64;
      };
      int times = 0;
      for (int round = 0; round < 100; ++round) {
        go = gone = was_there = false;
        at_once(other);
        at_once([&] {
          const Canary canary1(1);
          go = true;
          if (beside) {
#pragma omp task untied
            give_way();
#pragma omp taskwait
          } else {
            nested(give_way);
          }
        });
#pragma omp taskwait
        EXPECT_TRUE(gone);
        times += was_there;
      }
      EXPECT_GT(times, 10);
    });
  }
}

/// Uses the worker's stack for such tasks, if nobody else seems to. Those put aside are in line of
/// descent, so that the newest goes on first.
void run_one_if_may() {
  core::Worker& w = current_worker();
  EXPECT_TRUE(std::is_sorted(w.aside.begin(), w.aside.end(),
                             [](auto* one, auto* other) { return one->depth < other->depth; }));
  if (!core::may_begin_at_once(w)) return;
  core::run_at_once(w, make_child([] { const Canary canary7(7); }));
}

TEST(NestedAtOnce, ACrowdedTaskIsPutAsideWithAllBelow) {
  std::atomic<long> sum{0};
  alone([&] {
    constexpr long kTasks = 2000;
    for (int round = 0; round < 3; ++round) {
      at_once([&sum] {
        const Canary canary1(1);
        nested([&sum] {
          const Canary canary2(2);
          for (long i = 0; i < kTasks; ++i) {
            current_worker().at_once.left = 1;  // queued ones, so that they are many
#pragma omp task firstprivate(i) shared(sum)
            {
              sum += i;
              run_one_if_may();
            }
          }
#pragma omp taskwait
        });
      });
#pragma omp taskwait
    }
    EXPECT_EQ(sum, 3 * kTasks * (kTasks - 1) / 2);
    EXPECT_TRUE(current_worker().aside.empty());
    EXPECT_TRUE(current_worker().member->waiting.empty());
  });
}

/// Among them one that waits for the one put aside: its stack is the one's between the two.
TEST(NestedAtOnce, ACrowdedTaskIsPutAsideAboveOneThatWaits) {
  long sum = 0;
  alone([&] {
    constexpr long kTasks = 2000;
    at_once([&sum] {
      const Canary canary1(1);
#pragma omp task untied shared(sum)
      {
        const Canary canary2(2);
        nested([&sum] {
          const Canary canary3(3);
          for (long i = 0; i < kTasks; ++i) {
            current_worker().at_once.left = 1;
#pragma omp task firstprivate(i) shared(sum)
            {
              sum += i;
              run_one_if_may();
            }
          }
#pragma omp taskwait
        });
      }
#pragma omp taskwait
    });
#pragma omp taskwait
    EXPECT_EQ(sum, kTasks * (kTasks - 1) / 2);
    EXPECT_TRUE(current_worker().aside.empty());
    EXPECT_TRUE(current_worker().member->waiting.empty());
  });
}

/// Whoever waits, tied, is not to find a task on top of it that began after and that it can't wait
/// for; however many side calls above.
TEST(NestedAtOnce, AboveOneThatWaitsNothingElseBegins) {
  static void* counter;  // static: the untied one's child goes on in the region's end
  static bool other_ran, one_waits;
  other_ran = one_waits = false;
  alone([] {
    core::Worker& w = current_worker();
#pragma omp task
    {
      other_ran = true;
      EXPECT_FALSE(one_waits);
      tidemill_decrease_task_event_counter(counter, 1);
    }
#pragma omp task shared(w)
    {
      one_waits = true;
#pragma omp task untied shared(w)
      {
        EXPECT_TRUE(w.fiber->below_waits);
        core::Task* const child = make_child([] {
#pragma omp task
          {
            counter = tidemill_get_current_event_counter();
            tidemill_increase_current_task_event_counter(counter, 1);
          }
#pragma omp taskwait
          EXPECT_TRUE(other_ran);
        });
        child->untied = true;
        w.at_once.left = 2;
        EXPECT_TRUE(core::may_begin_nested(w));
        core::run_nested(w, child);
      }
#pragma omp taskwait
      one_waits = false;
    }
#pragma omp taskwait
    EXPECT_TRUE(other_ran);
  });
}

/// Such a task enters its dependences when it outlives its call: they are nobody else's above it.
TEST(NestedAtOnce, NotAboveATaskWhoseDependencesAreNotEntered) {
  alone([] {
    core::Worker& w = current_worker();
    [[maybe_unused]] int x = 0;  // named only
    bool began = false;
    for (int i = 0; i < 100 && !began; ++i) {
#pragma omp task depend(inout : x) shared(began, w)
      if (core::is_nested(w)) {
        began = true;
        EXPECT_FALSE(w.at_once.dependences.empty());
        w.at_once.left = 1000;
        EXPECT_FALSE(core::may_begin_nested(w));
      }
    }
    EXPECT_TRUE(began);
  });
}

/// Children of the current task that are queued, as if some had come to wait before.
void fill_queue() {
  core::Worker& w = current_worker();
  w.at_once.reluctance = 1;
  while (w.member->deque.size() < w.member->team->few_ready) {
#pragma omp task
    asm volatile("");  // GCC leaves out an empty one
  }
  w.at_once.reluctance = 0;
}

/// By the program's own constructs, in front of a queue that is full: parents and their children,
/// one after the other.
TEST(NestedAtOnce, InFrontOfAFullQueueChildrenRunWhereTheyAreCreated) {
  alone([] {
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

/// In one, too, that has few children of its own, on its own stack.
TEST(NestedAtOnce, InFrontOfAFullQueueFewChildrenDoToo) {
  alone([] {
    int in_place = 0;
    for (int round = 0; round < 100; ++round) {
      fill_queue();
#pragma omp task shared(in_place) if (0)
      {
        bool done = false;
#pragma omp task shared(done)
        done = true;
        in_place += done;
#pragma omp taskwait
      }
#pragma omp taskwait
    }
    EXPECT_GT(in_place, 50);
  });
}

}  // namespace
}  // namespace tidemill::test
