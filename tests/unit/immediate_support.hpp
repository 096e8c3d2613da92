// Tasks that run immediately (task/immediate.hpp): what the tests of them share.
#pragma once

#include <gtest/gtest.h>
#include <omp.h>
#include <sched.h>
#include <tidemill/tasking.h>

#include <atomic>
#include <type_traits>

#include "core/task/create.hpp"

namespace tidemill::test {

using core::current_worker;

/// The region's only thread runs `body` in its implicit task.
template <class Body>
void alone(Body body) {
#pragma omp parallel num_threads(1) shared(body)
  body();
}

/// The first of two threads runs `body`; the other is busy meanwhile, and takes no task.
template <class Body>
void beside_busy(Body body) {
  std::atomic<bool> over{false};
#pragma omp parallel num_threads(2) shared(body, over)
  if (omp_get_thread_num() == 0) {
    body();
    over = true;
  } else {
    while (!over) sched_yield();
  }
}

enum class Tied : bool { no, yes };

/// The current task creates a child that runs `body`, copied.
template <class Body>
void create_child(Body body, Tied tied = Tied::yes) {
  static_assert(std::is_trivially_copyable_v<Body> && alignof(Body) <= 16);
  const core::TaskRequest request{.body = {[](void* data) { (*static_cast<Body*>(data))(); }, &body,
                                           nullptr, sizeof body, alignof(Body)},
                                  .untied = tied == Tied::no};
  if (tied == Tied::yes)
    core::create<core::kPlainTask>(current_worker(), request);
  else
    core::create_task(request);
}

/// The same, and it is in the queue afterwards: none runs immediately where its creator holds a
/// lock. With less in the queue than a creator is suspended for.
template <class Body>
[[gnu::noinline]] void enqueued(Body body, Tied tied = Tied::yes) {
  omp_lock_t lock;
  omp_init_lock(&lock);
  omp_set_lock(&lock);
  const std::int64_t before = current_worker().member->deque.size();
  create_child(body, tied);
  EXPECT_EQ(current_worker().member->deque.size(), before + 1);
  omp_unset_lock(&lock);
  omp_destroy_lock(&lock);
}

/// Enqueues as many descendants of the current task as are enough for everybody.
inline void fill_queue() {
  const core::Member& m = *current_worker().member;
  while (m.deque.size() < m.team->ready_mark) {
#pragma omp task if (0)  // who has few children isn't throttled
    for (int i = 0; i < 16; ++i) enqueued([] {});
  }
}

/// From now on it isn't the queue's turn, for so many tasks.
inline void give_turn() { current_worker().immediate.left = 1 << 20; }

/// The same, and it has begun before its creator goes on: for who is alone, or in front of a full
/// queue, and stands on few side calls.
template <class Body>
[[gnu::noinline]] void immediately(Body body, Tied tied = Tied::yes) {
  static bool began;  // static: if the test fails, its creator may be gone by then
  began = false;
  give_turn();
  create_child(
      [body] {
        began = true;
        EXPECT_TRUE(core::stands_on_side(current_worker()));
        body();
      },
      tied);
  EXPECT_TRUE(began);
}

/// Would the current task's next child run immediately?
inline bool runs_immediately() {
  give_turn();
  core::Worker& w = current_worker();
  return core::may_run_immediately(w);
}

/// Pauses the calling task; `*context` tells by which it goes on.
inline void block(void** context) {
  void* const mine = *context = tidemill_get_current_blocking_context();
  tidemill_block_current_task(mine);
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

}  // namespace tidemill::test
