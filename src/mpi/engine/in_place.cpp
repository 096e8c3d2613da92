#include "engine/in_place.hpp"

#include <linux/futex.h>
#include <sched.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

#include "engine/inside_mpi.hpp"

namespace tidemill::mpi {
namespace {

/// About a microsecond: the thread inside MPI is in the middle of one short call.
constexpr int kLooks = 40;
/// Then it may be that a poll takes in many messages, or a large one: to be woken from sleep would
/// cost more. Or its core is this one.
constexpr int kYields = 20;

void pause() noexcept {
#if defined(__x86_64__)
  __builtin_ia32_pause();
#elif defined(__aarch64__)
  asm volatile("isb" ::: "memory");
#endif
}

struct InPlaceCall : Delegation::Call {
  explicit InPlaceCall(FunctionRef<void()> b) : body(b) {
    run = [](Call* self) {
      auto* call = static_cast<InPlaceCall*>(self);
      call->body();
      call->over.set();
    };
    tell_turn = [](Call* self) {
      auto* call = static_cast<InPlaceCall*>(self);
      call->our_turn = true;
      call->over.set();
    };
  }
  FunctionRef<void()> body;
  bool our_turn = false;  ///< the call isn't made; handed over by `over`
  InPlaceFlag over;
};

/// A call that its publisher makes itself.
struct Turn : Delegation::Call {
  Turn() {
    tell_turn = [](Call* self) { static_cast<Turn*>(self)->come.set(); };
  }
  InPlaceFlag come;
};

/// Depth of BlockingInside on this thread. Nothing suspends while its address is in use.
[[gnu::noinline]] int& blocking_depth() noexcept {
  static thread_local int depth = 0;
  return depth;
}

/// Some thread was ever in a blocking call; relaxed: a thread that was sees its own store.
constinit std::atomic<bool> any_blocking{false};

}  // namespace

constinit Delegation delegation;
constinit std::atomic<bool> any_may_call_back{false};

BlockingInside::BlockingInside() noexcept {
  any_blocking.store(true, std::memory_order_relaxed);
  ++blocking_depth();
}

BlockingInside::~BlockingInside() { --blocking_depth(); }

bool already_inside() noexcept {
  return delegation.inside() ||
         (any_blocking.load(std::memory_order_relaxed) && blocking_depth() > 0);
}

void InPlaceFlag::sleep(std::uint64_t timeout_ns) noexcept {
  std::uint32_t expected = kWaiting;
  // acquire: if it fails, it is set.
  if (!word_.compare_exchange_strong(expected, kAsleep, std::memory_order_acquire)) return;
  const timespec timeout{static_cast<time_t>(timeout_ns / 1'000'000'000),
                         static_cast<long>(timeout_ns % 1'000'000'000)};
  syscall(SYS_futex, reinterpret_cast<std::uint32_t*>(&word_), FUTEX_WAIT_PRIVATE, kAsleep,
          &timeout, nullptr, 0);
  expected = kAsleep;
  word_.compare_exchange_strong(expected, kWaiting, std::memory_order_acquire);
}

void InPlaceFlag::wake_slow() noexcept {
  syscall(SYS_futex, reinterpret_cast<std::uint32_t*>(&word_), FUTEX_WAKE_PRIVATE, 1, nullptr,
          nullptr, 0);
}

void InPlaceFlag::wait() noexcept {
  for (int looks = 0; looks < kLooks; ++looks) {
    if (is_set()) return;
    pause();
  }
  for (int yields = 0; yields < kYields; ++yields) {
    sched_yield();
    if (is_set()) return;
  }
  while (!is_set()) sleep(1'000'000'000);
}

[[gnu::noinline]] void enter_in_turn_slow() {
  Turn turn;
  if (delegation.enter_or_publish(turn)) return;
  turn.come.wait();
  delegation.take_turn();
}

[[gnu::noinline]] void delegate_in_place(FunctionRef<void()> body) {
  if (already_inside()) return body();
  if (any_may_call_back.load(std::memory_order_relaxed)) {
    enter_in_turn_slow();
    body();
    delegation.leave();
    return;
  }
  InPlaceCall call(body);
  if (delegation.enter_or_publish(call)) {
    body();
    delegation.leave();
    return;
  }
  call.over.wait();
  if (call.our_turn) [[unlikely]] {
    delegation.take_turn();
    body();
    delegation.leave();
  }
}

}  // namespace tidemill::mpi
