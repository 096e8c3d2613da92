#include "core/model/chunks.hpp"

#include <algorithm>

#include "core/model/team.hpp"

namespace tidemill::core {

namespace {

constexpr std::uint64_t kMostChunks = std::uint64_t{1} << 31;
constexpr std::uint32_t kTogether = std::uint32_t{1} << 24;

/// An iteration of a doacross nest waits for those before it: in blocks they would run one block
/// after the other.
bool order_is_free(const Member& self, const LoopBounds& bounds) noexcept {
  return bounds.chunk_order == ChunkOrder::any && bounds.kind == ScheduleKind::dynamic &&
         bounds.ordering == Ordering::none && self.doacross.nest == nullptr;
}

/// Nobody else would take a part of it.
bool is_one_chunk(const Member& self, const LoopBounds& bounds) noexcept {
  return self.team->size == 1 && bounds.ordering == Ordering::none &&
         self.doacross.nest == nullptr && !bounds.one_by_one;
}

/// One block each, the first `more` members one chunk more.
void choose_block(ChunkShare& mine, int owner, int size) noexcept {
  const auto members = static_cast<std::uint32_t>(size);
  const auto number = static_cast<std::uint32_t>(owner);
  const std::uint32_t in_blocks = mine.count - 1;
  const std::uint32_t least = in_blocks / members;
  const std::uint32_t more = in_blocks % members;
  mine.owner = owner;
  mine.first = number * least + std::min(number, more);
  mine.length = least + (number < more ? 1 : 0);
}

bool take_in_blocks(Member& self, std::uint32_t* number) noexcept {
  ChunkShare& mine = self.loop.chunks;
  Team& team = *self.team;
  while (mine.unseen > 0) {
    if (team.members[mine.owner].block_taken.take(mine.tag, mine.length, number)) {
      *number += mine.first;
      return true;
    }
    mine.at_home = false;
    if (--mine.unseen == 0) break;
    choose_block(mine, mine.owner + 1 == team.size ? 0 : mine.owner + 1, team.size);
  }
  if (mine.unseen < 0) return false;
  mine.unseen = -1;  // the last chunk comes once at most
  // The last member's word counts it, after those of its block.
  choose_block(mine, team.size - 1, team.size);
  if (!team.members[mine.owner].block_taken.take(mine.tag, mine.length + 1, number)) return false;
  *number = mine.count - 1;
  return true;
}

bool take(Member& self, std::uint32_t limit, std::uint32_t* number) noexcept {
  ChunkShare& mine = self.loop.chunks;
  if (mine.in_blocks) return take_in_blocks(self, number);
  if (self.team->size > 1) {
    ChunkWord& word = self.team->chunks_taken;
    platform::prefetch_to_write(&word);  // else it comes once for the look and again for the CAS
    return word.take(mine.tag, limit, number);
  }
  if (mine.alone == limit) return false;
  *number = mine.alone++;
  return true;
}

/// Nobody is more than kConstructs of these ahead of anybody. The loops before this one have no
/// chunks left, or the member wouldn't be here.
[[gnu::noinline]] void stay_together_slow(Member& self) {
  self.block_taken.catch_up(self.loops_met - 1);
  self.team->chunks_taken.catch_up(self.loops_met - 1);
  const Entered entered = enter_construct(self);
  if (entered.first) open_construct(*entered.descriptor);
  leave_construct(self, *entered.descriptor);
}

}  // namespace

void enter_chunks(Member& self) {
  ChunkShare& mine = self.loop.chunks;
  LoopBounds& bounds = self.loop.bounds;
  const int size = self.team->size;
  bounds.chunk = std::max<std::uint64_t>(1, bounds.chunk);
  if (is_one_chunk(self, bounds)) bounds.chunk = std::max(bounds.chunk, bounds.count);
  if (bounds.kind == ScheduleKind::dynamic) {
    std::uint64_t chunks = bounds.chunk == 1 ? bounds.count : ceil_div(bounds.count, bounds.chunk);
    if (chunks >= kMostChunks) [[unlikely]] {
      // More than a word counts: several at once.
      bounds.chunk *= chunks / kMostChunks + 1;
      chunks = ceil_div(bounds.count, bounds.chunk);
    }
    mine.count = static_cast<std::uint32_t>(chunks);
  }
  if (size == 1) {
    if (bounds.kind == ScheduleKind::dynamic && bounds.ordering == Ordering::none)
      mine.alone_end = mine.count;
    return;
  }
  mine.tag = ++self.loops_met;
  if (mine.tag % kTogether == 0) [[unlikely]]
    stay_together_slow(self);
  if (!order_is_free(self, bounds) || mine.count <= static_cast<std::uint32_t>(size)) return;
  mine.in_blocks = mine.at_home = true;
  mine.unseen = size;
  choose_block(mine, self.number, size);
}

void next_dynamic(Member& self, std::uint64_t* first, std::uint64_t* last) noexcept {
  const LoopBounds& bounds = self.loop.bounds;
  std::uint32_t number = 0;
  if (!take(self, self.loop.chunks.count, &number)) return;
  *first = number * bounds.chunk;
  *last = *first + std::min(bounds.chunk, bounds.count - *first);
}

/// How long a chunk is follows from how many there were before: members find out by themselves.
void next_guided(Member& self, std::uint64_t* first, std::uint64_t* last) noexcept {
  ChunkShare& mine = self.loop.chunks;
  const LoopBounds& bounds = self.loop.bounds;
  const auto threads = static_cast<std::uint64_t>(self.team->size);
  if (mine.guided_at == bounds.count) return;
  std::uint32_t number = 0;
  if (!take(self, std::numeric_limits<std::uint32_t>::max(), &number)) return;
  for (;;) {
    const std::uint64_t left = bounds.count - mine.guided_at;
    if (left == 0) return;
    // Half of a member's share: where iterations get shorter, a whole one of the first would be
    // most of the work.
    std::uint64_t share = ceil_div(left, 2 * threads);
    if (bounds.grain != 1) share = ceil_div(share, bounds.grain) * bounds.grain;
    const std::uint64_t length = std::min(left, std::max(bounds.chunk, share));
    mine.guided_at += length;
    if (mine.guided++ != number) continue;
    *first = mine.guided_at - length;
    *last = mine.guided_at;
    return;
  }
}

void level_loops(Team& team) noexcept {
  std::uint32_t most = team.members[0].loops_met;
  for (int i = 1; i < team.size; ++i)
    if (static_cast<std::int32_t>(team.members[i].loops_met - most) > 0)
      most = team.members[i].loops_met;
  // Handed over by what starts the members.
  for (int i = 0; i < team.size; ++i) {
    team.members[i].loops_met = most;
    team.members[i].block_taken.settle(most);
  }
  team.chunks_taken.settle(most);
}

}  // namespace tidemill::core
