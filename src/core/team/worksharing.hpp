// Loops shared by a team: iterations counted from 0, handed out in chunks by one atomic.
//
// With `nowait` the members of a team can be in different loops at once: each team has a ring of
// loop descriptors, and the n-th loop a member meets is the n-th of its team. The first member to
// come sets the descriptor up, the last to leave frees it for the loop kLoops later.
#pragma once

#include <array>
#include <atomic>
#include <cstdint>

#include "core/settings/settings.hpp"
#include "platform/cpu.hpp"

namespace tidemill::core {

struct Member;

/// A loop in iteration space: `count` iterations under a schedule. Iteration i stands for the
/// loop variable's value origin + i * step, modulo 2^64 (so it serves signed and unsigned).
struct LoopBounds {
  std::uint64_t count = 0;
  std::uint64_t origin = 0;
  std::uint64_t step = 1;
  ScheduleKind kind = ScheduleKind::static_;
  std::uint64_t chunk = 0;  // 0: the schedule's default
};

/// One member's part of the loop it is in.
struct LoopShare {
  LoopBounds bounds;
  std::uint64_t next_static = 0;  // next chunk number (static with chunk) or 0/1 (without)
  struct LoopDescriptor* shared = nullptr;
};

struct alignas(platform::kCacheLine) LoopDescriptor {
  // 2n: free for loop n of the ring's slot; 2n+1: in use by it. release on both changes, acquire
  // by members that enter: they see next and left reset.
  std::atomic<std::uint64_t> turn{0};
  std::atomic<std::uint64_t> claimed{0};  // n+1 once someone sets loop n up; CAS decides
  std::atomic<std::uint64_t> next{0};     // iterations handed out. relaxed: the body's data is
  std::atomic<int> left{0};               // ordered by the barrier, not by the loop
};

struct LoopRing {
  static constexpr std::uint64_t kLoops = 8;
  std::array<LoopDescriptor, kLoops> descriptors;
  void reset() noexcept;  // between regions: members count their loops from 0 again
};

/// Enters the member's next loop. Suspends when the team is kLoops loops apart.
void enter_loop(Member& self, const LoopBounds& bounds);

/// The next chunk [*first, *last) of the loop entered; false when there is none left.
bool next_chunk(Member& self, std::uint64_t* first, std::uint64_t* last) noexcept;

/// Leaves the loop; no barrier.
void leave_loop(Member& self) noexcept;

/// True for one member of the team per `single` construct met.
bool enter_single(Member& self) noexcept;

}  // namespace tidemill::core
