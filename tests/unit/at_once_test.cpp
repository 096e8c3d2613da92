// Tasks that run at once, on a side stack, one by one: what they leave to their producer when they
// end in one go, and when they don't. Under the sanitizers none runs so, and this isn't built.
#include <execinfo.h>
#include <gtest/gtest.h>
#include <tidemill/tasking.h>

#include <atomic>
#include <cfenv>
#include <new>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "at_once_support.hpp"
#include "core/task/plain.hpp"
#include "core/task/throttle.hpp"
#include "support.hpp"

namespace tidemill::test {
namespace {

TEST(AtOnce, EndsBeforeTheProducerGoesOn) {
  alone([] {
    core::Task* const producer = current_worker().task;
    core::Fiber* const own = current_worker().fiber;
    int log = 0;
    const core::Task* first = nullptr;
    at_once([&] {
      EXPECT_EQ(current_worker().task->parent, producer);
      EXPECT_NE(current_worker().fiber, own);
      EXPECT_EQ(omp_get_thread_num(), 0);
      first = current_worker().task;
      log = 1;
    });
    EXPECT_EQ(log, 1);
    EXPECT_EQ(current_worker().task, producer);
    EXPECT_EQ(current_worker().fiber, own);
    at_once([&] { EXPECT_EQ(current_worker().task, first); });  // the same descriptor
    EXPECT_EQ(producer->family.own_children(), 0);
  });
}

/// What objects it captures is forgotten with it: the next task in its descriptor may be discarded.
TEST(AtOnce, ObjectsAreOfOneTaskOnly) {
  alone([] {
    const auto kept = [] { return current_worker().at_once.shell; };
    at_once([] {});
    core::Task* const shell = kept();
    ASSERT_NE(shell, nullptr);
    static int runs;
    static bool had_objects;
    runs = 0;
    const auto body = [](void* data) {
      had_objects = current_worker().task->has_objects;
      runs += *static_cast<int*>(data);
    };
    const auto fill = [](void* data) { new (data) int(7); };
    ASSERT_TRUE(core::spawn_filled(body, sizeof(int), core::Captures::objects, fill));
#pragma omp taskwait
    EXPECT_EQ(runs, 7);
    EXPECT_TRUE(had_objects);
    ASSERT_TRUE(core::spawn_filled(body, sizeof(int), core::Captures::bytes, fill));
#pragma omp taskwait
    EXPECT_EQ(runs, 14);
    EXPECT_FALSE(had_objects);
    ASSERT_TRUE(may_begin_soon());
    core::Task* const task = core::take_shell(current_worker());
    task->has_objects = true;
    task->body = [](void*) {};
    core::run_at_once(current_worker(), task);
    ASSERT_NE(kept(), nullptr);
    EXPECT_FALSE(kept()->has_objects);
  });
}

TEST(AtOnce, TheProducerOvertakesATaskThatWaits) {
  alone([] {
    std::string log;
    void* context = nullptr;
    for (int round = 0; round < 100; ++round) {
      log.clear();
      at_once([&] {
        log += 'b';
        context = tidemill_get_current_blocking_context();
        tidemill_block_current_task(context);
        log += 'e';
      });
      log += 'p';
      tidemill_unblock_task(context);
#pragma omp taskwait
      log += 'w';
      ASSERT_EQ(log, "bpew");
    }
  });
}

TEST(AtOnce, TheProducerOvertakesATaskThatGivesWay) {
  alone([] {
    bool up = false;
    at_once([&] {
      while (!up) {
#pragma omp taskyield
      }
    });
    up = true;
#pragma omp taskwait
  });
}

/// Nothing it could run here: the child's body has ended, and what is queued isn't below it.
TEST(AtOnce, TheProducerOvertakesATaskThatWaitsForAnEventOfItsChild) {
  alone([] {
    static void* counter;
    static int step;
    step = 0;
    for (int i = 0; i < 3; ++i) {
#pragma omp task
      {}
    }
    at_once([] {
#pragma omp task
      {
        counter = tidemill_get_current_event_counter();
        tidemill_increase_current_task_event_counter(counter, 1);
      }
#pragma omp taskwait
      EXPECT_EQ(step, 1);
      step = 2;
    });
    step = 1;
    tidemill_decrease_task_event_counter(counter, 1);
#pragma omp taskwait
    EXPECT_EQ(step, 2);
  });
}

TEST(AtOnce, AThousandWaitAtOnce) {
  alone([] {
    constexpr int kTasks = 1000;
    std::vector<void*> contexts(kTasks);
    long sum = 0;
    for (int i = 0; i < kTasks; ++i)
      at_once([&contexts, &sum, i] {
        volatile int on_stack[256];
        for (int k = 0; k < 256; ++k) on_stack[k] = i + k;
        void* context = tidemill_get_current_blocking_context();
        contexts[static_cast<std::size_t>(i)] = context;
        tidemill_block_current_task(context);
        for (int k = 0; k < 256; ++k) sum += on_stack[k] == i + k;
      });
    for (int i = kTasks; i-- > 0;) tidemill_unblock_task(contexts[static_cast<std::size_t>(i)]);
#pragma omp taskwait
    EXPECT_EQ(sum, kTasks * 256L);
  });
}

TEST(AtOnce, AnOvertakenTasksStackMayCallOthers) {
  alone([] {
    int inner = 0;
    void* context = nullptr;
    at_once([&] {
      EXPECT_FALSE(core::may_begin_at_once(current_worker()));  // one above the other only
      context = tidemill_get_current_blocking_context();
      tidemill_block_current_task(context);
      for (int i = 0; i < 10; ++i) at_once([&] { ++inner; });
      at_once([&] {
        void* mine = tidemill_get_current_blocking_context();
        tidemill_unblock_task(mine);
        tidemill_block_current_task(mine);  // has come already: it doesn't wait
        ++inner;
      });
    });
    tidemill_unblock_task(context);
#pragma omp taskwait
    EXPECT_EQ(inner, 11);
  });
}

TEST(AtOnce, RegistersAreTheProducersAgain) {
  alone([] {
    std::fesetround(FE_UPWARD);
    void* context = nullptr;
    volatile double one = 1, three = 3;
    const double third = one / three;
    long a = 1, b = 2, c = 3, d = 4, e = 5, f = 6;
    asm volatile("" : "+r"(a), "+r"(b), "+r"(c), "+r"(d), "+r"(e), "+r"(f));
    at_once([&] {
      std::fesetround(FE_DOWNWARD);
      EXPECT_LT(one / three, third);
      context = tidemill_get_current_blocking_context();
      tidemill_block_current_task(context);
      EXPECT_EQ(std::fegetround(), FE_DOWNWARD);
    });
    EXPECT_EQ(std::fegetround(), FE_UPWARD);
    EXPECT_EQ(one / three, third);  // the vector unit's control word is another one
    EXPECT_EQ(a + 10 * b + 100 * c + 1000 * d + 10000 * e + 100000 * f, 654321);
    tidemill_unblock_task(context);
#pragma omp taskwait
    EXPECT_EQ(std::fegetround(), FE_UPWARD);
    std::fesetround(FE_TONEAREST);
  });
}

TEST(AtOnce, ExceptionsStayInTheTask) {
  alone([] {
    void* context = nullptr;
    at_once([&] {
      EXPECT_THROW(throw std::runtime_error("task"), std::runtime_error);
      try {
        throw std::runtime_error("waits");
      } catch (const std::runtime_error& error) {
        context = tidemill_get_current_blocking_context();
        tidemill_block_current_task(context);
        EXPECT_STREQ(error.what(), "waits");
        EXPECT_THROW(throw, std::runtime_error);
      }
    });
    EXPECT_EQ(std::current_exception(), nullptr);
    try {
      throw std::logic_error("producer");
    } catch (const std::logic_error&) {
      EXPECT_FALSE(may_begin_soon());
      tidemill_unblock_task(context);
#pragma omp taskwait
      EXPECT_THROW(throw, std::logic_error);
    }
    EXPECT_TRUE(may_begin_soon());
    EXPECT_EQ(std::current_exception(), nullptr);
  });
}

/// The state that belongs to a fiber's last suspension isn't put back by a later side call.
TEST(AtOnce, AnOldExceptionOfTheProducerDoesNotComeBack) {
  alone([] {
    try {
      throw std::logic_error("old");
    } catch (const std::logic_error&) {
      void* context = tidemill_get_current_blocking_context();
#pragma omp task firstprivate(context)
      tidemill_unblock_task(context);
      tidemill_block_current_task(context);
    }
    void* context = nullptr;
    at_once([&] {
      context = tidemill_get_current_blocking_context();
      tidemill_block_current_task(context);
    });
    EXPECT_EQ(std::current_exception(), nullptr);
    tidemill_unblock_task(context);
#pragma omp taskwait
  });
}

TEST(AtOnce, LargeFramesFit) {
  alone([] {
    long sum = 0;
    at_once([&] {
      volatile char frame[1 << 20];
      for (std::size_t i = 0; i < sizeof frame; i += 4096) frame[i] = 1;
      for (std::size_t i = 0; i < sizeof frame; i += 4096) sum += frame[i];
    });
    EXPECT_EQ(sum, 256);
  });
}

TEST(AtOnce, ChildrenLeftBehindAreWaitedForByTheRegionOnly) {
  static std::atomic<int> ended{0};  // static: nothing of the task is left when its child runs
  static std::atomic<void*> context{nullptr};
  static const core::Task* parent;
  alone([] {
    at_once([] {
      parent = current_worker().task;
#pragma omp task
      {
        void* mine = tidemill_get_current_blocking_context();
        context = mine;
        tidemill_block_current_task(mine);
        ++ended;
      }
    });
    at_once([] { EXPECT_NE(current_worker().task, parent); });
#pragma omp taskwait
    EXPECT_EQ(ended, 0);
#pragma omp task
    {
      while (context == nullptr) {
#pragma omp taskyield
      }
      tidemill_unblock_task(context);
    }
  });
  EXPECT_EQ(ended, 1);
}

TEST(AtOnce, EventsHoldUpItsEndNotItsProducer) {
  ForeignThreads foreign;
  alone([&] {
    std::atomic<bool> fulfilled{false};
    at_once([&] {
      void* counter = tidemill_get_current_event_counter();
      tidemill_increase_current_task_event_counter(counter, 1);
      foreign.after_ms(20, [&fulfilled, counter] {
        fulfilled = true;
        tidemill_decrease_task_event_counter(counter, 1);
      });
    });
    at_once([] {});
#pragma omp taskwait
    EXPECT_TRUE(fulfilled);
  });
}

/// Detached ones, too: before they run, in the queue or at once, theirs is bound.
TEST(AtOnce, DetachedOnesEndWithTheirEvent) {
  constexpr std::size_t kTasks = 600;
  alone([] {
    std::vector<omp_event_handle_t> later(kTasks);
    std::atomic<std::size_t> ran{0};
    std::atomic<bool> fulfilled{false};
    bool some_at_once = false;
    ForeignThreads foreign;
    foreign.after_ms(0, [&] {
      while (ran != kTasks) sleep_ms(1);
      sleep_ms(5);
      fulfilled = true;
      for (std::size_t i = 0; i < kTasks; ++i)
        if (i % 3 != 0) omp_fulfill_event(later[i]);
    });
    for (std::size_t i = 0; i < kTasks; ++i) {
      const std::size_t before = ran;
      omp_event_handle_t event;
#pragma omp task detach(event) shared(later, ran)
      {
        if (i % 3 == 0)
          omp_fulfill_event(event);
        else
          later[i] = event;
        ++ran;
      }
      some_at_once |= ran == before + 1;
    }
#pragma omp taskwait
    EXPECT_TRUE(fulfilled);
    EXPECT_TRUE(some_at_once);
  });
}

TEST(AtOnce, WhatOneTaskSetsTheNextDoesNotInherit) {
  alone([] {
    const int threads = omp_get_max_threads();
    at_once([] { omp_set_num_threads(37); });
    at_once([&] { EXPECT_EQ(omp_get_max_threads(), threads); });
    at_once([&] {
#pragma omp parallel num_threads(1)
      EXPECT_EQ(omp_get_level(), 2);
      int sum = 0;
#pragma omp taskgroup
      for (int i = 0; i < 10; ++i) {
#pragma omp task shared(sum)
        ++sum;
      }
      EXPECT_EQ(sum, 10);
    });
    at_once([&] { EXPECT_EQ(omp_get_max_threads(), threads); });
    omp_set_num_threads(5);  // the producer's own
    at_once([] { EXPECT_EQ(omp_get_max_threads(), 5); });
    void* context = nullptr;
    at_once([&] {
      context = tidemill_get_current_blocking_context();
      tidemill_block_current_task(context);
      EXPECT_EQ(omp_get_max_threads(), 5);
    });
    omp_set_num_threads(6);  // not the task's, which began before
    tidemill_unblock_task(context);
#pragma omp taskwait
  });
}

TEST(AtOnce, ACrowdedTaskIsPutAsideWithItsProducer) {
  std::atomic<long> sum{0};
  alone([&] {
    constexpr long kTasks = 2000;
    for (int round = 0; round < 3; ++round)
      at_once([&sum] {
        for (long i = 0; i < kTasks; ++i) {
#pragma omp task firstprivate(i) shared(sum)
          sum += i;
        }
#pragma omp taskwait
      });
#pragma omp taskwait
    EXPECT_EQ(sum, 3 * kTasks * (kTasks - 1) / 2);
    EXPECT_TRUE(current_worker().aside.empty());
    EXPECT_TRUE(current_worker().member->waiting.empty());
  });
}

TEST(AtOnce, BacktracesEndAtTheTask) {
  alone([] {
    void* frames[64];
    int before = 0, after = 0;
    void* context = nullptr;
    at_once([&] {
      before = backtrace(frames, 64);
      context = tidemill_get_current_blocking_context();
      tidemill_block_current_task(context);
      after = backtrace(frames, 64);
    });
    tidemill_unblock_task(context);
#pragma omp taskwait
    EXPECT_GT(before, 1);
    EXPECT_LT(before, 10);
    EXPECT_EQ(after, before);
  });
}

TEST(AtOnceDeath, AnExceptionThatEscapesTerminates) {
  GTEST_FLAG_SET(death_test_style, "threadsafe");
  EXPECT_DEATH(alone([] { at_once([] { throw std::runtime_error("escapes"); }); }), "escapes");
}

}  // namespace
}  // namespace tidemill::test
