// What the processes have seen of kinds of tasks (policy/send_profiles.hpp): all teams' graphs and
// the communication layer share it.
//
// Code lies at other addresses in each process, so a kind has another profile there. Processes tell
// each other kinds by *names*: numbers made of the code's file and its place in it, and of the rest
// of the profile.
//
// 1. A graph tells what it has seen first (tell()), or asks of a kind (seen()).
// 2. The communication layer takes what others don't know (take()).
// 3. What others have told (hear()) is for the graphs that have such a kind, now or later. It is
//    also passed on (2.), whether any has it or not.
// 4. A graph that sees another version() asks of all its kinds again.
//
// It is bounded: with too many kinds further ones are left out.
#pragma once

#include <atomic>
#include <cstdint>
#include <span>
#include <unordered_map>

#include "core/policy/send_profiles.hpp"
#include "core/sync/spin_lock.hpp"
#include "platform/process_wide.hpp"

namespace tidemill::core {

struct NamedKind {
  std::uint64_t name;
  KindState seen;
};

class SharedKinds {
 public:
  void tell(const SeenKind& kind);
  /// By any process, this one's other graphs included.
  KindState seen(const Profile& profile);

  /// Returns how many it has taken.
  std::size_t take(std::span<NamedKind> to);
  void hear(const NamedKind& kind);

  /// Another one than before: others have told more. Any thread; relaxed: the lock hands it over.
  std::uint32_t version() const noexcept { return version_.load(std::memory_order_relaxed); }

 private:
  struct News {
    KindState seen = KindState::nothing, told = KindState::nothing;
  };
  static constexpr std::size_t kMost = 1024;

  bool note(const NamedKind& kind);

  SpinLock lock_;                                 // guards `news_`; may be taken under a graph's
  std::unordered_map<std::uint64_t, News> news_;  // by name
  std::atomic<std::uint32_t> version_{0};
};

inline SharedKinds& shared_kinds() noexcept { return platform::ProcessWide<SharedKinds>::get(); }

}  // namespace tidemill::core
