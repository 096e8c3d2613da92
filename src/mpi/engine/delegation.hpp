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
// Favourite. Those two steps are atomic operations, which wait for every store before them: with
// MPI in shared memory for its last message to reach the other core. So a thread that was inside
// many times in a row becomes the favourite (the first such thread, for good), and from a leave()
// on MPI is *kept* for it: it comes and goes by plain stores to `inside_`. Who else wants to enter
// ends that, once:
//
//   favourite: inside_ = true;  light fence; state_ still kept(period)?  yes: inside
//              inside_ = false; light fence; state_ still kept(period)?  yes: left
//                                                                        no:  it may claim
//   another:   state_: kept(period) -> held; heavy fence; inside_?        no:  it may claim
//
// By the fences (platform/asymmetric_fence.hpp) at least one of them finds that it may, and who
// turns claim_ from `period` to 0 is the holder from then on, in the usual way; the other one goes
// the usual way round. A period begins only if light fences cost nothing, and the favourite doesn't
// ask again: should the kernel change its mind, the other one gives its stores time to come.
// Periods are numbered: a claim that comes late is of a period that is over. Each end of one in
// which the favourite was inside only seldom makes the next one harder to get.
//
// Order: a thread's calls are made in the order it published them, whoever makes them. The list is
// taken whole and made oldest first, and MPI becomes free only with the list empty, so a call can't
// overtake one published before.
// A holder that is inside for long (a poll) makes what was published now and then (serve()), so
// that nobody waits for all of it; a call that takes its turn, and what came after, waits for
// leave(). A call is its publisher's: it lies on a stack, and may be gone as soon as run() has told
// so. What the calls leave to be done outside MPI (waking tasks) is done after leaving, by the
// leaver.
//
// Turn. A call may be one that its publisher makes itself (MPI may call the program back from it).
// The holder who comes to it is the holder no more: it hands MPI over, with the calls it has taken
// and not made yet (`rest_`), and goes its way. So nobody waits for the publisher, whose callback
// may need a lock that the holder before has. What is handed over goes through tell_turn() and what
// the publisher waits for: release there, acquire before take_turn(). `state_` is not touched: MPI
// stays held. So it is done, too, once a holder has made kMostMade calls of others: they may call
// again and again, until what the holder does next.
//
// Knows nothing of MPI: tests/race drives it with a counter in MPI's place.
#pragma once

#include <atomic>
#include <cstdint>

#include "platform/asymmetric_fence.hpp"

namespace tidemill::mpi {

class Delegation {
 public:
  /// A thread is to be inside so often in a row before MPI is kept for it. Inside only.
  void keep_after(std::uint32_t streak) noexcept { least_streak_ = wanted_streak_ = streak; }

  /// A call to be made by whoever is inside. Each of the two, of which one is called, is the last
  /// to touch it, and must not suspend.
  struct Call {
    Call* next = nullptr;
    void (*run)(Call*) = nullptr;  ///< makes it; nullptr: only its publisher does
    /// Tells the publisher, who does nothing else meanwhile, that it is the one inside now, and
    /// makes the call itself: see take_turn(). nullptr: it doesn't wait.
    void (*tell_turn)(Call*) = nullptr;
  };

  /// Something to be done once the holder has left. run() is the last to touch it.
  struct Later {
    Later* later = nullptr;
    void (*run_later)(Later*) = nullptr;
  };

  /// True: the caller is inside, until leave().
  [[gnu::always_inline]] bool try_enter() noexcept {
    // acquire: whose favour it is; pairs with the release of leave_to.
    Call* const state = state_.load(std::memory_order_acquire);
    // relaxed: only the favourite itself writes inside_, and its own name.
    const bool ours = is_kept(state) && favourite_.load(std::memory_order_relaxed) == self();
    if (!ours || inside_.load(std::memory_order_relaxed)) [[unlikely]]
      return try_enter_slow(state);
    inside_.store(true, std::memory_order_relaxed);  // the fence orders it
    platform::fence_known_light();                   // else MPI wouldn't be kept
    if (state_.load(std::memory_order_relaxed) != state) [[unlikely]]
      return enter_after_favour_slow();
    owner_.store(self(), std::memory_order_relaxed);  // see inside()
    return true;
  }

  /// Either enters (true), or gives `call` to the thread inside (false), which makes it: then
  /// `call` may be done, and gone, before this returns.
  bool enter_or_publish(Call& call) noexcept {
    Call* top = state_.load(std::memory_order_relaxed);  // relaxed: only compared
    for (;;) {
      const bool called_back = is_kept(top) && inside();
      if (top == nullptr || (is_kept(top) && !called_back)) {
        if (try_enter()) return true;
        top = state_.load(std::memory_order_relaxed);
        continue;
      }
      call.next = called_back ? held() : top;  // the favourite's leave() finds it
      // release: hands over the call and what its publisher wrote; pairs with the acquire in
      // take_published. relaxed on failure: retried.
      if (state_.compare_exchange_weak(top, &call, std::memory_order_release,
                                       std::memory_order_relaxed))
        return false;
    }
  }

  /// The publisher, when tell_turn() has told it: it is inside, until leave().
  void take_turn() noexcept { owner_.store(self(), std::memory_order_relaxed); }

  /// Makes the calls published meanwhile, leaves, and does what was left for later.
  void leave() noexcept {
    if (later_ == nullptr && rest_ == nullptr && try_leave()) [[likely]]
      return;
    leave_slow();
  }

  /// The holder, in the middle of something long: makes the calls published meanwhile, up to one
  /// that takes its turn, which is left for leave().
  void serve() noexcept {
    // relaxed: a look; taking them acquires.
    if (!keeps_ && state_.load(std::memory_order_relaxed) != held()) [[unlikely]]
      serve_slow();
  }
  /// How many calls of others a leaving holder makes, if a publisher waits that can take MPI over.
  static constexpr std::uint32_t kMostMade = 64;

  /// How often MPI was handed over to a publisher, instead of being left, ever. Any thread: a hint.
  std::uint32_t handed_over() const noexcept {
    return handed_over_.load(std::memory_order_relaxed);  // guards nothing
  }

  /// Calls that serve() has found whose publishers waited in place for it, ever. Inside only.
  std::uint32_t waited_for() const noexcept { return waited_for_; }

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
  /// The states of being kept: a number that is no address of a call.
  static Call* kept(std::uintptr_t period) noexcept {
    return reinterpret_cast<Call*>(period << 2 | 2);
  }
  static bool is_kept(const Call* state) noexcept {
    return (reinterpret_cast<std::uintptr_t>(state) & 2) != 0;
  }
  static std::uintptr_t self() noexcept {
    return reinterpret_cast<std::uintptr_t>(__builtin_thread_pointer());
  }

  /// False: the caller is still inside, and there are published calls to be made.
  bool try_leave() noexcept {
    owner_.store(0, std::memory_order_relaxed);
    if (keeps_) [[likely]]
      return leave_kept();
    return leave_free_slow();
  }

  bool leave_to(Call* state) noexcept {
    Call* expected = held();
    // release: what was done inside, for the next holder; pairs with the acquires in try_enter
    // and end_favour_slow.
    if (state_.compare_exchange_strong(expected, state, std::memory_order_release,
                                       std::memory_order_relaxed)) [[likely]]
      return true;
    owner_.store(self(), std::memory_order_relaxed);
    return false;
  }

  /// The favourite's. True also if another thread is the holder now.
  bool leave_kept() noexcept {
    ++entries_;
    Call* const mine = kept(period_);
    // release: what was done inside; pairs with the acquire in end_favour_slow.
    inside_.store(false, std::memory_order_release);
    platform::fence_known_light();
    return state_.load(std::memory_order_relaxed) == mine || !hold_after_favour_slow();
  }

  bool claim(std::uintptr_t period) noexcept {
    // acq_rel: of the two that may claim, one goes on where the other has been.
    return claim_.compare_exchange_strong(period, 0, std::memory_order_acq_rel,
                                          std::memory_order_relaxed);
  }

  bool try_enter_slow(Call* state) noexcept;
  bool leave_free_slow() noexcept;
  bool end_favour_slow(Call* kept_state) noexcept;
  bool enter_after_favour_slow() noexcept;
  bool hold_after_favour_slow() noexcept;
  bool keep_slow() noexcept;
  void favour_is_over() noexcept;
  Call* take_published() noexcept;
  Call* make(Call* oldest_first, std::uint32_t most) noexcept;
  void serve_slow() noexcept;
  void leave_slow() noexcept;
  void hand_over(Call& to, Call* rest) noexcept;
  Later* take_later() noexcept;
  static void do_later(Later* later) noexcept;

  std::atomic<Call*> state_{nullptr};
  std::atomic<std::uintptr_t> owner_{0};  ///< thread pointer of the holder; written by it alone
  // The holder's.
  Later* later_ = nullptr;
  Later* last_later_ = nullptr;
  Call* rest_ = nullptr;       ///< taken from the list, and not made yet; older than what is there
  bool keeps_ = false;         ///< MPI is kept for the favourite: who is inside is it, that way
  std::uintptr_t newest_ = 0;  ///< the last holder
  std::uint32_t streak_ = 0;   ///< times in a row before that it was the same
  std::uint32_t least_streak_ = 256;
  std::uint32_t wanted_streak_ = 256;  ///< before MPI is kept
  std::uint32_t entries_ = 0;          ///< in this period
  std::uint32_t waited_for_ = 0;       ///< see waited_for()
  std::uint32_t made_ = 0;             ///< calls of others, by who leaves
  std::uintptr_t period_ = 0;          ///< of the favour; the favourite reads it at any time

  std::atomic<std::uint32_t> handed_over_{0};  ///< see handed_over(); written by the holder

  std::atomic<std::uintptr_t> favourite_{0};  ///< its thread pointer; written once, by itself
  std::atomic<bool> inside_{false};           ///< written by the favourite; read by who ends it
  std::atomic<std::uintptr_t> claim_{0};      ///< the period still to be claimed
};

extern Delegation delegation;

}  // namespace tidemill::mpi
