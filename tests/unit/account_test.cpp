// The account's parts on a clock of the test's own, and what is printed of it.
#include "abi/native/stats_report.hpp"
#include "core/trace/thread_account.hpp"

#include <gtest/gtest.h>

#include <atomic>
#include <cstring>
#include <random>
#include <thread>
#include <vector>

namespace tidemill::core::trace {
namespace {

TEST(OpenTime, CountsWhileOpen) {
  OpenTime time;
  EXPECT_EQ(time.at(50), 0);
  time.open(100);
  EXPECT_EQ(time.at(130), 30);
  time.close(150);
  EXPECT_EQ(time.at(400), 50);
  time.open(1000);
  time.close(1001);
  EXPECT_EQ(time.at(2000), 51);
}

TEST(OpenTime, MayBeginOpen) {
  OpenTime time(true);
  EXPECT_EQ(time.at(70), 70);
  time.close(100);
  EXPECT_EQ(time.at(700), 100);
}

TEST(OpenTime, WhoClosesMayComeBeforeWhoOpens) {
  OpenTime time;
  time.close(150);
  EXPECT_EQ(time.at(200), -50);  // as if it had been closed since
  time.open(100);
  EXPECT_EQ(time.at(200), 50);
}

TEST(OpenTime, HoldsMoreThanAMonthOfTicks) {
  constexpr std::int64_t kMonth = std::int64_t{31} * 86'400 * 4'000'000'000;
  OpenTime time(true);
  time.close(kMonth);
  time.open(kMonth + 10);
  EXPECT_EQ(time.at(kMonth + 15), kMonth + 5);
}

TEST(OpenTime, FromManyThreads) {
  OpenTime time;
  std::vector<std::thread> threads;
  constexpr int kThreads = 4, kRounds = 10'000;
  for (int t = 0; t < kThreads; ++t)
    threads.emplace_back([&time, t] {
      for (int i = 0; i < kRounds; ++i) {
        time.open(100 * i + t);
        time.close(100 * i + t + 7);
      }
    });
  for (std::thread& thread : threads) thread.join();
  EXPECT_EQ(time.at(1'000'000'000), std::int64_t{7} * kThreads * kRounds);
}

TEST(TeamAccount, EachMomentIsOneOrTheOther) {
  TeamAccount team;
  team.add(10);
  team.add(20);
  team.remove(30);
  team.remove(40);
  team.add(60);
  EXPECT_EQ(team.some_ready(100), 30 + 40);
  EXPECT_EQ(team.none_ready(100), 10 + 20);
  EXPECT_EQ(team.ready_tasks(), 1);
}

void expect_times(ThreadState& state, std::int64_t now, std::int64_t in_task, std::int64_t idle,
                  std::int64_t overhead) {
  const Times& times = state.settle(now);
  EXPECT_EQ(times.in_task, in_task) << "at " << now;
  EXPECT_EQ(times.idle, idle) << "at " << now;
  EXPECT_EQ(times.overhead, overhead) << "at " << now;
}

TEST(ThreadState, IsIdleInNoTeam) {
  ThreadState state;
  expect_times(state, 100, 0, 100, 0);
}

TEST(ThreadState, OutsideItIsAsItsTeamSays) {
  TeamAccount team;
  ThreadState state;
  state.stand_in(&team, 10);
  team.add(30);          // idle until here
  state.enter_body(50);  // overhead until here
  team.remove(50);
  expect_times(state, 90, 40, 30, 20);
  team.add(95);
  state.leave_body(100);  // a task is ready
  team.remove(110);       // another thread takes it
  expect_times(state, 150, 50, 30 + 40, 20 + 10);
}

TEST(ThreadState, ATaskOfTheTeamIsNothingToWhoIsInABody) {
  TeamAccount team;
  ThreadState state;
  state.stand_in(&team, 0);
  state.enter_body(0);
  team.add(10);
  team.remove(90);
  expect_times(state, 100, 100, 0, 0);
}

TEST(ThreadState, ItsOwnReadyTaskGoesBeforeTheTeams) {
  TeamAccount team;
  ThreadState state;
  state.stand_in(&team, 0);
  state.add_own(20);
  team.add(30);
  team.remove(40);
  state.add_own(45);
  state.remove_own(50);
  expect_times(state, 60, 0, 20, 40);
  state.remove_own(60);
  state.enter_body(60);
  expect_times(state, 70, 10, 20, 40);
}

TEST(ThreadState, NestedBodiesAreOneTime) {
  ThreadState state;
  state.enter_body(0);
  state.enter_body(10);  // an included task
  state.enter_body(20);  // its end: its creator goes on
  state.leave_body(30);
  expect_times(state, 50, 30, 20, 0);
}

TEST(ThreadState, ASuspendedTaskIsInNoBody) {
  TeamAccount team;
  ThreadState state;
  state.stand_in(&team, 0);
  state.enter_body(0);
  state.leave_body(10);  // suspended
  team.add(60);          // may go on
  team.remove(65);
  state.enter_body(65);
  expect_times(state, 100, 45, 50, 5);
}

TEST(ThreadState, ChangesItsTeam) {
  TeamAccount outer, inner;
  ThreadState state;
  outer.add(0);
  state.stand_in(&outer, 0);
  state.stand_in(&inner, 10);
  state.stand_in(&outer, 40);
  state.stand_in(nullptr, 50);
  expect_times(state, 70, 0, 30 + 20, 20);
}

// Whatever happens, each tick of a thread is in one of the three.
TEST(ThreadState, TheThreeAreAllOfTheTime) {
  std::mt19937 random(7);
  for (int round = 0; round < 200; ++round) {
    TeamAccount team;
    ThreadState state;
    std::int64_t now = 0;
    int ready = 0, own = 0;
    for (int step = 0; step < 300; ++step) {
      now += static_cast<std::int64_t>(random() % 50);
      switch (random() % 8) {
        case 0:
          state.enter_body(now);
          break;
        case 1:
          state.leave_body(now);
          break;
        case 2:
          team.add(now);
          ++ready;
          break;
        case 3:
          if (ready > 0) team.remove(now), --ready;
          break;
        case 4:
          state.add_own(now);
          ++own;
          break;
        case 5:
          if (own > 0) state.remove_own(now), --own;
          break;
        case 6:
          state.stand_in(&team, now);
          break;
        default:
          state.stand_in(nullptr, now);
      }
    }
    const Times& times = state.settle(now);
    EXPECT_EQ(times.in_task + times.idle + times.overhead, now);
    EXPECT_GE(times.in_task, 0);
    EXPECT_GE(times.idle, 0);
    EXPECT_GE(times.overhead, 0);
  }
}

tidemill_stats example(int rank) {
  tidemill_stats s{};
  s.rank = rank;
  s.process = 4711;
  std::strcpy(s.host, "node\"1");
  s.threads = 4;
  s.wall = 2;
  s.in_task = 4;
  s.idle = 3;
  s.overhead = 1;
  s.tasks = 100;
  return s;
}

TEST(Report, ATableHasARowPerRankAndOneOfAll) {
  const std::vector all{example(0), example(1)};
  const std::string text = native::stats_table(all);
  EXPECT_NE(text.find("rank 0          4      2.000      4.000  50.0%      3.000  37.5%"),
            std::string::npos)
      << text;
  EXPECT_NE(text.find("all             8      2.000      8.000  50.0%"), std::string::npos) << text;
  EXPECT_EQ(std::count(text.begin(), text.end(), '\n'), 5);
}

TEST(Report, OfOneProcessThereIsOneRow) {
  const std::vector all{example(-1)};
  const std::string text = native::stats_table(all);
  EXPECT_NE(text.find("\n  4711 "), std::string::npos) << text;
  EXPECT_EQ(text.find("\n  all"), std::string::npos) << text;
}

TEST(Report, WhoGaveNoneIsNamed) {
  std::vector all{example(0), tidemill_stats{}};
  all[1].rank = 1;
  EXPECT_NE(native::stats_table(all).find("rank 1    gave no account\n"), std::string::npos)
      << native::stats_table(all);
}

TEST(Report, JsonQuotesWhatTheSystemSays) {
  const std::vector all{example(0), example(1)};
  const std::string text = native::stats_json(all);
  EXPECT_NE(text.find("\"host\": \"node\\\"1\", \"threads\": 4, \"wall\": 2.000000000"),
            std::string::npos)
      << text;
}

}  // namespace
}  // namespace tidemill::core::trace
