// The chunks of a dynamic loop that need not come in increasing order (schedule(nonmonotonic:
// dynamic), what dynamic means since OpenMP 5.0): each member has a block of them, takes its own
// first, then from the others' until all are taken. Members that keep pace don't touch each other's
// lines meanwhile.
//
// The loop's last chunk is in no block: one of those who find all blocks empty takes it, and
// nothing after it. GCC's code tells by the chunk that a member had last whether it is to write
// lastprivate and linear variables.
//
// How far a block is handed out is one word of its member, for each slot of the construct ring:
// which use of the slot it speaks of (the tag), and the number of chunks taken. Whoever comes
// first, owner or not, finds the word of an earlier use and begins the block, by CAS; from then on
// chunks are taken by fetch_add. A member's own block is taken from before it has even come to the
// loop.
//
// No word of another use can be mistaken for this one's: every member sees to its own word when it
// enters, so a slot's words all bear the tag of its last use, but for those of members that a
// cancelled region has kept away, and those are put right before the next region
// (settle_loop_blocks). All words are relaxed: they decide who has a chunk and hand nothing over;
// the tag is handed over by `turn`, as all of the descriptor, and so are the uses of a slot kept
// apart.
#pragma once

#include <array>
#include <atomic>
#include <cstdint>

namespace tidemill::core {

struct Member;
struct Team;
struct ConstructDescriptor;

inline constexpr int kLoopTagBits = 24;
inline constexpr int kBlockIndexBits = 40;  // the rest: chunks taken, overshoot included

/// A member's way through the blocks of the loop it is in; its own.
struct LoopBlocks {
  std::uint64_t tag = 0;     // of this loop, in its place in the word
  std::uint64_t chunks = 0;  // in all blocks: all but the loop's last
  std::uint64_t first = 0;   // of the block it takes from
  std::uint64_t length = 0;
  std::uint32_t slot = 0;  // of the construct ring
  int owner = 0;           // whose block it is
  int unseen = 0;          // blocks, this one included
};

/// Can so many chunks be handed out in blocks, and is it worthwhile?
inline bool fit_in_blocks(std::uint64_t chunks, int team_size) noexcept {
  return chunks > static_cast<std::uint64_t>(team_size) && chunks < std::uint64_t{1}
                                                                        << (kBlockIndexBits - 1);
}

/// By the first member at a loop, before the others are let in.
void open_loop_blocks(ConstructDescriptor& descriptor) noexcept;
/// By each; `chunks` of the whole loop.
void enter_loop_blocks(Member& self, const ConstructDescriptor& descriptor,
                       std::uint64_t chunks) noexcept;
/// The number of the next chunk; false if none is left.
bool next_in_blocks(Member& self, std::uint64_t* chunk) noexcept;
/// Between regions, of a slot that a cancelled region has left in the middle.
void settle_loop_blocks(Team& team, std::size_t slot) noexcept;

}  // namespace tidemill::core
