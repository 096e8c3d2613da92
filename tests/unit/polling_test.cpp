// Polling services (tidemill/tasking.h; 2019, section 4.2).
#include <gtest/gtest.h>
#include <tidemill/tasking.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <filesystem>
#include <fstream>
#include <string>
#include <vector>

#include "core/poll/helper_pace.hpp"
#include "support.hpp"

namespace tidemill::test {
namespace {

struct Service {
  std::atomic<int> calls{0};
  std::atomic<int> inside{0};
  std::atomic<int> most_inside{0};
  std::atomic<int> ends_after{-1};
  int pause_ms = 0;

  static int poll(void* self) { return static_cast<Service*>(self)->call(); }
  int call() {
    const int now = inside.fetch_add(1) + 1;
    if (now > most_inside) most_inside = now;
    if (pause_ms > 0) sleep_ms(pause_ms);
    const int count = calls.fetch_add(1) + 1;
    inside.fetch_sub(1);
    return ends_after >= 0 && count >= ends_after ? 1 : 0;
  }
};

void await_calls(const Service& service, int calls) {
  for (int i = 0; i < 2000 && service.calls < calls; ++i) sleep_ms(1);
  EXPECT_GE(service.calls, calls);
}

TEST(Polling, CalledUntilUnregistered) {
  Service service;
  tidemill_register_polling_service("test", Service::poll, &service);
  await_calls(service, 5);  // nobody is idle but the helper
  tidemill_unregister_polling_service("test", Service::poll, &service);
  const int at_the_end = service.calls;
  sleep_ms(10);
  EXPECT_EQ(service.calls, at_the_end);
}

TEST(Polling, EndsByReturningNonZero) {
  Service service;
  service.ends_after = 3;
  tidemill_register_polling_service("test", Service::poll, &service);
  await_calls(service, 3);
  sleep_ms(10);
  EXPECT_EQ(service.calls, 3);
  // Ended already, and never registered: ignored.
  tidemill_unregister_polling_service("test", Service::poll, &service);
  tidemill_unregister_polling_service("other", Service::poll, &service);
}

TEST(Polling, UnregisterWaitsForARunningCall) {
  for (int round = 0; round < 10; ++round) {
    Service service;
    service.pause_ms = 3;
    tidemill_register_polling_service("slow", Service::poll, &service);
    await_calls(service, 1);
    tidemill_unregister_polling_service("slow", Service::poll, &service);
    EXPECT_EQ(service.inside, 0);
  }
}

TEST(Polling, OneServiceIsNeverRunTwiceAtOnce) {
  Service service;
  tidemill_register_polling_service("test", Service::poll, &service);
#pragma omp parallel num_threads(4)
  for (int i = 0; i < 200; ++i) {
#pragma omp task
    for (int spin = 0; spin < 100; ++spin) asm volatile("" ::: "memory");
#pragma omp taskyield
  }
  tidemill_unregister_polling_service("test", Service::poll, &service);
  EXPECT_EQ(service.most_inside, 1);
  EXPECT_GT(service.calls, 0);
}

void spin_ms(double ms) {
  const auto start = std::chrono::steady_clock::now();
  while (elapsed_ms(start) < ms) asm volatile("" ::: "memory");  // no scheduling point
}

/// All workers in long tasks: a call about every millisecond, from the helper thread.
TEST(Polling, CalledWhileEveryWorkerIsBusy) {
  Service service;
  tidemill_register_polling_service("test", Service::poll, &service);
  await_calls(service, 1);
#pragma omp parallel num_threads(2)
  {
    const int before = service.calls;
    spin_ms(100);
    EXPECT_GE(service.calls - before, 5);
  }
  tidemill_unregister_polling_service("test", Service::poll, &service);
}

/// Suspends the calling task for so long.
void suspend_ms(int ms) {
  void* context = tidemill_get_current_blocking_context();
  ForeignThreads others;
  others.after_ms(ms, [=] { tidemill_unblock_task(context); });
  tidemill_block_current_task(context);
}

/// How often the helper thread went to sleep so far.
long sleeps_of_helper() {
  for (const auto& thread : std::filesystem::directory_iterator("/proc/self/task")) {
    std::ifstream name_file(thread.path() / "comm");
    std::ifstream status(thread.path() / "status");
    std::string line;
    std::getline(name_file, line);
    if (line != "tidemill-poll") continue;
    while (std::getline(status, line))
      if (line.rfind("voluntary_ctxt_switches:", 0) == 0) return std::stol(line.substr(24));
  }
  ADD_FAILURE() << "no helper thread";
  return 0;
}

/// While an idle worker polls through a long wait, the helper has nothing to do.
TEST(Polling, HelperSleepsThroughALongWait) {
  Service service;
  tidemill_register_polling_service("test", Service::poll, &service);
#pragma omp parallel num_threads(1)
  {
    suspend_ms(50);
    const long before = sleeps_of_helper();
    const int calls = service.calls;
    suspend_ms(300);
    EXPECT_LT(sleeps_of_helper() - before, 60);  // without: 200
    EXPECT_GT(service.calls - calls, 50);
  }
  tidemill_unregister_polling_service("test", Service::poll, &service);
}

/// ... and comes back when that worker is busy again.
TEST(Polling, HelperPollsAgainAfterALongWait) {
  Service service;
  tidemill_register_polling_service("test", Service::poll, &service);
#pragma omp parallel num_threads(1)
  for (int round = 0; round < 5; ++round) {
    suspend_ms(10 + 10 * round);
    const int before = service.calls;
    spin_ms(100);
    EXPECT_GE(service.calls - before, 5);
  }
  tidemill_unregister_polling_service("test", Service::poll, &service);
}

/// Each look of the helper costs the program: workers that poll need none.
TEST(Polling, HelperLooksRarelyWhileWorkersPoll) {
  Service service;
  tidemill_register_polling_service("test", Service::poll, &service);
#pragma omp parallel num_threads(1)
  {
    const auto poll_ms = [](int ms) {
      const auto start = std::chrono::steady_clock::now();
      while (elapsed_ms(start) < ms) {
#pragma omp taskyield
      }
    };
    poll_ms(100);
    const long before = sleeps_of_helper();
    poll_ms(400);
    EXPECT_LT(sleeps_of_helper() - before, 200);  // once a millisecond: 400
    const int calls = service.calls;
    spin_ms(100);  // ... and sees soon that they don't any more
    EXPECT_GE(service.calls - calls, 5);
  }
  tidemill_unregister_polling_service("test", Service::poll, &service);
}

/// A service that comes after another has ended is polled for at once.
TEST(Polling, HelperAttendsToANewService) {
#pragma omp parallel num_threads(1)
  for (int round = 0; round < 3; ++round) {
    Service first;
    tidemill_register_polling_service("first", Service::poll, &first);
    const auto start = std::chrono::steady_clock::now();
    while (elapsed_ms(start) < 60) {
#pragma omp taskyield
    }
    tidemill_unregister_polling_service("first", Service::poll, &first);
    spin_ms(5);
    Service second;
    tidemill_register_polling_service("second", Service::poll, &second);
    spin_ms(12);
    EXPECT_GE(second.calls, 1);  // at the first one's pace: 16 ms later
    tidemill_unregister_polling_service("second", Service::poll, &second);
  }
}

TEST(Polling, PaceOfTheHelper) {
  using core::HelperPace;
  HelperPace pace;
  for (int look = 0; look < HelperPace::kCalmLooks; ++look) {
    EXPECT_EQ(pace.us(), HelperPace::kLeastUs);
    pace.calm();
  }
  std::uint64_t last = pace.us();
  for (int look = 0; look < 10; ++look) {
    pace.calm();
    EXPECT_GE(pace.us(), last);
    last = pace.us();
  }
  EXPECT_EQ(last, HelperPace::kMostCalmUs);
  pace.alone(20'000);
  EXPECT_EQ(pace.us(), 20'000 / HelperPace::kShare);
  pace.alone(10'000'000);
  EXPECT_EQ(pace.us(), HelperPace::kMostBusyUs);
  pace.alone(1'000);
  EXPECT_EQ(pace.us(), HelperPace::kLeastUs);
  pace.alone(10'000'000);
  pace.attend();
  EXPECT_EQ(pace.us(), HelperPace::kLeastUs);
  pace.calm();
  EXPECT_EQ(pace.us(), HelperPace::kLeastUs);  // not at the first of them
}

/// Idle workers: at once, not once a millisecond.
TEST(Polling, WakesATaskSoonWhileWorkersAreIdle) {
  struct Waker {
    std::atomic<void*> context{nullptr};
    static int poll(void* self) {
      if (void* context = static_cast<Waker*>(self)->context.exchange(nullptr))
        tidemill_unblock_task(context);
      return 0;
    }
  } waker;
  tidemill_register_polling_service("waker", Waker::poll, &waker);
  const auto start = std::chrono::steady_clock::now();
#pragma omp parallel num_threads(1) shared(waker)
  for (int i = 0; i < 200; ++i) {
    void* context = tidemill_get_current_blocking_context();
    waker.context = context;
    tidemill_block_current_task(context);
  }
  EXPECT_LT(elapsed_ms(start), 2000);
  tidemill_unregister_polling_service("waker", Waker::poll, &waker);
}

TEST(Polling, SeveralServicesSideBySide) {
  Service services[5];
  for (int i = 0; i < 5; ++i) {
    if (i % 2 == 0) services[i].ends_after = i + 1;
    tidemill_register_polling_service("test", Service::poll, &services[i]);
  }
  for (int i = 0; i < 5; ++i) await_calls(services[i], i + 1);
  for (Service& service : services)
    tidemill_unregister_polling_service("test", Service::poll, &service);
  for (int i = 0; i < 5; i += 2) EXPECT_EQ(services[i].calls, i + 1);
}

/// A service may end another one; it then isn't called any more.
TEST(Polling, AServiceUnregistersAnother) {
  static Service victim;
  struct Killer {
    static int poll(void*) {
      tidemill_unregister_polling_service("victim", Service::poll, &victim);
      return 1;
    }
  };
  victim.calls = 0;
  tidemill_register_polling_service("victim", Service::poll, &victim);
  await_calls(victim, 2);
  tidemill_register_polling_service("killer", Killer::poll, nullptr);
  sleep_ms(50);
  const int at_the_end = victim.calls;
  sleep_ms(10);
  EXPECT_EQ(victim.calls, at_the_end);
}

/// Of many tasks that only wait for events: one of them ends in each poll, and who polls has
/// nothing else to do. It must not come to naps between them.
TEST(Polling, NoNapsWhileEventsCome) {
  struct Events {
    std::vector<void*> counters;
    std::vector<double> called_us;
    std::size_t fulfilled = 0;
    static double now_us() {
      return std::chrono::duration<double, std::micro>(
                 std::chrono::steady_clock::now().time_since_epoch())
          .count();
    }
    static int poll(void* self) {
      auto& e = *static_cast<Events*>(self);
      const double start = now_us();
      e.called_us.push_back(start);
      while (now_us() < start + 20) {
      }
      if (e.fulfilled < e.counters.size())
        tidemill_decrease_task_event_counters(&e.counters[e.fulfilled++], 1);
      return e.fulfilled == e.counters.size() ? 1 : 0;
    }
  } events;
  constexpr int kTasks = 1500;
  events.counters.reserve(kTasks);
  events.called_us.reserve(kTasks);
#pragma omp parallel num_threads(1) shared(events)
  {
    for (int i = 0; i < kTasks; ++i) {
#pragma omp task shared(events)
      {
        void* const counter = tidemill_get_current_event_counter();
        tidemill_increase_current_task_event_counter(counter, 1);
        events.counters.push_back(counter);
      }
    }
    while (events.counters.size() < kTasks) {
#pragma omp taskyield
    }
    tidemill_register_polling_service("test", Events::poll, &events);
#pragma omp taskwait
    // It has ended by itself, but for its last call: that may still be on its way, on another
    // thread.
    tidemill_unregister_polling_service("test", Events::poll, &events);
  }
  std::vector<double> gaps;
  for (std::size_t i = kTasks / 2; i < events.called_us.size(); ++i)
    gaps.push_back(events.called_us[i] - events.called_us[i - 1]);
  std::sort(gaps.begin(), gaps.end());
  EXPECT_LT(gaps[gaps.size() / 2], 100);
}

}  // namespace
}  // namespace tidemill::test
