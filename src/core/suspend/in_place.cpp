#include "core/suspend/in_place.hpp"

#include <sched.h>

#include "core/model/worker.hpp"
#include "core/poll/polling.hpp"
#include "core/settings/settings.hpp"
#include "core/suspend/offer_core.hpp"

namespace tidemill::core {

namespace {

bool is_passive() noexcept { return block_time_us.load(std::memory_order_relaxed) == 0; }

}  // namespace

bool is_oversubscribed(const Worker& w) noexcept {
  return w.innermost != nullptr && w.innermost->team->size > settings().processors;
}

bool may_spin(const Worker& w) noexcept {
  return !polling_active() && !is_passive() && !is_oversubscribed(w);
}

Patience patience_for_members(const Worker& w) noexcept {
  if (polling_active() || is_passive()) return {};
  if (!is_oversubscribed(w)) return patience::kMember;
  constexpr int kLeast = 16;  // the system doesn't always take the one that is meant
  Patience once_round = patience::kSharingMember;
  once_round.most_yields = static_cast<std::uint32_t>(std::max(w.innermost->team->size, kLeast));
  return once_round;
}

InPlaceWait::InPlaceWait(const Worker& w) noexcept
    : oversubscribed_(is_oversubscribed(w)),
      backoff_(oversubscribed_ || is_passive() ? patience::kInPlaceSharing : patience::kInPlace) {}

bool InPlaceWait::stay_awake() noexcept {
  return backoff_.step([this] {
    if (oversubscribed_)
      sched_yield();  // its own threads alone can end the wait
    else if (!offer_core(OfferTo::others))
      for (std::uint32_t i = 0; i < patience::kInPlace.most_pauses; ++i) platform::pause();
  });
}

}  // namespace tidemill::core
