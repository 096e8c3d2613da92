// Short tasks with dependences or priority, which their producer runs at once: when it does, when
// not, and what ends it. In teams of two, where somebody else could run them. Under the sanitizers
// nothing runs on side stacks, and this isn't built.
#include "core/task/short_tasks.hpp"

#include <gtest/gtest.h>
#include <tidemill/tasking.h>

#include <atomic>
#include <string>

#include "core/sched/worker.hpp"
#include "core/task/dependent.hpp"
#include "support.hpp"

namespace tidemill::test {
namespace {

using core::current_worker;

/// What a task does, and what it tells. Each `Code` is a habit of its own.
struct Deed {
  void (*act)() = nullptr;
  std::atomic<int>* done = nullptr;
  int seen = -1;  // how many were done before it
};

template <int number>
struct Code {
  static void run(void* data) {
    Deed& deed = **static_cast<Deed**>(data);
    deed.seen = deed.done->load();
    if (deed.act != nullptr) deed.act();
    ++*deed.done;
  }
  static core::Habit habit() { return core::Habits::of(reinterpret_cast<const void*>(&Code::run)); }
  static void learn() {
    while (!core::Habits::is_short(habit())) core::Habits::saw(habit(), true);
  }
  /// A child of the current task, in order with others that name `*chain`.
  static void spawn(Deed& deed, const int* chain) {
    Deed* pointer = &deed;
    const core::Dependence inout{const_cast<int*>(chain), core::Access::out};
    ASSERT_TRUE(core::spawn_dependent(&Code::run, &pointer, sizeof(pointer), {&inout, 1}));
  }
};

/// One thread of a team of two runs `body`, the other has nothing to do.
template <class Body>
void produce(Body body) {
#pragma omp parallel num_threads(2) shared(body)
#pragma omp single
  body();
}

void spin_200_us() {
  const std::uint64_t until = platform::ticks() + 200 * platform::ticks_per_us();
  while (platform::ticks() < until) platform::pause();
}

bool nothing_left() { return !core::has_incomplete_children(*current_worker().task); }

TEST(ShortTasks, RunAsTheyAreCreated) {
  produce([] {
    using C = Code<1>;
    std::atomic<int> done{0};
    int chain = 0;
    for (int i = 0; i < 10'000; ++i) {
      Deed deed{nullptr, &done};
      C::learn();  // anew, if the system has taken the core during one
      C::spawn(deed, &chain);
      ASSERT_EQ(done.load(), i + 1);
      ASSERT_EQ(deed.seen, i);
      ASSERT_TRUE(nothing_left());
    }
    EXPECT_EQ(current_worker().task->children_by_address, nullptr) << "none was entered";
  });
}

TEST(ShortTasks, WithPriorityOnly) {
  produce([] {
    using C = Code<2>;
    std::atomic<int> done{0};
    Deed deed{nullptr, &done};
    Deed* pointer = &deed;
    EXPECT_FALSE(core::spawn_short(&C::run, &pointer, sizeof(pointer), {})) << "nothing is known";
    C::learn();
    ASSERT_TRUE(core::spawn_short(&C::run, &pointer, sizeof(pointer), {}));
    EXPECT_EQ(done.load(), 1);
  });
}

TEST(ShortTasks, OneThatTakesLongEndsIt) {
  produce([] {
    using C = Code<3>;
    C::learn();
    std::atomic<int> done{0};
    int chain = 0;
    Deed first{nullptr, &done};  // it makes stacks: that isn't counted
    C::spawn(first, &chain);
    C::learn();
    Deed deed{spin_200_us, &done};
    C::spawn(deed, &chain);
    EXPECT_EQ(done.load(), 2);
    EXPECT_FALSE(core::Habits::is_short(C::habit()));
  });
}

void* blocked = nullptr;

TEST(ShortTasks, OneThatWaitsIsEnteredAndItsProducerGoesOn) {
  produce([] {
    using C = Code<4>;
    C::learn();
    std::atomic<int> done{0};
    int chain = 0;
    Deed first{[] {
                 blocked = tidemill_get_current_blocking_context();
                 tidemill_block_current_task(blocked);
               },
               &done};
    C::spawn(first, &chain);
    EXPECT_EQ(done.load(), 0);
    EXPECT_FALSE(nothing_left());
    EXPECT_FALSE(core::Habits::is_short(C::habit()));
    C::learn();
    Deed second{nullptr, &done};
    C::spawn(second, &chain);
    sleep_ms(5);
    EXPECT_EQ(done.load(), 0) << "it waits for the first";
    tidemill_unblock_task(blocked);
#pragma omp taskwait
    EXPECT_EQ(first.seen, 0);
    EXPECT_EQ(second.seen, 1);
  });
}

TEST(ShortTasks, BesideATaskThatTakesItsTimeTheyAreQueued) {
  produce([] {
    using C = Code<5>;
    std::atomic<int> done{0};
    std::atomic<bool> go{false};
#pragma omp task shared(go)
    while (!go.load()) {
#pragma omp taskyield
    }
    const std::uint32_t patience = current_worker().at_once.patience;
    Deed deeds[1000];
    int chains[1000];
    for (int i = 0; i < 1000; ++i) {
      deeds[i].done = &done;
      C::learn();  // whatever those who run them find
      C::spawn(deeds[i], &chains[i]);
      EXPECT_FALSE(nothing_left());
    }
    EXPECT_GT(current_worker().at_once.patience, patience) << "it has tried to wait for it";
    go.store(true);
#pragma omp taskwait
    EXPECT_EQ(done.load(), 1000);
  });
}

// Those of class 0 lie there, beside others of the same clause.
TEST(ShortTasks, ThoseInTheDequeAreSeenThroughAsWell) {
  produce([] {
    using C = Code<6>;
    std::atomic<int> done{0};
    Deed deed{nullptr, &done};
    Deed* pointer = &deed;
    constexpr int kMost = 100'000;
    int created = 0;
    for (int at_once = 0; created < kMost && at_once < 1000; ++created) {
      while (created > 100 && !core::Habits::is_short(C::habit()))  // whatever runners find
        core::Habits::saw(C::habit(), true);
      if (core::spawn_short(&C::run, &pointer, sizeof(pointer), {}))
        ++at_once;
      else
        core::spawn({.body = {&C::run, &pointer, nullptr, sizeof(pointer), alignof(Deed*)}});
    }
    EXPECT_LT(created, kMost);
#pragma omp taskwait
    EXPECT_EQ(done.load(), created);
  });
}

/// A link of a chain: how many there must have been before it.
struct Link {
  int* links;
  int before;
};
void add_link(void* data) {
  const auto& link = *static_cast<Link*>(data);
  EXPECT_EQ(*link.links, link.before);
  ++*link.links;
}

// They are queued at first, as nothing is known of them, and each waits for the one before.
TEST(ShortTasks, AfterSomeThatAreQueuedTheProducerWaitsForTheLast) {
  produce([] {
    const core::Habit habit = core::Habits::of(reinterpret_cast<const void*>(&add_link));
    int links = 0;
    int at_once = 0;
    constexpr int kMost = 5'000'000;
    int i = 0;
    for (; i < kMost && at_once < 1000; ++i) {
      while (i > 100 && !core::Habits::is_short(habit))  // whatever those who run them find
        core::Habits::saw(habit, true);
      Link link{&links, i};
      const core::Dependence inout{&links, core::Access::out};
      ASSERT_TRUE(core::spawn_dependent(&add_link, &link, sizeof(link), {&inout, 1}));
      if (nothing_left()) ++at_once;
    }
    EXPECT_LT(i, kMost);
#pragma omp taskwait
    EXPECT_EQ(links, i);
  });
}

}  // namespace
}  // namespace tidemill::test
