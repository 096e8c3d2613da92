// One thread inside MPI at a time, by delegation: who finds MPI taken publishes its call, and the
// thread inside makes it before it leaves. MPI's own locks are never contended, and nobody waits
// for a turn with a call that somebody else could make right now (flat combining).
//
// One word, `state_`, is both the lock and the list of published calls:
//
//   free ── try_enter ─► held ── publish ─► call → call → held ── the holder takes all ─► held
//     ▲                   │
//     └───── leave ───────┘   only from `held`: never past a published call
//
// Order: a thread's calls are made in the order it published them, whoever makes them. The list is
// taken whole and made oldest first, and MPI becomes free only with the list empty, so a call can't
// overtake one published before.
// A call is its publisher's: it lies on a stack, and may be gone as soon as run() has told so.
// What the calls leave to be done outside MPI (waking tasks) is done after leaving, by the leaver.
// Knows nothing of MPI: tests/race drives it with a counter in MPI's place.
#pragma once

#include <atomic>
#include <cstdint>

namespace tidemill::mpi {

class Delegation {
 public:
  /// A call to be made by whoever is inside. run() is the last to touch it, and must not suspend.
  struct Call {
    Call* next = nullptr;
    void (*run)(Call*) = nullptr;
  };

  /// Something to be done once the holder has left. run() is the last to touch it.
  struct Later {
    Later* later = nullptr;
    void (*run_later)(Later*) = nullptr;
  };

  /// True: the caller is inside, until leave().
  bool try_enter() noexcept {
    // relaxed: a look that saves the exclusive access when MPI is taken.
    if (state_.load(std::memory_order_relaxed) != nullptr) return false;
    Call* expected = nullptr;
    // acquire: sees what the holder before did inside; pairs with the release in try_leave.
    if (!state_.compare_exchange_strong(expected, held(), std::memory_order_acquire,
                                        std::memory_order_relaxed))
      return false;
    owner_.store(self(), std::memory_order_relaxed);  // see inside()
    return true;
  }

  /// Either enters (true), or gives `call` to the thread inside (false), which makes it: then
  /// `call` may be done, and gone, before this returns.
  bool enter_or_publish(Call& call) noexcept {
    Call* top = state_.load(std::memory_order_relaxed);  // relaxed: only compared
    for (;;) {
      if (top == nullptr) {
        if (try_enter()) return true;
        top = state_.load(std::memory_order_relaxed);
        continue;
      }
      call.next = top;
      // release: hands over the call and what its publisher wrote; pairs with the acquire in
      // take_published. relaxed on failure: retried.
      if (state_.compare_exchange_weak(top, &call, std::memory_order_release,
                                       std::memory_order_relaxed))
        return false;
    }
  }

  /// Makes the calls published meanwhile, leaves, and does what was left for later.
  void leave() noexcept {
    if (later_ == nullptr && try_leave()) [[likely]]
      return;
    leave_slow();
  }

  /// Is the calling thread the one inside? It is when MPI calls back into the program (an error
  /// handler, a reduction, an attribute's copy function), and the program calls MPI from there.
  bool inside() const noexcept {
    // relaxed: only the thread itself stores its own name, and takes it away before it leaves;
    // any other value, however old, means no.
    return owner_.load(std::memory_order_relaxed) == self();
  }

  /// The holder: `later` is run after leaving.
  void after_leaving(Later& later) noexcept {
    later.later = nullptr;
    (last_later_ ? last_later_->later : later_) = &later;
    last_later_ = &later;
  }

 private:
  /// The end of every list, and the state of being held with nothing published. Never dereferenced.
  static Call* held() noexcept { return reinterpret_cast<Call*>(std::uintptr_t{1}); }
  static std::uintptr_t self() noexcept {
    return reinterpret_cast<std::uintptr_t>(__builtin_thread_pointer());
  }

  bool try_leave() noexcept {
    owner_.store(0, std::memory_order_relaxed);
    Call* expected = held();
    // release: what was done inside, for the next holder; pairs with the acquire in try_enter.
    return state_.compare_exchange_strong(expected, nullptr, std::memory_order_release,
                                          std::memory_order_relaxed);
  }

  Call* take_published() noexcept;
  void leave_slow() noexcept;

  std::atomic<Call*> state_{nullptr};
  std::atomic<std::uintptr_t> owner_{0};  ///< thread pointer of the holder; written by it alone
  Later* later_ = nullptr;                ///< the holder's
  Later* last_later_ = nullptr;
};

extern Delegation delegation;

}  // namespace tidemill::mpi
