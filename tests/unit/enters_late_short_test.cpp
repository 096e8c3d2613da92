// Short tasks with dependences, which their creator runs immediately although others could
// (task/immediate.hpp): when it does, when not, and what ends it. In teams of two, where somebody
// else could run them. Under the sanitizers nothing runs on side stacks, and this isn't built.
#include <gtest/gtest.h>
#include <tidemill/tasking.h>

#include <atomic>

#include "core/model/worker.hpp"
#include "core/task/create.hpp"
#include "platform/cpu.hpp"
#include "support.hpp"

namespace tidemill::test {
namespace {

using core::current_worker;

/// What a task does, and what it tells. Each `Code` has an entry of the predictor's for itself.
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
  static core::DurationEntry entry() {
    return core::DurationPredictor::of(reinterpret_cast<const void*>(&Code::run));
  }
  static void learn() {
    while (!core::DurationPredictor::is_short(entry())) core::DurationPredictor::saw(entry(), true);
  }
  /// A child of the current task, in order with others that name `*chain`.
  static void create(Deed& deed, const int* chain) {
    Deed* pointer = &deed;
    const core::Dependence inout{const_cast<int*>(chain), core::Access::out};
    core::create_task({.body = {&Code::run, &pointer, nullptr, sizeof pointer, alignof(Deed*)},
                       .dependences = {&inout, 1}});
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

TEST(EntersLateShort, RunAsTheyAreCreated) {
  produce([] {
    using C = Code<1>;
    std::atomic<int> done{0};
    int chain = 0;
    for (int i = 0; i < 10'000; ++i) {
      Deed deed{nullptr, &done};
      C::learn();  // anew, if the system has taken the core during one
      C::create(deed, &chain);
      ASSERT_EQ(done.load(), i + 1);
      ASSERT_EQ(deed.seen, i);
      ASSERT_TRUE(nothing_left());
    }
    EXPECT_EQ(current_worker().task->children_by_address, nullptr) << "none was entered";
  });
}

TEST(EntersLateShort, OneThatTakesLongEndsIt) {
  produce([] {
    using C = Code<3>;
    C::learn();
    std::atomic<int> done{0};
    int chain = 0;
    Deed first{nullptr, &done};  // it makes stacks: that isn't counted
    C::create(first, &chain);
    C::learn();
    Deed deed{spin_200_us, &done};
    C::create(deed, &chain);
    EXPECT_EQ(done.load(), 2);
    EXPECT_FALSE(core::DurationPredictor::is_short(C::entry()));
  });
}

void* blocked = nullptr;

TEST(EntersLateShort, OneThatWaitsIsEnteredAndItsCreatorGoesOn) {
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
    C::create(first, &chain);
    EXPECT_EQ(done.load(), 0);
    EXPECT_FALSE(nothing_left());
    EXPECT_FALSE(core::DurationPredictor::is_short(C::entry()));
    C::learn();
    Deed second{nullptr, &done};
    C::create(second, &chain);
    sleep_ms(5);
    EXPECT_EQ(done.load(), 0) << "it waits for the first";
    tidemill_unblock_task(blocked);
#pragma omp taskwait
    EXPECT_EQ(first.seen, 0);
    EXPECT_EQ(second.seen, 1);
  });
}

TEST(EntersLateShort, BesideATaskThatTakesItsTimeTheyAreQueued) {
  produce([] {
    using C = Code<5>;
    std::atomic<int> done{0};
    std::atomic<bool> go{false};
#pragma omp task shared(go)
    while (!go.load()) {
#pragma omp taskyield
    }
    constexpr std::uint32_t patience = 64;  // whatever tests before have left
    current_worker().short_tasks.patience = patience;
    Deed deeds[1000];
    int chains[1000];
    for (int i = 0; i < 1000; ++i) {
      deeds[i].done = &done;
      C::learn();  // whatever those who run them find
      C::create(deeds[i], &chains[i]);
      EXPECT_FALSE(nothing_left());
    }
    EXPECT_GT(current_worker().short_tasks.patience, patience) << "it has tried to wait for it";
    go.store(true);
#pragma omp taskwait
    EXPECT_EQ(done.load(), 1000);
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
TEST(EntersLateShort, AfterSomeThatAreQueuedTheCreatorWaitsForTheLast) {
  produce([] {
    const core::DurationEntry entry =
        core::DurationPredictor::of(reinterpret_cast<const void*>(&add_link));
    int links = 0;
    int immediate = 0;
    constexpr int kMost = 5'000'000;
    int i = 0;
    for (; i < kMost && immediate < 1000; ++i) {
      while (i > 100 && !core::DurationPredictor::is_short(entry))  // whatever runners find
        core::DurationPredictor::saw(entry, true);
      Link link{&links, i};
      const core::Dependence inout{&links, core::Access::out};
      core::create_task({.body = {&add_link, &link, nullptr, sizeof link, alignof(Link)},
                         .dependences = {&inout, 1}});
      if (nothing_left()) ++immediate;
    }
    EXPECT_LT(i, kMost);
#pragma omp taskwait
    EXPECT_EQ(links, i);
  });
}

}  // namespace
}  // namespace tidemill::test
