// Constructs shared by a team: loops, sections, ordered and doacross, memory for one construct.
//
// docs/mechanisms/constructs.md tells how. Loops count iterations from 0 and hand them out in
// chunks (model/chunks.hpp). What the team shares of a construct beyond those, memory or a turn, is
// in a descriptor, of which each team has a ring: with `nowait` its members can be in different
// ones.
//
// Ordered (OpenMP 5.2, 15.10): a member holds a chunk and may enter its ordered regions once
// `ordered_turn` is at its `ordered_at`; when it is through with an iteration, or with the whole
// chunk, it moves the turn. The others wait for that (model/progress.hpp).
#pragma once

#include <array>
#include <atomic>
#include <cstdint>
#include <memory>

#include "core/model/chunks.hpp"
#include "core/model/doacross.hpp"
#include "core/model/progress.hpp"
#include "core/settings/settings.hpp"
#include "platform/cpu.hpp"

namespace tidemill::core {

class ReductionArea;

enum class Ordering : std::uint8_t { none, ordered };

/// In which order a member gets the chunks of a dynamic loop: increasing (monotonic), or any.
enum class ChunkOrder : std::uint8_t { increasing, any };

/// A loop in iteration space: `count` iterations under a schedule. Iteration i stands for the
/// loop variable's value origin + i * step, modulo 2^64 (so it serves signed and unsigned).
struct LoopBounds {
  std::uint64_t count = 0;
  std::uint64_t origin = 0;
  std::uint64_t step = 1;
  ScheduleKind kind = ScheduleKind::static_;
  std::uint64_t chunk = 0;  // 0: the schedule's default
  std::uint64_t grain = 1;  // blocks and guided chunks are multiples of it: the simd modifier
  Ordering ordering = Ordering::none;
  ChunkOrder chunk_order = ChunkOrder::increasing;
  bool one_by_one = false;       // a chunk is a single iteration, whatever the team: sections
  std::size_t memory_bytes = 0;  // zeroed, the same for the whole team, for as long as the loop
};

struct alignas(platform::kCacheLine) ConstructDescriptor {
  // 2n: free for construct n of the ring's slot; 2n+1: in use by it. release on both changes,
  // acquire by members that enter: they see the rest set up.
  std::atomic<std::uint64_t> turn{0};
  std::atomic<std::uint64_t> claimed{0};  // n+1 once someone sets construct n up; CAS decides
  std::atomic<int> left{0};               // members that have; acq_rel, with itself

  // Set up by the first member; constant until all have left.
  std::unique_ptr<std::byte[]> memory;
  ReductionArea* reductions = nullptr;  // once all have entered each of them holds it
  DoacrossNest doacross;

  // By the member whose turn it is, through `waiters`, which orders it.
  alignas(platform::kCacheLine) std::atomic<std::uint64_t> ordered_turn{0};
  ProgressWaiters waiters;  // for ordered_turn, or a word of the doacross nest

  void clear() noexcept;
};

/// One member's part of the loop it is in.
struct LoopShare {
  LoopBounds bounds;
  std::uint64_t next_static = 0;  // next chunk number (static with chunk) or 0/1 (without)
  ConstructDescriptor* shared = nullptr;
  ChunkShare chunks;              // dynamic and guided
  std::uint64_t ordered_at = 0;   // the iteration whose turn it waits for
  std::uint64_t ordered_end = 0;  // end of its chunk
  bool turn_passed = false;       // this iteration's ordered region is over
};

struct ConstructRing {
  static constexpr std::uint64_t kConstructs = 8;
  std::array<ConstructDescriptor, kConstructs> descriptors;
  void reset() noexcept;  // between regions: members count from 0 again
};

/// Enters the member's next construct that needs a descriptor. `first`: the caller sets it up, then
/// calls open_construct(); the others are held back until then. Suspends when the team is
/// kConstructs constructs apart.
struct Entered {
  ConstructDescriptor* descriptor;
  bool first;
};
Entered enter_construct(Member& self);
void open_construct(ConstructDescriptor& descriptor) noexcept;
/// The member's alone, in a cancelled region.
bool is_lone(const Member& self, const ConstructDescriptor& descriptor) noexcept;
void leave_construct(Member& self, ConstructDescriptor& descriptor) noexcept;

/// Enters the member's next loop. Suspends when the team is kConstructs constructs apart, of those
/// that need a descriptor.
void enter_loop(Member& self, const LoopBounds& bounds);

/// The next chunk [*first, *last) of the loop entered; false when there is none left. Suspends in
/// an ordered loop, until the chunk before is over. Called by next_chunk() (model/team.hpp).
bool next_chunk_slow(Member& self, std::uint64_t* first, std::uint64_t* last);

/// Leaves the loop; no barrier.
void leave_loop(Member& self) noexcept;

/// The loop's zeroed memory (LoopBounds::memory_bytes).
void* loop_memory(Member& self) noexcept;

/// `ordered` without doacross: begin of the region; nothing in a loop without the clause. Suspends.
void wait_ordered(Member& self);
/// Its end, where the ABI names each iteration's end: the next one may begin.
void end_ordered(Member& self) noexcept;
/// The end of an iteration, with or without an ordered region in it. Suspends. ABIs that don't
/// know it leave both out: then next_chunk() passes the turn on, chunk by chunk.
void end_ordered_iteration(Member& self);
/// The member's chunk of an ordered loop is over: waits for its turn, and passes it on. By
/// next_chunk_slow(). Suspends.
void finish_ordered_chunk(Member& self);

/// True for one member of the team per `single` construct met.
bool enter_single(Member& self) noexcept;

/// By all members after a `single`; `source`: of the one that did it, else nullptr. Returns it when
/// that one has come here, for the caller to copy from until its next barrier, which has to follow.
/// Suspends.
void* share_copies(Member& self, void* source);

/// The same in one: when it returns, all have copied, `copy(data, source)`, by the caller for
/// itself. `data`: the source of the one that did it. Suspends.
enum class Did : bool { no, yes };
void copy_from_single(Member& self, Did did, void* data, void (*copy)(void* to, void* from));

}  // namespace tidemill::core
