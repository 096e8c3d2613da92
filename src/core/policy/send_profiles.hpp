// Which tasks will send, by what has been seen of tasks alike, here and by other processes: what
// `fa` has learnt. Numbers alone.
//
// 1. A task is there (created()). Of the first of its kind nobody knows whether it will send.
// 2. A task has sent: its kind is expected to send from now on (sent()).
// 3. A task that was predicted to send is complete (completed()): the kind gains or loses by what
//    it did. One that has lost as often as it gained lately isn't expected to send any more: the
//    program is in another phase.
// 4. While there are tasks of a kind of which none has sent or is complete yet, none is predicted
//    (knows_all()). What leads to the known half of the sends would go before what leads to the
//    other half, however much older that is.
// 5. Ranks run one program, and the first of them to send does so long before the last. So what is
//    seen of a kind for the first time is told to the others (take_to_tell(), hear()). It counts as
//    if it had been seen here: but once, so that what a kind does here decides in the end.
// 6. If of all predictions lately more were wrong than right, none is made (trusted()), until those
//    that would have been made are right again.
#pragma once

#include <cstdint>
#include <utility>
#include <vector>

#include "core/policy/key.hpp"
#include "core/policy/propagation.hpp"
#include "core/policy/task_name.hpp"

namespace tidemill::core {

/// What has been seen of the tasks of a kind; the more comes last.
enum class KindState : std::uint8_t { nothing, completed, sent };

struct SeenKind {
  Profile profile;
  KindState seen;
};

class SendProfiles {
 public:
  /// One iteration has no more tasks.
  static constexpr std::uint32_t kMostQuiet = 1 << 16;

  /// Is such a task expected to send, and is that to be relied on?
  bool predicts(const Profile& profile) const noexcept {
    if (!trusted() || !knows_all()) return false;
    const Kind* const kind = find(profile);
    return kind != nullptr && kind->score > 0;
  }
  bool trusted() const noexcept { return wrong_ <= right_; }
  bool knows_all() const noexcept { return unknown_ == 0; }

  /// True: it is the first of its kind.
  bool created(const Profile& profile);
  /// True: more tasks may be predicted than before. Likewise below.
  bool sent(const Profile& profile);
  bool completed(const TaskFacts& task);

  /// Asks elsewhere(profile) of each kind: what other graphs and processes have seen.
  template <class Elsewhere>
  bool hear(Elsewhere&& elsewhere) {
    bool news = false;
    for (Kind& kind : kinds_) news |= hear_of(kind, elsewhere(kind.profile));
    return news;
  }
  /// What was seen here first since the last call.
  std::vector<SeenKind> take_to_tell() { return std::exchange(to_tell_, {}); }

  /// Has any task sent, of the last so many that were created? Counts one more of those.
  bool saw_sends() noexcept { return quiet_ < (any_sent_ ? kMostQuiet : kFirstQuiet) && ++quiet_; }
  void forget_quiet() noexcept { quiet_ = 0; }

 private:
  struct Kind {
    Profile profile;
    int score = 0;  // 0: doesn't send; to kMostScore
    KindState here = KindState::nothing;
    KindState elsewhere = KindState::nothing;
  };
  static constexpr int kMostScore = 4;
  static constexpr std::size_t kMostKinds = 32;  // a look at each per task: few bodies send
  static constexpr int kMostCounted = 64;        // predictions; then both counts are halved
  /// So many of a program that never sends.
  static constexpr std::uint32_t kFirstQuiet = 1 << 13;

  const Kind* find(const Profile& profile) const noexcept;
  Kind* find(const Profile& profile) noexcept {
    return const_cast<Kind*>(static_cast<const SendProfiles*>(this)->find(profile));
  }
  bool see(Kind& kind, KindState seen);
  bool hear_of(Kind& kind, KindState seen) noexcept;
  bool expect_sends(Kind& kind) noexcept;

  std::vector<Kind> kinds_;
  std::vector<SeenKind> to_tell_;
  int unknown_ = 0;  // kinds of which none has sent or is complete yet
  int right_ = 0, wrong_ = 0;
  std::uint32_t quiet_ = 0;
  bool any_sent_ = false;
};

class Graph;

// What `fa` and `ga` share: tasks like one that has sent are expected to send, too. Those created
// later are urgent from their creation on; those that exist already are looked for by workers that
// have nothing else to do, in small steps: Algorithm 2 of Pereira et al. 2021.

/// Of a task that is expected to send.
using UrgencyOfSend = Urgency (*)(Graph& graph, TaskName task);

/// If the task is expected to send, it is made so urgent.
void note_created(Graph& graph, TaskName task, UrgencyOfSend of_send);
void note_sender(Graph& graph, TaskName task);
void note_completed(Graph& graph, TaskName task);
/// Other processes have seen more, or this one more kinds.
void note_heard(Graph& graph);
/// A piece of a few microseconds. False: all tasks are matched, and all is propagated.
bool match_some(Graph& graph, UrgencyOfSend of_send, Weight weight);

}  // namespace tidemill::core
