#include "core/team/league.hpp"

#include <algorithm>
#include <cstdint>

#include "core/model/team.hpp"
#include "core/model/worker.hpp"
#include "core/settings/settings.hpp"
#include "core/team/region.hpp"

namespace tidemill::core {

namespace {

struct League {
  void (*body)(void*);
  void* data;
  int thread_limit;
  int teams;
  int threads_each;
  const Icvs* icvs;  // of the task that met the construct, which waits

  /// One thread's teams: neighbours, as their parts of a distributed loop are.
  static void run(void* opaque) {
    const auto& league = *static_cast<const League*>(opaque);
    const Member& m = *current_worker().member;
    const auto from = [&](int thread) {
      return static_cast<int>(std::int64_t{league.teams} * thread / m.team->size);
    };
    for (int number = from(m.number); number < from(m.number + 1); ++number)
      run_initial_team(league.body, league.data,
                       {.league_size = league.teams,
                        .league_number = number,
                        .thread_limit = league.thread_limit,
                        .threads = league.threads_each,
                        .icvs = league.icvs});
  }
};

}  // namespace

void run_league(void (*body)(void*), void* data, int teams, int thread_limit) {
  const Icvs& icvs = *current_worker().task->icvs;
  teams = std::max(teams > 0 ? teams : icvs.teams, 1);
  if (thread_limit <= 0) thread_limit = icvs.teams_thread_limit;
  const int most = most_threads(0);
  const int threads = std::min(teams, most);
  League league{body, data, thread_limit, teams, std::max(1, most / threads), &icvs};
  // Each team gets places of its own, for its regions to bind to.
  run_parallel({.body = League::run,
                .data = &league,
                .threads = threads,
                .proc_bind = ProcBind::spread,
                .code = reinterpret_cast<const void*>(body)});
}

void start_league_in_place(int teams, int thread_limit) {
  Worker& w = current_worker();
  Team& team = *w.member->team;
  team.league_size = std::max(teams, 1);
  team.league_number = 0;
  if (thread_limit > 0) writable_icvs(w.task).thread_limit = thread_limit;
}

bool next_team_in_place() noexcept {
  Team& team = *current_worker().member->team;
  if (team.league_number + 1 >= team.league_size) return false;
  ++team.league_number;
  return true;
}

}  // namespace tidemill::core
