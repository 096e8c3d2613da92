// Doacross nests (OpenMP 5.2, 15.10.2): iterations that wait for others by name.
//
// The nest's first loop chooses the row, all others the place in it, in lexicographic order. What
// is over is told by `posted`, in one of three layouts:
//
//   a counter for each row      rows are run by one member each, in order: GCC's code, which has
//                               flattened the collapsed loops into the first
//   a bit for each iteration    anybody runs any: LLVM's code doesn't tell what is collapsed
//   a bit for each row          of one iteration: these may be very many
//
// Rows that follow each other belong to different members: they lie on lines apart. Rows of one
// iteration are run in turn, on the line that tells whose turn it is.
//
// Who may write: a counter its row's member alone, by ProgressWaiters::advance(); a word of bits
// anybody, by fetch_or. Both only grow. So what a member last saw of a row (its own posts, too)
// needs no further look: that look handed over what it then reads.
//
// Defined in team/doacross.cpp.
#pragma once

#include <array>
#include <atomic>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

namespace tidemill::core {

struct ConstructDescriptor;
struct Member;

/// One loop of a nest: its variable goes lower, lower + step, ... count values. All modulo 2^64;
/// `down` tells the sign of step.
struct DoacrossLoop {
  std::uint64_t lower = 0;
  std::uint64_t step = 1;
  std::uint64_t count = 0;
  bool down = false;
};

/// By whom are the iterations of a row run?
enum class RowsRunBy : std::uint8_t { one_member_each, anybody };

/// What the team shares of a nest. Set up by the first member; constant but for the words.
struct DoacrossNest {
  enum class Layout : std::uint8_t { counters, bits, bits_of_rows };
  std::vector<DoacrossLoop> loops;
  Layout layout = Layout::counters;
  std::uint64_t row_length = 0;
  std::uint64_t stride = 0;  // words from one row's line to the next one's
  std::unique_ptr<std::atomic<std::uint64_t>[]> posted;
};

/// A member's part: the nest it is in, and what it has seen of some rows.
struct DoacrossShare {
  static constexpr std::uint64_t kSeenRows = 4;
  struct Seen {
    const std::atomic<std::uint64_t>* word = nullptr;
    std::uint64_t value = 0;
  };
  ConstructDescriptor* nest = nullptr;
  std::array<Seen, kSeenRows> seen;  // row r in r % kSeenRows
  std::uint64_t waited_at = 0;       // ticks, at the end of the last wait
  std::uint32_t skips = 0;           // so many waits don't hang back (doacross.cpp)
  // So many values at the end of each loop's are of no iteration: 1 where the compiler counts so.
  std::uint8_t unused = 0;
};

/// Between enter and leave the member's current nest. Suspends as enter_construct() does.
void enter_doacross(Member& self, std::span<const DoacrossLoop> loops, RowsRunBy rows);
void leave_doacross(Member& self) noexcept;

/// How many values name an iteration of the member's nest; 0 if nobody waits for any, as there is
/// no nest or no other member.
std::size_t doacross_depth(const Member& self) noexcept;
/// `ordered depend(source)` / `doacross(source:)`: the iteration at these values is over.
void post_doacross(Member& self, std::span<const std::uint64_t> values) noexcept;
/// `depend(sink: ...)`: until it is posted; at once for one outside the nest. Suspends.
void wait_doacross(Member& self, std::span<const std::uint64_t> values);

}  // namespace tidemill::core
