#include "core/policy/send_profiles.hpp"

#include <algorithm>

namespace tidemill::core {

int SendProfiles::find(const Profile& profile) const noexcept {
  for (std::size_t i = 0; i < known_.size(); ++i)
    if (known_[i].profile == profile) return static_cast<int>(i);
  return -1;
}

bool SendProfiles::sent(const Profile& profile) {
  quiet_ = 0;
  if (find(profile) >= 0) return false;
  if (known_.size() == kMostKnown)
    known_.erase(std::ranges::min_element(known_, {}, &Known::score));
  known_.push_back({profile, 1});
  return true;
}

void SendProfiles::completed(const TaskFacts& task) {
  const int at = find(task.profile);
  if (at < 0 && !task.predicted) return;
  // While none is trusted it counts what would have been predicted.
  ++(task.sent ? right_ : wrong_);
  if (right_ + wrong_ >= kMostCounted) right_ /= 2, wrong_ /= 2;
  if (at < 0) return;
  Known& known = known_[static_cast<std::size_t>(at)];
  known.score = std::min(known.score + (task.sent ? 1 : -1), kMostScore);
  if (known.score <= 0) known_.erase(known_.begin() + at);
}

}  // namespace tidemill::core
