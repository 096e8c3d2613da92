#include "engine/delegation.hpp"

#include <algorithm>
#include <limits>
#include <utility>

namespace tidemill::mpi {

/// What was published so far, oldest first, ended by held().
Delegation::Call* Delegation::take_published() noexcept {
  // acquire: sees the calls as their publishers wrote them; pairs with the release in
  // enter_or_publish. The older calls of the list come along through its release sequence.
  Call* newest_first = state_.exchange(held(), std::memory_order_acquire);
  Call* oldest_first = held();
  while (newest_first != held()) {
    Call* next = newest_first->next;
    newest_first->next = oldest_first;
    oldest_first = newest_first;
    newest_first = next;
  }
  return oldest_first;
}

/// Every entry but the favourite's into an MPI that is kept for it.
[[gnu::noinline]] bool Delegation::try_enter_slow(Call* state) noexcept {
  if (is_kept(state)) {
    // The favourite: it is called back, as it is inside.
    return favourite_.load(std::memory_order_relaxed) != self() && end_favour_slow(state);
  }
  if (state != nullptr) return false;  // a look saves the exclusive access
  Call* expected = nullptr;
  // acquire: sees what the holder before did inside; pairs with the release in leave_to.
  if (!state_.compare_exchange_strong(expected, held(), std::memory_order_acquire,
                                      std::memory_order_relaxed))
    return false;
  owner_.store(self(), std::memory_order_relaxed);  // see inside()
  return true;
}

[[gnu::noinline]] bool Delegation::leave_free_slow() noexcept {
  if (newest_ != self()) {
    newest_ = self();
    streak_ = 0;
  } else if (++streak_ >= wanted_streak_) [[unlikely]] {
    return keep_slow();
  }
  return leave_to(nullptr);
}

/// Makes calls up to the first that is its publisher's turn, and returns that one and the rest: a
/// call that only its publisher makes; or, once `most` have been made, one whose publisher waits
/// and can.
Delegation::Call* Delegation::make(Call* oldest_first, std::uint32_t most) noexcept {
  Call* call = oldest_first;
  while (call != held() && call->run != nullptr && (made_ < most || call->tell_turn == nullptr)) {
    Call* const next = call->next;  // run() is the last to touch `call`
    call->run(call);
    ++made_;
    call = next;
  }
  return call;
}

/// Not for the favourite while MPI is kept: it would have to claim MPI first, and leaves soon. And
/// not while older calls are left (rest_): none is overtaken.
[[gnu::noinline]] void Delegation::serve_slow() noexcept {
  if (rest_ != nullptr) return;
  Call* const oldest = take_published();
  for (const Call* call = oldest; call != held(); call = call->next)
    waited_for_ += call->tell_turn != nullptr;
  Call* const left = make(oldest, std::numeric_limits<std::uint32_t>::max());
  if (left != held()) rest_ = left;
}

[[gnu::noinline]] void Delegation::leave_slow() noexcept {
  made_ = 0;
  for (;;) {
    Call* call = std::exchange(rest_, nullptr);
    if (call == nullptr) call = keeps_ ? held() : take_published();
    call = make(call, kMostMade);
    if (call != held()) return hand_over(*call, call->next);
    Later* const later = take_later();
    const bool left = try_leave();  // if not, what runs below runs inside
    do_later(later);
    if (left) return;
  }
}

/// Leaves MPI to the publisher of `to`, held. Never while it is kept: then nothing is published.
void Delegation::hand_over(Call& to, Call* rest) noexcept {
  Later* const later = take_later();
  rest_ = rest == held() ? nullptr : rest;
  handed_over_.store(handed_over() + 1, std::memory_order_relaxed);  // one writer: the holder
  owner_.store(0, std::memory_order_relaxed);
  to.tell_turn(&to);  // from here on the other one is inside
  do_later(later);
}

Delegation::Later* Delegation::take_later() noexcept {
  last_later_ = nullptr;
  return std::exchange(later_, nullptr);
}

void Delegation::do_later(Later* later) noexcept {
  while (later != nullptr) {
    Later* next = later->later;
    later->run_later(later);
    later = next;
  }
}

// ---- The favourite ----------------------------------------------------------------------------

/// The holder, at the end of a long streak: instead of leaving MPI free it keeps it, if it may.
[[gnu::noinline]] bool Delegation::keep_slow() noexcept {
  streak_ = 0;
  // relaxed: written by its own thread only.
  std::uintptr_t favourite = favourite_.load(std::memory_order_relaxed);
  if (favourite == 0) favourite_.store(favourite = self(), std::memory_order_relaxed);
  if (favourite != self() || !platform::fences_are_light()) return leave_to(nullptr);
  keeps_ = true;
  entries_ = 0;
  // relaxed, both: leave_to hands them over.
  inside_.store(false, std::memory_order_relaxed);
  claim_.store(++period_, std::memory_order_relaxed);
  if (leave_to(kept(period_))) return true;
  keeps_ = false;
  return false;
}

/// Who has claimed it, and is the holder now.
void Delegation::favour_is_over() noexcept {
  // A heavy fence interrupts every processor that runs one of the process's threads: some
  // microseconds, which so many visits have saved.
  constexpr std::uint32_t kWorthIt = 4096, kMostStreak = 1 << 20;
  wanted_streak_ = entries_ >= kWorthIt ? least_streak_ : std::min(2 * wanted_streak_, kMostStreak);
  keeps_ = false;
  streak_ = 0;
  owner_.store(self(), std::memory_order_relaxed);
}

/// Another thread than the favourite. True: it is inside. False: the favourite is, or somebody else
/// was faster; in any case MPI is no longer kept.
[[gnu::noinline]] bool Delegation::end_favour_slow(Call* kept_state) noexcept {
  const std::uintptr_t period = reinterpret_cast<std::uintptr_t>(kept_state) >> 2;
  // acquire: pairs with leave_to. From here on calls can be published.
  if (!state_.compare_exchange_strong(kept_state, held(), std::memory_order_acq_rel,
                                      std::memory_order_relaxed))
    return false;
  platform::heavy_fence_against_known();  // those of try_enter and leave_kept
  // acquire: what the favourite did inside; pairs with leave_kept. If it is inside it finds MPI
  // held when it leaves, and goes on as the holder.
  if (inside_.load(std::memory_order_acquire) || !claim(period)) return false;
  favour_is_over();
  return true;
}

/// The favourite, having left as such, or found that it may not enter so. True: it is the holder.
[[gnu::noinline]] bool Delegation::hold_after_favour_slow() noexcept {
  if (!claim(period_)) return false;
  favour_is_over();
  return true;
}

/// The favourite has met the end of its favour while entering.
[[gnu::noinline]] bool Delegation::enter_after_favour_slow() noexcept {
  inside_.store(false, std::memory_order_release);
  if (hold_after_favour_slow()) return true;
  return try_enter();
}

}  // namespace tidemill::mpi
