// What the processes have seen of kinds of tasks (policy/send_profiles.hpp): all teams' graphs and
// the communication layer share it.
//
// Code lies at other addresses in each process, so a kind has another profile there. Processes tell
// each other kinds by *names*: numbers made of the code's file and its place in it, and of the rest
// of the profile.
//
// 1. A graph tells what it has seen first (tell()), or asks of a kind (elsewhere()).
// 2. The communication layer's thread names the kinds that are new and takes what others don't know
//    (take()). It alone names: that asks the loader, which may wait for somebody who waits for a
//    graph's lock.
// 3. What others have told by name (hear()) is for the graphs that know a kind of that name, now or
//    later; and to be passed on, whether any does or not.
// 4. A graph that sees another version() asks of all its kinds again.
//
// It is bounded: with too many kinds all are forgotten, and what is seen again is told again.
#pragma once

#include <atomic>
#include <cstdint>
#include <span>
#include <unordered_map>
#include <vector>

#include "core/policy/send_profiles.hpp"
#include "core/sync/spin_lock.hpp"

namespace tidemill::core {

struct NamedKind {
  std::uint64_t name;
  KindState seen;
};

class SharedKinds {
 public:
  void tell(const SeenKind& kind);
  KindState elsewhere(const Profile& profile);

  /// For one thread at a time. Returns how many it has taken.
  std::size_t take(std::span<NamedKind> to);
  void hear(const NamedKind& kind);

  /// Another one than before: there are news. Any thread; relaxed: the lock hands them over.
  std::uint32_t version() const noexcept { return version_.load(std::memory_order_relaxed); }

 private:
  struct Kind {
    Profile profile;
    KindState here = KindState::nothing;
    std::uint64_t name = 0;  // 0: not named yet
  };
  struct News {
    KindState here = KindState::nothing, elsewhere = KindState::nothing, told = KindState::nothing;
  };
  static constexpr std::size_t kMost = 1024;

  Kind& find(const Profile& profile);
  void name_new_kinds();
  void forget_if_full();

  SpinLock lock_;  // guards all below; may be taken under a graph's
  std::vector<Kind> kinds_;
  std::unordered_map<std::uint64_t, News> news_;  // by name
  std::atomic<std::uint32_t> version_{0};
};

/// Kept at exit: threads may still be at it then.
extern SharedKinds& shared_kinds;

}  // namespace tidemill::core
