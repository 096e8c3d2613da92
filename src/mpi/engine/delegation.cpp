#include "engine/delegation.hpp"

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

[[gnu::noinline]] void Delegation::leave_slow() noexcept {
  for (;;) {
    owner_.store(self(), std::memory_order_relaxed);
    for (Call* call = take_published(); call != held();) {
      Call* next = call->next;  // run() is the last to touch `call`
      call->run(call);
      call = next;
    }
    Later* later = later_;
    later_ = last_later_ = nullptr;
    const bool left = try_leave();
    while (later != nullptr) {
      Later* next = later->later;
      later->run_later(later);
      later = next;
    }
    if (left) return;
  }
}

}  // namespace tidemill::mpi
