#include "core/team/loop_blocks.hpp"

#include <algorithm>

#include "core/team/team.hpp"

namespace tidemill::core {

namespace {

constexpr std::uint64_t kIndexMask = (std::uint64_t{1} << kBlockIndexBits) - 1;
constexpr std::uint64_t kTags = std::uint64_t{1} << kLoopTagBits;

bool speaks_of(std::uint64_t word, std::uint64_t tag) noexcept {
  return (word & ~kIndexMask) == tag;
}

/// One block each, the first chunks % size members one chunk more.
void choose_block(LoopBlocks& mine, int owner, int size) noexcept {
  const auto members = static_cast<std::uint64_t>(size);
  const auto number = static_cast<std::uint64_t>(owner);
  const std::uint64_t least = mine.chunks / members;
  const std::uint64_t more = mine.chunks % members;
  mine.owner = owner;
  mine.first = number * least + std::min(number, more);
  mine.length = least + (number < more ? 1 : 0);
}

/// The next chunk of the block behind `word`; false if it has no more.
bool take(std::atomic<std::uint64_t>& word, const LoopBlocks& mine, std::uint64_t* chunk) noexcept {
  std::uint64_t seen = word.load(std::memory_order_relaxed);
  std::uint64_t index = 0;
  while (!speaks_of(seen, mine.tag)) {
    if (mine.length == 0) return false;
    if (!word.compare_exchange_weak(seen, mine.tag + 1, std::memory_order_relaxed)) continue;
    *chunk = mine.first;  // begun, with its first chunk ours
    return true;
  }
  if ((seen & kIndexMask) >= mine.length) return false;
  // Each member goes beyond the end once at most.
  index = word.fetch_add(1, std::memory_order_relaxed) & kIndexMask;
  *chunk = mine.first + index;
  return index < mine.length;
}

}  // namespace

void open_loop_blocks(ConstructDescriptor& d) noexcept { d.loop_tag = (d.loop_tag + 1) % kTags; }

void enter_loop_blocks(Member& self, const ConstructDescriptor& d, std::uint64_t chunks) noexcept {
  LoopBlocks& mine = self.loop.blocks;
  mine.tag = d.loop_tag << kBlockIndexBits;
  mine.chunks = chunks - 1;
  mine.slot = static_cast<std::uint32_t>(&d - self.team->constructs.descriptors.data());
  mine.unseen = self.team->size;
  choose_block(mine, self.number, self.team->size);
  std::atomic<std::uint64_t>& word = self.blocks_taken[mine.slot];
  std::uint64_t seen = word.load(std::memory_order_relaxed);
  // Fails only because somebody has begun it, perhaps by and by.
  while (!speaks_of(seen, mine.tag) &&
         !word.compare_exchange_weak(seen, mine.tag, std::memory_order_relaxed)) {
  }
}

bool next_in_blocks(Member& self, std::uint64_t* chunk) noexcept {
  LoopBlocks& mine = self.loop.blocks;
  Team& team = *self.team;
  while (mine.unseen > 0) {
    if (take(team.members[mine.owner].blocks_taken[mine.slot], mine, chunk)) return true;
    if (--mine.unseen == 0) break;
    choose_block(mine, mine.owner + 1 == team.size ? 0 : mine.owner + 1, team.size);
  }
  if (mine.unseen < 0) return false;
  mine.unseen = -1;
  *chunk = mine.chunks;
  // relaxed: only decides.
  return self.loop.shared->next.fetch_add(1, std::memory_order_relaxed) == 0;
}

void settle_loop_blocks(Team& team, std::size_t slot) noexcept {
  const std::uint64_t word = team.constructs.descriptors[slot].loop_tag << kBlockIndexBits;
  // relaxed: handed over by what starts the members.
  for (int i = 0; i < team.size; ++i)
    team.members[i].blocks_taken[slot].store(word, std::memory_order_relaxed);
}

}  // namespace tidemill::core
