// Every event of known programs is seen, once each and in its order.
#include "core/model/worker.hpp"
#include "core/suspend/task_mutex.hpp"
#include "core/trace/events.hpp"
#include "support.hpp"

#include <gtest/gtest.h>

#include <array>
#include <map>
#include <mutex>
#include <set>
#include <string>

namespace tidemill::core {
namespace {

using trace::Event;
using trace::Record;

constexpr std::uint32_t kAll = 63;

/// Counts events, and follows each explicit task from one to the next.
class Witness final : public trace::Consumer {
 public:
  explicit Witness(std::uint32_t levels = kAll) { EXPECT_TRUE(trace::attach(*this, levels)); }
  ~Witness() {
    trace::detach(*this);
    const std::lock_guard guard(lock_);
    EXPECT_EQ(faults_, "");
    EXPECT_TRUE(tasks_.empty()) << tasks_.size() << " tasks have not completed";
  }
  Witness(const Witness&) = delete;
  Witness& operator=(const Witness&) = delete;

  void see(const Record& r) noexcept override {
    const std::lock_guard guard(lock_);
    ++counts_[static_cast<std::size_t>(r.event)];
    if (r.event == Event::ready && r.again) ++again_;
    if (r.event == Event::begin && r.implicit) ++implicit_;
    if (r.event == Event::message_bound) counter_of_[r.task] = r.other;
    if (!r.implicit && trace::level_of(r.event) == trace::kTasks) follow(r);
  }

  int count(Event event) const {
    const std::lock_guard guard(lock_);
    return counts_[static_cast<std::size_t>(event)];
  }
  int again() const {
    const std::lock_guard guard(lock_);
    return again_;
  }
  int implicit() const {
    const std::lock_guard guard(lock_);
    return implicit_;
  }
  /// Explicit tasks' begins.
  int begun() const { return count(Event::begin) - implicit(); }

 private:
  enum class State { created, ready, running, suspended, ready_again, ended };

  void follow(const Record& r) {
    if (r.event == Event::created) {
      leave_to_counter(r.task);
      if (!tasks_.emplace(r.task, State::created).second) fault(r, "is there already");
      return;
    }
    if (r.event == Event::complete && tasks_.count(r.task) == 0)
      for (const auto& [task, counter] : counter_of_)
        if (counter == r.task) leave_to_counter(task);
    const auto found = tasks_.find(r.task);
    if (found == tasks_.end()) return fault(r, "is unknown");
    State& state = found->second;
    const auto expect = [&](std::set<State> before, State after) {
      if (before.count(state) == 0) fault(r, "came in state " + std::to_string(int(state)));
      state = after;
    };
    switch (r.event) {
      case Event::ready:
        if (r.again)
          expect({State::suspended}, State::ready_again);
        else
          expect({State::created}, State::ready);
        break;
      case Event::begin:
        expect({r.from == trace::From::ready_set ? State::ready : State::created}, State::running);
        break;
      case Event::suspend:
        expect({State::running}, State::suspended);
        break;
      case Event::resume:
        expect({r.from == trace::From::ready_set ? State::ready_again : State::suspended},
               r.waits_on ? State::suspended : State::running);
        break;
      case Event::end:
        expect({State::running}, State::ended);
        break;
      case Event::complete:
        expect({State::ended}, State::ended);
        counter_of_.erase(r.task);
        tasks_.erase(found);
        break;
      default:
        break;
    }
  }
  /// A task whose body is over may leave its place to another; its counter stands for it then.
  void leave_to_counter(const void* task) {
    const auto found = tasks_.find(task);
    const auto bound = counter_of_.find(task);
    if (found == tasks_.end() || bound == counter_of_.end() || found->second != State::ended)
      return;
    tasks_.emplace(bound->second, State::ended);
    tasks_.erase(found);
  }
  void fault(const Record& r, const std::string& what) {
    if (faults_.size() > 1000) return;
    faults_ +=
        "event " + std::to_string(static_cast<int>(r.event)) + " of a task that " + what + "\n";
  }

  mutable std::mutex lock_;  // guards the rest
  std::array<int, trace::kEvents> counts_{};
  int again_ = 0;
  int implicit_ = 0;
  std::map<const void*, State> tasks_;
  std::map<const void*, const void*> counter_of_;  // by its task
  std::string faults_;
};

void expect_tasks(const Witness& witness, int tasks) {
  EXPECT_EQ(witness.count(Event::created), tasks);
  EXPECT_EQ(witness.begun(), tasks);
  EXPECT_EQ(witness.count(Event::end) - witness.implicit(), tasks);
  EXPECT_EQ(witness.count(Event::complete), tasks);
  EXPECT_LE(witness.count(Event::ready) - witness.again(), tasks);
}

class Trace : public testing::TestWithParam<int> {};

TEST_P(Trace, FewTasks) {
  current_worker();
  Witness witness;
  std::atomic<int> sum{0};
#pragma omp parallel num_threads(GetParam())
#pragma omp single
  {
    for (int i = 0; i < 20; ++i) {
#pragma omp task
      ++sum;
    }
#pragma omp taskwait
  }
  EXPECT_EQ(sum, 20);
  expect_tasks(witness, 20);
  EXPECT_EQ(witness.implicit(), GetParam());
  EXPECT_EQ(witness.count(Event::region), 2);
}

TEST_P(Trace, ManyTasksOfManyKinds) {
  current_worker();
  Witness witness;
  std::atomic<int> sum{0};
  constexpr int kTasks = 3000;
#pragma omp parallel num_threads(GetParam())
#pragma omp for
  for (int i = 0; i < kTasks; ++i) {
#pragma omp task shared(sum)
    {
#pragma omp task shared(sum) untied
      ++sum;
#pragma omp task shared(sum) if (0)
      ++sum;
#pragma omp task shared(sum) final(1)
      ++sum;
#pragma omp taskwait
#pragma omp taskyield
    }
  }
  EXPECT_EQ(sum, 3 * kTasks);
  expect_tasks(witness, 4 * kTasks);
}

TEST_P(Trace, Recursion) {
  current_worker();
  Witness witness;
  std::function<int(int)> leaves = [&](int depth) {
    if (depth == 0) return 1;
    int left = 0, right = 0;
#pragma omp task shared(left, leaves)
    left = leaves(depth - 1);
#pragma omp task shared(right, leaves)
    right = leaves(depth - 1);
#pragma omp taskwait
    return left + right;
  };
  int all = 0;
#pragma omp parallel num_threads(GetParam())
#pragma omp single
  all = leaves(10);
  EXPECT_EQ(all, 1024);
  expect_tasks(witness, 2046);
}

TEST_P(Trace, OutsideAnyRegion) {
  current_worker();
  Witness witness;
  int sum = 0;
  for (int i = 0; i < 50; ++i) {
#pragma omp task shared(sum)
    ++sum;
  }
#pragma omp taskwait
  EXPECT_EQ(sum, 50);
  expect_tasks(witness, 50);
}

TEST_P(Trace, EdgesOfAChain) {
  current_worker();
  Witness witness;
  int x = 0;
  std::atomic<bool> go{false};
#pragma omp parallel num_threads(2)
  {
#pragma omp master
    {
      // The first is running, or waits to, while the others are entered.
      for (int i = 0; i < 30; ++i) {
#pragma omp task depend(inout : x) shared(x, go)
        {
          while (!go) test::sleep_ms(1);
          ++x;
        }
      }
      go = true;
    }
  }
  EXPECT_EQ(x, 30);
  expect_tasks(witness, 30);
  EXPECT_EQ(witness.count(Event::dependence), 29);
}

TEST_P(Trace, Suspended) {
  current_worker();
  Witness witness;
  constexpr int kTasks = 8;
  {
    std::array<std::atomic<void*>, kTasks> contexts{};
    test::ForeignThreads others;
    others.after_ms(50, [&] {
      for (auto& context : contexts) {
        while (context == nullptr) test::sleep_ms(1);
        tidemill_unblock_task(context);
      }
    });
#pragma omp parallel num_threads(GetParam())
#pragma omp single
    for (int i = 0; i < kTasks; ++i) {
#pragma omp task shared(contexts) firstprivate(i)
      test::pause_as(contexts[static_cast<std::size_t>(i)]);
    }
  }
  expect_tasks(witness, kTasks);
  EXPECT_GE(witness.count(Event::suspend), kTasks);
  EXPECT_GE(witness.again(), kTasks - GetParam());  // the last ones may wait where they stand
}

TEST_P(Trace, BoundMessages) {
  current_worker();
  Witness witness;
  constexpr int kTasks = 40;
  std::array<std::atomic<void*>, kTasks> counters{};
#pragma omp parallel num_threads(GetParam())
#pragma omp single
  {
    for (int i = 0; i < kTasks; ++i) {
#pragma omp task shared(counters) firstprivate(i)
      {
        void* const counter = tidemill_get_current_event_counter();
        tidemill_increase_current_task_event_counter(counter, 2);
        counters[static_cast<std::size_t>(i)] = counter;
      }
    }
    for (auto& counter : counters) {
      while (counter == nullptr) {
#pragma omp taskyield
      }
      tidemill_decrease_task_event_counter(counter, 2);
    }
#pragma omp taskwait
  }
  expect_tasks(witness, kTasks);
  EXPECT_EQ(witness.count(Event::message_bound), kTasks);
}

TEST_P(Trace, BarriersAndRegions) {
  current_worker();
  Witness witness(trace::kTeams);
  for (int i = 0; i < 5; ++i) {
#pragma omp parallel num_threads(GetParam())
    {
#pragma omp barrier
    }
  }
  EXPECT_EQ(witness.count(Event::region), 2 * 5);
  // Each member's own, and the primary thread's at the end of each region.
  EXPECT_EQ(witness.count(Event::barrier), 2 * 5 * (GetParam() + 1));
  EXPECT_EQ(witness.count(Event::created), 0);
}

TEST_P(Trace, LocksThatAreTaken) {
  if (GetParam() == 1) return;  // nobody to hold one
  current_worker();
  Witness witness(trace::kLocks);
  omp_lock_t lock;
  omp_init_lock(&lock);
  std::atomic<bool> held{false};
#pragma omp parallel num_threads(2)
  {
    if (omp_get_thread_num() == 0) {
      omp_set_lock(&lock);
      held = true;
      while (witness.count(Event::lock) == 0) test::sleep_ms(1);
      omp_unset_lock(&lock);
    } else {
      while (!held) test::sleep_ms(1);
      omp_set_lock(&lock);
      omp_unset_lock(&lock);
    }
  }
  omp_destroy_lock(&lock);
  EXPECT_GE(witness.count(Event::lock), 2);
}

int poll_nothing(void* calls) {
  ++*static_cast<std::atomic<int>*>(calls);
  return 0;
}

TEST_P(Trace, Polls) {
  current_worker();
  Witness witness(trace::kScheduler);
  std::atomic<int> calls{0};
  tidemill_register_polling_service("trace", poll_nothing, &calls);
  while (calls < 3) {
#pragma omp taskyield
  }
  tidemill_unregister_polling_service("trace", poll_nothing, &calls);
  EXPECT_GE(witness.count(Event::poll), 3);
}

TEST_P(Trace, Steals) {
  if (GetParam() == 1) return;  // nobody to steal from
  current_worker();
  Witness witness(trace::kScheduler);
  std::atomic<bool> stolen{false};
#pragma omp parallel num_threads(2)
#pragma omp master
  {
    const int me = omp_get_thread_num();
#pragma omp task shared(stolen)
    stolen = omp_get_thread_num() != me;
    test::sleep_ms(1);
    for (int i = 0; i < 2000 && witness.count(Event::steal) == 0; ++i) test::sleep_ms(1);
  }
  EXPECT_EQ(witness.count(Event::steal), 1);
  EXPECT_TRUE(stolen);
}

TEST(TraceConsumers, OnlyWantedLevelsAreSeen) {
  current_worker();
  Witness tasks(trace::kTasks), graph(trace::kGraph);
  int x = 0;
#pragma omp parallel num_threads(1)
  {
#pragma omp task shared(x)
    ++x;
#pragma omp taskwait
  }
  EXPECT_EQ(tasks.count(Event::created), 1);
  EXPECT_EQ(graph.count(Event::created), 0);
  EXPECT_EQ(tasks.count(Event::region), 0);
}

TEST(TraceConsumers, ThereIsRoomForAFew) {
  class Nobody final : public trace::Consumer {
    void see(const Record&) noexcept override {}
  };
  std::array<Nobody, trace::kConsumers + 1> consumers;
  for (int i = 0; i < trace::kConsumers; ++i)
    EXPECT_TRUE(trace::attach(consumers[static_cast<std::size_t>(i)], 0));
  EXPECT_FALSE(trace::attach(consumers.back(), 0));
  for (Nobody& consumer : consumers) trace::detach(consumer);
  EXPECT_TRUE(trace::attach(consumers.back(), 0));
  trace::detach(consumers.back());
}

INSTANTIATE_TEST_SUITE_P(Threads, Trace, testing::Values(1, 2, 4));

}  // namespace
}  // namespace tidemill::core
