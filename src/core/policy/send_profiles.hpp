// Which tasks will send, by what has been seen of tasks alike: what `fa` has learnt. Numbers alone.
//
// 1. A task has sent: its profile is expected to send from now on (sent()).
// 2. A task that was predicted to send is complete: the profile gains or loses by what it did. One
//    that has lost as often as it gained lately is forgotten: the program is in another phase.
// 3. If of all predictions lately more were wrong than right, none is made (trusted()), until those
//    that would have been made are right again.
#pragma once

#include <cstdint>
#include <vector>

#include "core/policy/task_name.hpp"

namespace tidemill::core {

class SendProfiles {
 public:
  /// Is such a task expected to send, and is that to be relied on?
  bool predicts(const Profile& profile) const noexcept { return trusted() && find(profile) >= 0; }
  bool trusted() const noexcept { return wrong_ <= right_; }

  /// A task has sent. True: such ones weren't expected to.
  bool sent(const Profile& profile);
  /// A task is complete that has sent, or has not.
  void completed(const TaskFacts& task);

  /// Has any task sent, of the last so many that were created? Counts one more of those.
  bool saw_sends() noexcept { return quiet_ < kMostQuiet && ++quiet_ != 0; }
  void forget_quiet() noexcept { quiet_ = 0; }

 private:
  struct Known {
    Profile profile;
    int score;  // 1 to kMostScore
  };
  static constexpr int kMostScore = 4;
  static constexpr std::size_t kMostKnown = 32;  // a look at each per task: few bodies send
  static constexpr int kMostCounted = 64;        // predictions; then both counts are halved
  static constexpr std::uint32_t kMostQuiet = 1 << 16;

  int find(const Profile& profile) const noexcept;

  std::vector<Known> known_;
  int right_ = 0, wrong_ = 0;
  std::uint32_t quiet_ = 0;
};

}  // namespace tidemill::core
