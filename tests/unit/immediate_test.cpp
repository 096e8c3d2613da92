// Tasks that run immediately, on a side stack: what they leave to their creator when they end in
// one go, and when they don't. Under the sanitizers none runs so, and this isn't built.
#include <execinfo.h>
#include <gtest/gtest.h>
#include <tidemill/tasking.h>

#include <atomic>
#include <cfenv>
#include <stdexcept>
#include <string>
#include <vector>

#include "immediate_support.hpp"
#include "support.hpp"

namespace tidemill::test {
namespace {

TEST(Immediate, EndsBeforeTheCreatorGoesOn) {
  alone([] {
    core::Task* const creator = current_worker().task;
    core::Fiber* const own = current_worker().fiber;
    int log = 0;
    const core::Task* first = nullptr;
    immediately([&] {
      EXPECT_EQ(current_worker().task->parent, creator);
      EXPECT_NE(current_worker().fiber, own);
      EXPECT_EQ(omp_get_thread_num(), 0);
      first = current_worker().task;
      log = 1;
    });
    EXPECT_EQ(log, 1);
    EXPECT_EQ(current_worker().task, creator);
    EXPECT_EQ(current_worker().fiber, own);
    immediately([&] { EXPECT_EQ(current_worker().task, first); });  // its memory came back
    EXPECT_EQ(creator->family.own_children(), 0);
  });
}

/// Whatever they capture.
TEST(Immediate, CapturesOfAllSizes) {
  alone([] {
    long sum = 0;
    for (long i = 1; i <= 100; ++i) {
      give_turn();
      const char c = static_cast<char>(i);
      const long a = i, b = 2 * i;
      struct {
        char text[100];
      } many = {};
      many.text[99] = c;
#pragma omp task firstprivate(c) shared(sum)
      sum += c;
#pragma omp task firstprivate(a, b) shared(sum)
      sum += a + b;
#pragma omp task firstprivate(many) shared(sum)
      sum += many.text[99];
#pragma omp task shared(sum)
      sum += 1;
      ASSERT_EQ(sum, i + 5 * i * (i + 1) / 2);
    }
#pragma omp taskwait
  });
}

/// With objects, too: each is destroyed once, with its task.
TEST(Immediate, ObjectsLiveAsLongAsTheTask) {
  alone([] {
    static int alive;
    struct Object {
      Object() { ++alive; }
      Object(const Object&) { ++alive; }
      ~Object() { --alive; }
      int number = 7;
    };
    alive = 0;
    {
      const Object object;
      for (int i = 0; i < 10; ++i) {
        give_turn();
        bool ran = false;
#pragma omp task firstprivate(object) shared(ran)
        {
          EXPECT_EQ(alive, 2);
          ran = object.number == 7;
        }
        EXPECT_TRUE(ran);
        EXPECT_EQ(alive, 1);
      }
    }
    EXPECT_EQ(alive, 0);
  });
}

TEST(Immediate, TheCreatorGoesOnBeforeATaskThatWaits) {
  alone([] {
    std::string log;
    void* context = nullptr;
    for (int round = 0; round < 100; ++round) {
      log.clear();
      immediately([&] {
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

TEST(Immediate, TheCreatorGoesOnBeforeATaskThatGivesWay) {
  alone([] {
    bool up = false;
    immediately([&] {
      while (!up) {
#pragma omp taskyield
      }
    });
    up = true;
#pragma omp taskwait
  });
}

/// Nothing it could run here: the child's body has ended, and what is queued isn't below it.
TEST(Immediate, TheCreatorGoesOnBeforeATaskThatWaitsForAnEventOfItsChild) {
  alone([] {
    static void* counter;
    static int step;
    step = 0;
    for (int i = 0; i < 3; ++i) {
#pragma omp task
      {}
    }
    immediately([] {
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

TEST(Immediate, AThousandWaitAtOnce) {
  alone([] {
    constexpr int kTasks = 1000;
    std::vector<void*> contexts(kTasks);
    long sum = 0;
    for (int i = 0; i < kTasks; ++i)
      immediately([&contexts, &sum, i] {
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

TEST(Immediate, ATaskThatHasWaitedHasSuchChildrenItself) {
  alone([] {
    int inner = 0;
    void* context = nullptr;
    immediately([&] {
      context = tidemill_get_current_blocking_context();
      tidemill_block_current_task(context);
      for (int i = 0; i < 10; ++i) immediately([&] { ++inner; });
      immediately([&] {
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

TEST(Immediate, RegistersAreTheCreatorsAgain) {
  alone([] {
    std::fesetround(FE_UPWARD);
    void* context = nullptr;
    volatile double one = 1, three = 3;
    const double third = one / three;
    long a = 1, b = 2, c = 3, d = 4, e = 5, f = 6;
    asm volatile("" : "+r"(a), "+r"(b), "+r"(c), "+r"(d), "+r"(e), "+r"(f));
    immediately([&] {
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
    // What the task left behind is the thread's now (docs/decisions/floating-point.md).
    EXPECT_EQ(std::fegetround(), FE_DOWNWARD);
    std::fesetround(FE_TONEAREST);
  });
}

TEST(Immediate, ExceptionsStayInTheTask) {
  alone([] {
    void* context = nullptr;
    immediately([&] {
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
      throw std::logic_error("creator");
    } catch (const std::logic_error&) {
      EXPECT_FALSE(runs_immediately());
      tidemill_unblock_task(context);
#pragma omp taskwait
      EXPECT_THROW(throw, std::logic_error);
    }
    EXPECT_TRUE(runs_immediately());
    EXPECT_EQ(std::current_exception(), nullptr);
  });
}

/// The state that belongs to a fiber's last suspension isn't put back by a later side call.
TEST(Immediate, AnOldExceptionOfTheCreatorDoesNotComeBack) {
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
    immediately([&] {
      context = tidemill_get_current_blocking_context();
      tidemill_block_current_task(context);
    });
    EXPECT_EQ(std::current_exception(), nullptr);
    tidemill_unblock_task(context);
#pragma omp taskwait
  });
}

TEST(Immediate, LargeFramesFit) {
  alone([] {
    long sum = 0;
    immediately([&] {
      volatile char frame[1 << 20];
      for (std::size_t i = 0; i < sizeof frame; i += 4096) frame[i] = 1;
      for (std::size_t i = 0; i < sizeof frame; i += 4096) sum += frame[i];
    });
    EXPECT_EQ(sum, 256);
  });
}

TEST(Immediate, BacktracesEndAtTheTask) {
  alone([] {
    void* frames[64];
    int before = 0, after = 0;
    void* context = nullptr;
    immediately([&] {
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

TEST(ImmediateDeath, AnExceptionThatEscapesTerminates) {
  GTEST_FLAG_SET(death_test_style, "threadsafe");
  EXPECT_DEATH(alone([] { immediately([] { throw std::runtime_error("escapes"); }); }), "escapes");
}

}  // namespace
}  // namespace tidemill::test
