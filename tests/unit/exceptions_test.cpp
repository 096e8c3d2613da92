// A task suspended inside a catch block keeps its exception: the C++ runtime's record of what is
// being handled moves with the task, not with the thread.
#include <gtest/gtest.h>
#include <tidemill/tasking.h>

#include <atomic>
#include <exception>
#include <stdexcept>
#include <string>
#include <vector>

#include "support.hpp"

namespace tidemill::test {
namespace {

std::string current_message() {
  try {
    if (std::exception_ptr now = std::current_exception()) std::rethrow_exception(now);
  } catch (const std::exception& error) {
    return error.what();
  }
  return "none";
}

/// Many tasks, all suspended in their catch blocks at once and resumed in another order.
void suspend_in_catch_blocks(int threads, bool untied) {
  constexpr int kTasks = 40;
  std::vector<std::atomic<void*>> contexts(kTasks);
  std::atomic<int> right{0};
  std::atomic<int> waiting{0};
  auto body = [&](int i) {
    EXPECT_EQ(std::current_exception(), nullptr);
    try {
      throw std::runtime_error(std::to_string(i));
    } catch (const std::exception&) {
      void* context = tidemill_get_current_blocking_context();
      contexts[static_cast<std::size_t>(i)] = context;
      waiting.fetch_add(1);
      tidemill_block_current_task(context);
      if (current_message() == std::to_string(i)) right.fetch_add(1);
      EXPECT_THROW(throw, std::runtime_error);  // rethrows the one it handles
    }
    EXPECT_EQ(std::uncaught_exceptions(), 0);
    EXPECT_EQ(std::current_exception(), nullptr);
  };
#pragma omp parallel num_threads(threads) shared(body)
#pragma omp single
  {
    for (int i = 0; i < kTasks; ++i) {
      if (untied) {
#pragma omp task untied firstprivate(i) shared(body)
        body(i);
      } else {
#pragma omp task firstprivate(i) shared(body)
        body(i);
      }
    }
    while (waiting < kTasks) {
#pragma omp taskyield
    }
    EXPECT_EQ(std::current_exception(), nullptr);
    for (std::atomic<void*>& context : contexts) tidemill_unblock_task(context);
  }
  EXPECT_EQ(right, kTasks);
}

TEST(Exceptions, TiedTasksSuspendedInCatchBlocks) {
  suspend_in_catch_blocks(1, false);
  suspend_in_catch_blocks(3, false);
}

TEST(Exceptions, UntiedTasksSuspendedInCatchBlocks) {
  suspend_in_catch_blocks(1, true);
  suspend_in_catch_blocks(3, true);
}

/// Suspended while an exception unwinds: the destructor that suspends is a task's own business.
TEST(Exceptions, SuspendedWhileUnwinding) {
  struct Suspends {
    ForeignThreads& foreign;
    ~Suspends() {
      void* context = tidemill_get_current_blocking_context();
      foreign.after_ms(2, [context] { tidemill_unblock_task(context); });
      tidemill_block_current_task(context);
      EXPECT_EQ(std::uncaught_exceptions(), 1);
    }
  };
  ForeignThreads foreign;
  std::atomic<int> caught{0};
#pragma omp parallel num_threads(1) shared(foreign, caught)
  for (int i = 0; i < 5; ++i) {
#pragma omp task shared(foreign, caught)
    {
      EXPECT_EQ(std::uncaught_exceptions(), 0);
      try {
        Suspends guard{foreign};
        throw 7;
      } catch (int value) {
        EXPECT_EQ(value, 7);
        caught.fetch_add(1);
      }
    }
  }
  EXPECT_EQ(caught, 5);
}

}  // namespace
}  // namespace tidemill::test
