// Loops: every iteration exactly once, in every kind, chunk and team size; counts and bounds that
// only just fit 64 bits; members many loops apart.
#include "core/model/worksharing.hpp"

#include <gtest/gtest.h>
#include <tidemill/tasking.h>

#include <algorithm>
#include <atomic>
#include <climits>
#include <mutex>
#include <vector>

#include "abi/gomp/loop.hpp"
#include "core/model/worker.hpp"
#include "support.hpp"

namespace tidemill::core {
namespace {

struct Chunk {
  std::uint64_t first, last;
};

/// The chunks that a team of `threads` takes of one loop, in order of their first iteration.
std::vector<Chunk> chunks_of(const LoopBounds& bounds, int threads) {
  struct Shared {
    const LoopBounds& bounds;
    std::mutex lock;
    std::vector<Chunk> chunks;
  } shared{bounds, {}, {}};
  run_parallel({.body =
                    [](void* opaque) {
                      auto& s = *static_cast<Shared*>(opaque);
                      Member& m = *current_worker().member;
                      enter_loop(m, s.bounds);
                      Chunk chunk{};
                      while (next_chunk(m, &chunk.first, &chunk.last)) {
                        std::lock_guard guard(s.lock);
                        s.chunks.push_back(chunk);
                      }
                      leave_loop(m);
                    },
                .data = &shared,
                .threads = threads});
  std::sort(shared.chunks.begin(), shared.chunks.end(),
            [](const Chunk& a, const Chunk& b) { return a.first < b.first; });
  return shared.chunks;
}

void expect_all_once(const LoopBounds& bounds, int threads) {
  std::uint64_t next = 0;
  for (const Chunk& chunk : chunks_of(bounds, threads)) {
    ASSERT_EQ(chunk.first, next);
    ASSERT_GT(chunk.last, chunk.first);
    next = chunk.last;
  }
  EXPECT_EQ(next, bounds.count);
}

constexpr ScheduleKind kKinds[] = {ScheduleKind::static_, ScheduleKind::dynamic,
                                   ScheduleKind::guided, ScheduleKind::automatic};

/// schedule(nonmonotonic: dynamic) nowait, as LLVM's code has it: GCC's gets no blocks.
template <class Body>
void in_blocks(std::uint64_t count, Body body) {
  Member& m = *current_worker().member;
  enter_loop(m, {.count = count, .kind = ScheduleKind::dynamic, .chunk_order = ChunkOrder::any});
  std::uint64_t from = 0;
  std::uint64_t to = 0;
  while (next_chunk(m, &from, &to))
    for (; from < to; ++from) body();
  leave_loop(m);
}

constexpr ChunkOrder kOrders[] = {ChunkOrder::increasing, ChunkOrder::any};

TEST(Worksharing, EveryIterationOnce) {
  for (ScheduleKind kind : kKinds)
    for (ChunkOrder order : kOrders)
      for (std::uint64_t count : {0u, 1u, 2u, 3u, 7u, 64u, 1001u})
        for (std::uint64_t chunk : {0u, 1u, 3u, 100u, 5000u})
          for (int threads : {1, 2, 3}) {
            SCOPED_TRACE(testing::Message() << "kind " << static_cast<int>(kind) << " order "
                                            << static_cast<int>(order) << " count " << count
                                            << " chunk " << chunk << " threads " << threads);
            expect_all_once({.count = count, .kind = kind, .chunk = chunk, .chunk_order = order},
                            threads);
          }
}

/// Counts near 2^64, in chunks so large that adding one wraps.
TEST(Worksharing, HugeCounts) {
  for (ScheduleKind kind : kKinds)
    for (ChunkOrder order : kOrders)
      for (std::uint64_t count :
           {(std::uint64_t{1} << 63) - 1, std::uint64_t{1} << 63, ~std::uint64_t{0}})
        for (std::uint64_t chunk : {(std::uint64_t{1} << 60) + 12345, ~std::uint64_t{0} / 2}) {
          SCOPED_TRACE(testing::Message()
                       << "kind " << static_cast<int>(kind) << " count " << count);
          expect_all_once({.count = count, .kind = kind, .chunk = chunk, .chunk_order = order}, 2);
        }
}

/// A member's own block goes to the others while it hasn't come yet; that block's word speaks of
/// another loop then.
TEST(Worksharing, BlocksOfThoseWhoAreLateAreTaken) {
  std::atomic<int> runs{0};
  std::atomic<int> rest{-1};
#pragma omp parallel num_threads(3) shared(runs, rest)
  for (int loop = 0; loop < 20; ++loop) {
    const bool late = omp_get_thread_num() == loop % 3;
    while (late && runs.load() < 90) std::this_thread::yield();  // until the others have it all
    in_blocks(90, [&] { runs.fetch_add(1); });
#pragma omp barrier
#pragma omp single
    {
      rest = runs.load();
      runs = 0;
    }
    EXPECT_EQ(rest.load(), 90);
#pragma omp barrier
  }
}

/// More chunks than a word counts: several are handed out at once.
TEST(Worksharing, MoreChunksThanAWordCounts) {
  constexpr std::uint64_t kCount = std::uint64_t{1} << 50;
  for (ChunkOrder order : kOrders) {
    std::atomic<std::uint64_t> first{0};
    std::atomic<std::uint64_t> most{0};
#pragma omp parallel num_threads(2) shared(first, most)
    {
      Member& m = *current_worker().member;
      enter_loop(m, {.count = kCount, .kind = ScheduleKind::dynamic, .chunk_order = order});
      std::uint64_t from = 0;
      std::uint64_t to = 0;
      EXPECT_TRUE(next_chunk(m, &from, &to));
      first.fetch_add(from);
      if (to - from > most.load()) most = to - from;
      leave_loop(m);
    }
    EXPECT_LE(most.load(), (kCount >> 31) + 1);
    EXPECT_GE(first.load(), order == ChunkOrder::any ? kCount / 4 : 1);
  }
}

/// The numbers by which members tell loops apart wrap round; before that, members come together.
TEST(Worksharing, LoopsAroundTheEndOfTheirNumbers) {
  for (std::uint32_t before : {(std::uint32_t{1} << 24) - 10, ~std::uint32_t{9}}) {
    std::atomic<int> runs{0};
#pragma omp parallel num_threads(3) shared(runs)
    {
#pragma omp single
      {
        Team& team = *current_worker().member->team;
        team.members[0].loops_met = before;
        for (int i = 1; i < team.size; ++i) team.members[i].loops_met = before - 5;
        level_loops(team);
        EXPECT_EQ(team.members[1].loops_met, before);
      }
      for (int loop = 0; loop < 30; ++loop) {
        in_blocks(40, [&] { runs.fetch_add(1); });
#pragma omp for schedule(guided) nowait
        for (int i = 0; i < 40; ++i) runs.fetch_add(1);
      }
    }
    EXPECT_EQ(runs.load(), 30 * 80);
  }
}

/// A word that no loop has used for long isn't taken for one of a later loop's.
TEST(Worksharing, WordsThatWereNotUsedForLong) {
  constexpr std::uint32_t kTogether = std::uint32_t{1} << 24;
  for (ScheduleKind rare : {ScheduleKind::dynamic, ScheduleKind::guided}) {
    const ScheduleKind often =
        rare == ScheduleKind::dynamic ? ScheduleKind::guided : ScheduleKind::dynamic;
    std::atomic<std::uint64_t> runs{0};
#pragma omp parallel num_threads(3) shared(runs)
    {
      Member& m = *current_worker().member;
      const auto loop = [&](ScheduleKind kind) {
        enter_loop(m, {.count = 40, .kind = kind, .chunk_order = ChunkOrder::any});
        std::uint64_t from = 0;
        std::uint64_t to = 0;
        while (next_chunk(m, &from, &to)) runs.fetch_add(to - from);
        leave_loop(m);
      };
      loop(rare);
      // Of 2^31 and some loops it runs the ones at which members come together.
      for (std::uint32_t far = kTogether; far <= (std::uint32_t{1} << 31) + kTogether;
           far += kTogether) {
#pragma omp barrier
        m.loops_met = m.loops_met / kTogether * kTogether + kTogether - 1;
        loop(often);
      }
#pragma omp barrier
      loop(rare);
    }
    EXPECT_EQ(runs.load(), 40u * (2 + 128 + 1));
  }
}

TEST(Worksharing, StaticBlocksDifferByOneAtMost) {
  for (int threads : {1, 2, 3, 4}) {
    std::uint64_t least = ~std::uint64_t{0};
    std::uint64_t most = 0;
    for (const Chunk& c : chunks_of({.count = 1000}, threads)) {
      least = std::min(least, c.last - c.first);
      most = std::max(most, c.last - c.first);
    }
    EXPECT_LE(most - least, 1u);
  }
}

TEST(Worksharing, ChunksAreAsLargeAsAsked) {
  const auto chunks = chunks_of({.count = 103, .kind = ScheduleKind::dynamic, .chunk = 10}, 2);
  ASSERT_EQ(chunks.size(), 11u);
  for (std::size_t i = 0; i + 1 < chunks.size(); ++i)
    EXPECT_EQ(chunks[i].last - chunks[i].first, 10u);
  const auto guided = chunks_of({.count = 1000, .kind = ScheduleKind::guided, .chunk = 8}, 2);
  EXPECT_EQ(guided.front().last, 250u);  // half of a thread's share of what is left
  for (std::size_t i = 0; i + 1 < guided.size(); ++i)
    EXPECT_GE(guided[i].last - guided[i].first, 8u);
}

TEST(Worksharing, ATeamOfOneTakesALoopAtOnceButSectionsOneByOne) {
  for (const ScheduleKind kind : {ScheduleKind::dynamic, ScheduleKind::guided}) {
    const auto chunks = chunks_of({.count = 1000, .kind = kind, .chunk = 10}, 1);
    ASSERT_EQ(chunks.size(), 1u);
    EXPECT_EQ(chunks[0].first, 0u);
    EXPECT_EQ(chunks[0].last, 1000u);
    EXPECT_TRUE(chunks_of({.count = 0, .kind = kind}, 1).empty());
  }
  EXPECT_EQ(chunks_of({.count = 7, .kind = ScheduleKind::dynamic, .one_by_one = true}, 1).size(),
            7u);
}

std::uint64_t count(long start, long end, long step) {
  return gomp::bounds(start, end, step, {ScheduleKind::static_, 0}).count;
}
std::uint64_t count_ull(bool up, std::uint64_t start, std::uint64_t end, std::uint64_t step) {
  return gomp::bounds(up, start, end, step, {ScheduleKind::static_, 0}).count;
}

TEST(LoopBounds, CountsIterationsOfAnyLoop) {
  EXPECT_EQ(count(0, 10, 1), 10u);
  EXPECT_EQ(count(0, 10, 3), 4u);
  EXPECT_EQ(count(10, 0, -3), 4u);
  EXPECT_EQ(count(10, 0, 1), 0u);
  EXPECT_EQ(count(0, 10, -1), 0u);
  EXPECT_EQ(count(5, 5, 1), 0u);
  EXPECT_EQ(count(LONG_MIN, LONG_MAX, 1), ~std::uint64_t{0});
  EXPECT_EQ(count(LONG_MAX, LONG_MIN, -1), ~std::uint64_t{0});
  EXPECT_EQ(count(LONG_MAX, LONG_MIN, LONG_MIN), 2u);
  EXPECT_EQ(count_ull(true, 0, ~std::uint64_t{0}, 1), ~std::uint64_t{0});
  EXPECT_EQ(count_ull(false, ~std::uint64_t{0}, 0, ~std::uint64_t{0}),
            ~std::uint64_t{0});                                   // step -1
  EXPECT_EQ(count_ull(false, 10, 0, ~std::uint64_t{0} - 2), 4u);  // step -3
  EXPECT_EQ(count_ull(true, 10, 0, 1), 0u);
}

/// More nowait loops in flight than the team has descriptors: the fast wait for the slowest.
TEST(Worksharing, MembersManyLoopsApart) {
  constexpr int kLoops = 5 * static_cast<int>(ConstructRing::kConstructs);
  std::atomic<int> runs[kLoops] = {};
#pragma omp parallel num_threads(3) shared(runs)
  {
    if (omp_get_thread_num() == 2) test::sleep_ms(20);
    for (int l = 0; l < kLoops; ++l) {
#pragma omp for schedule(dynamic, 2) nowait
      for (int i = 0; i < 31; ++i) runs[l].fetch_add(1, std::memory_order_relaxed);
    }
  }
  for (std::atomic<int>& run : runs) EXPECT_EQ(run.load(), 31);
}

/// A member that waits for the slowest must still resume the task the slowest waits for.
TEST(Worksharing, WaitingForADescriptorResumesTasks) {
  std::atomic<void*> context{nullptr};
  std::atomic<bool> done{false};
  test::ForeignThreads foreign;
#pragma omp parallel num_threads(2) shared(context, done, foreign)
  {
    if (omp_get_thread_num() == 1) {
#pragma omp task shared(context, done)
      {
        void* mine = tidemill_get_current_blocking_context();
        context = mine;
        tidemill_block_current_task(mine);
        done = true;
      }
      // Runs, tied, on the other thread: this one has no scheduling point before it began.
      while (context == nullptr) std::this_thread::yield();
      foreign.after_ms(20, [&context] { tidemill_unblock_task(context); });
#pragma omp taskwait
      EXPECT_TRUE(done);
    } else {
      while (context == nullptr) {
#pragma omp taskyield
      }
    }
    for (int l = 0; l < 20; ++l) {
#pragma omp for schedule(dynamic) nowait
      for (int i = 0; i < 10; ++i) asm volatile("" ::: "memory");
    }
  }
  EXPECT_TRUE(done);
}

TEST(Worksharing, OneMemberPerSingle) {
  constexpr int kSingles = 200;
  std::atomic<int> runs[kSingles] = {};
#pragma omp parallel num_threads(4) shared(runs)
  for (int i = 0; i < kSingles; ++i) {
#pragma omp single nowait
    runs[i].fetch_add(1, std::memory_order_relaxed);
  }
  for (std::atomic<int>& run : runs) EXPECT_EQ(run.load(), 1);
}

}  // namespace
}  // namespace tidemill::core
