// What a loop's code calls for every chunk, in line: a dynamic loop's next chunk of the member's
// own block, or of a team of one.
#pragma once

#include <algorithm>
#include <cstdint>

#include "core/model/team.hpp"

namespace tidemill::core {

/// As next_chunk_slow(), which it calls if need be.
inline bool next_chunk(Member& self, std::uint64_t* first, std::uint64_t* last) {
  ChunkShare& mine = self.loop.chunks;
  std::uint32_t number = mine.alone;
  if (number < mine.alone_end)
    ++mine.alone;
  else if (!mine.at_home || !self.block_taken.take(mine.tag, mine.length, &number))
    return next_chunk_slow(self, first, last);
  const LoopBounds& bounds = self.loop.bounds;
  *first = (mine.first + number) * bounds.chunk;
  *last = *first + std::min(bounds.chunk, bounds.count - *first);
  return true;
}

}  // namespace tidemill::core
