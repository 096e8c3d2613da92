// Initial teams: leagues and target regions, and threads from outside; each starts afresh, whatever
// the recycled team under it has been.
#include <gtest/gtest.h>
#include <omp.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <mutex>
#include <set>
#include <thread>

#include "core/model/team.hpp"
#include "core/model/worker.hpp"
#include "core/team/region.hpp"
#include "support.hpp"

namespace tidemill::core {
namespace {

/// Every construct that counts, in a team of one.
void meet_constructs(void*) {
  Member& self = *current_worker().member;
  EXPECT_EQ(self.team->size, 1);
  EXPECT_EQ(self.team->level, 0);
  EXPECT_EQ(omp_in_parallel(), 0);
  EXPECT_TRUE(enter_single(self));
  EXPECT_TRUE(enter_single(self));
  for (int l = 0; l < 3; ++l) {
    std::uint64_t runs = 0;
    enter_loop(self, {.count = 5, .kind = ScheduleKind::dynamic});
    std::uint64_t first = 0, last = 0;
    while (next_chunk(self, &first, &last)) runs += last - first;
    leave_loop(self);
    EXPECT_EQ(runs, 5u);
  }
}

TEST(InitialTeam, StartsAfresh) {
  for (int i = 0; i < 5; ++i) run_initial_team(meet_constructs, nullptr, {});
#pragma omp parallel num_threads(3)
  for (int i = 0; i < 5; ++i) {
    run_initial_team(meet_constructs, nullptr, {});
    EXPECT_EQ(omp_get_num_threads(), 3);
    EXPECT_EQ(omp_get_level(), 1);
  }
}

TEST(InitialTeam, OfAThreadStartsAfresh) {
  for (int i = 0; i < 5; ++i) std::thread(meet_constructs, nullptr).join();
}

TEST(InitialTeam, ThreadsCountAsAwakeWhileTheyAre) {
  current_worker();
  const int before = Parker::awake();
  std::thread([&] {
    EXPECT_EQ(Parker::awake(), before);  // not a worker yet
    current_worker();
    EXPECT_EQ(Parker::awake(), before + 1);
  }).join();
  EXPECT_EQ(Parker::awake(), before);
}

TEST(InitialTeam, AForkedChildsThreadIsAloneAwake) {
#pragma omp parallel num_threads(3)
  current_worker();
  const pid_t child = fork();
  ASSERT_GE(child, 0);
  if (child == 0) {
    const bool none = Parker::awake() == 0;
    current_worker();
    _exit(none && Parker::awake() == 1 ? 0 : 1);
  }
  int status = 1;
  ASSERT_EQ(waitpid(child, &status, 0), child);
  EXPECT_EQ(status, 0);
}

TEST(InitialTeam, WaitsForItsTasks) {
  static std::atomic<int> ran;
  ran = 0;
#pragma omp parallel num_threads(2)
  {
    run_initial_team(
        [](void*) {
#pragma omp task
          {
#pragma omp task
            ++ran;
            ++ran;
          }
        },
        nullptr, {});
  }
  EXPECT_EQ(ran, 4);
}

TEST(League, EveryTeamOnce) {
  struct Seen {
    std::mutex lock;
    std::multiset<int> numbers;
  } static seen;
  for (int teams : {1, 2, 7, 50}) {
    seen.numbers.clear();
    run_league(
        [](void* size) {
          EXPECT_EQ(omp_get_num_teams(), *static_cast<int*>(size));
          EXPECT_EQ(current_worker().member->team->level, 0);
          std::lock_guard guard(seen.lock);
          seen.numbers.insert(omp_get_team_num());
        },
        &teams, teams, 0);
    ASSERT_EQ(seen.numbers.size(), static_cast<std::size_t>(teams));
    for (int i = 0; i < teams; ++i) EXPECT_EQ(seen.numbers.count(i), 1u);
  }
  EXPECT_EQ(omp_get_num_teams(), 1);
  EXPECT_EQ(omp_get_team_num(), 0);
}

/// Regions of a team know the league, and are not larger than the limit.
TEST(League, RegionsWithinATeam) {
  static std::atomic<int> members;
  members = 0;
  run_league(
      [](void*) {
        const int team = omp_get_team_num();
#pragma omp parallel num_threads(4)
        {
          EXPECT_EQ(omp_get_team_num(), team);
          EXPECT_EQ(omp_get_level(), 1);
          EXPECT_LE(omp_get_num_threads(), 2);
          ++members;
        }
      },
      nullptr, 3, 2);
  EXPECT_GE(members, 3);
  EXPECT_LE(members, 6);
}

/// The threads divided: together the teams at work have as many as one region would.
TEST(League, SharesTheThreads) {
  static std::atomic<int> most;
  most = 0;
  omp_set_num_threads(4);
  run_league(
      [](void*) {
#pragma omp parallel
#pragma omp single
        most = std::max(most.load(), omp_get_num_threads());
      },
      nullptr, 2, 0);
  EXPECT_EQ(most, 2);
}

}  // namespace
}  // namespace tidemill::core
