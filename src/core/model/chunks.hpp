// The chunks of a dynamic or guided loop: who gets which (docs/mechanisms/constructs.md).
//
// A word belongs to no loop: it bears the number of the one it speaks of (the tag). All words are
// relaxed: a CAS decides who has a chunk and hands nothing over; each takes its values in one
// order, and what says "all taken" stays so.
//
// Tags are compared modulo 2^32, so members, and words that no loop uses for long, may not be 2^31
// loops apart: at every kTogether-th one members take a construct of the ring, of which none may be
// more than kConstructs ahead (team/worksharing.cpp), and words catch up. A cancelled region may
// leave members at different numbers: they are made equal before the next (level_loops).
//
// The last chunk of a loop in blocks is in none: one of those who find all blocks empty takes it.
//
// Defined in team/chunks.cpp.
#pragma once

#include <atomic>
#include <cstdint>
#include <limits>

#include "platform/cpu.hpp"

namespace tidemill::core {

struct Member;
struct Team;

constexpr std::uint64_t ceil_div(std::uint64_t a, std::uint64_t b) noexcept {
  return a / b + (a % b != 0 ? 1 : 0);
}

/// Of `count` iterations (or whatever) cut into `parts`, the first ones one longer than the others:
/// the part of that number.
struct Part {
  std::uint64_t first, count;
};
constexpr Part part_of(std::uint64_t count, std::uint64_t parts, std::uint64_t number) noexcept {
  const std::uint64_t least = count / parts;
  const std::uint64_t longer = count % parts;
  return {number * least + (number < longer ? number : longer), least + (number < longer ? 1 : 0)};
}

/// How many chunks are taken, and of which loop. Any thread.
class alignas(platform::kCacheLine) ChunkWord {
 public:
  /// The next chunk's number in loop `tag`, below `limit`; false when none is left.
  bool take(std::uint32_t tag, std::uint32_t limit, std::uint32_t* number) noexcept {
    std::uint64_t seen = word_.load(std::memory_order_relaxed);
    for (;;) {
      const auto ahead = static_cast<std::int32_t>(static_cast<std::uint32_t>(seen >> 32) - tag);
      if (ahead > 0) return false;
      *number = ahead == 0 ? static_cast<std::uint32_t>(seen) : 0;
      if (*number >= limit) return false;
      const std::uint64_t taken = std::uint64_t{tag} << 32 | (*number + 1);
      if (word_.compare_exchange_weak(seen, taken, std::memory_order_relaxed)) return true;
    }
  }

  /// Between regions: none of loop `tag` and of those before is left.
  void settle(std::uint32_t tag) noexcept {
    word_.store(std::uint64_t{tag} << 32 | kAll, std::memory_order_relaxed);
  }

  /// The same, unless it speaks of a later one.
  void catch_up(std::uint32_t tag) noexcept {
    const std::uint64_t all = std::uint64_t{tag} << 32 | kAll;
    std::uint64_t seen = word_.load(std::memory_order_relaxed);
    while (static_cast<std::int32_t>(static_cast<std::uint32_t>(seen >> 32) - tag) <= 0 &&
           seen != all && !word_.compare_exchange_weak(seen, all, std::memory_order_relaxed)) {
    }
  }

 private:
  static constexpr std::uint32_t kAll = std::numeric_limits<std::uint32_t>::max();
  std::atomic<std::uint64_t> word_{0};
};

/// A member's way through the chunks of the loop it is in; its own.
struct ChunkShare {
  bool in_blocks = false;
  bool at_home = false;     // in its own block
  std::uint32_t tag = 0;    // of the loop
  std::uint32_t count = 0;  // of its chunks; not for a guided one
  std::uint32_t alone = 0;  // in a team of one: the next chunk
  std::uint32_t alone_end = 0;
  // blocks: whose it takes from
  int owner = 0;
  int unseen = 0;           // blocks, this one included; -1: has asked for the loop's last chunk
  std::uint32_t first = 0;  // chunk of the block; 0 in a team of one
  std::uint32_t length = 0;
  // guided: where the chunk of that number begins
  std::uint32_t guided = 0;
  std::uint64_t guided_at = 0;
};

/// Before the first chunk; `self.loop` is as new but for its bounds. Suspends at every kTogether-th
/// loop of the team.
void enter_chunks(Member& self);

/// The next chunk [*first, *last) of the member's loop, dynamic or guided; unchanged when none is
/// left.
void next_dynamic(Member& self, std::uint64_t* first, std::uint64_t* last) noexcept;
void next_guided(Member& self, std::uint64_t* first, std::uint64_t* last) noexcept;

/// Between regions, when members may have met different numbers of loops: now they have not.
void level_loops(Team& team) noexcept;

}  // namespace tidemill::core
