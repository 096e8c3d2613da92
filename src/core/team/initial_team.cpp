// Initial teams: the code outside any region, and teams of a league and target regions, which are
// like it.
#include "core/team/region.hpp"

#include <algorithm>
#include <cstdint>
#include <utility>

#include "core/affinity/binding.hpp"
#include "core/model/team.hpp"
#include "core/model/worker.hpp"
#include "core/settings/settings.hpp"
#include "core/team/implicit_task.hpp"
#include "core/team/kept_teams.hpp"
#include "core/team/pool.hpp"
#include "core/trace/points.hpp"

namespace tidemill::core {

namespace {

/// A team of one at nesting level 0, of which only the ICVs and the league aren't said yet.
TeamHandle take_initial_team(Worker& w) {
  TeamHandle team = take_team(1);  // it may have been a nested region's
  team->level = team->active_level = 0;
  team->immediate_mark = settings().own_stacks ? kNeverImmediate : 0;
  team->graph = nullptr;  // its tasks run at once
  team->outer = nullptr;
  team->encountering = nullptr;
  team->encountering_member = nullptr;
  team->group = nullptr;
  team->first_loop = nullptr;
  team->body = nullptr;
  team->code = nullptr;
  team->inherits_modes = false;
  team->group_threads.store(1, std::memory_order_relaxed);
  team->members[0].worker = &w;
  reset_constructs(*team);
  team->ready.use(current_policy());
  return team;
}

}  // namespace

void form_initial_team(Worker& w) {
  w.teams.initial = take_initial_team(w);
  Team& team = *w.teams.initial;
  team.league_size = 1;
  team.league_number = 0;
  team.icvs.reset();  // the initial task has the whole lists: only regions consume them
  team.first_icvs = &settings().initial;
  prepare_member(team, team.members[0]);
  seat_initial(w);
  if (w.from_pool) {
    w.rest();  // it has nothing to dispatch for its initial task
    return;
  }
  w.enter_member(team.members[0], nullptr);
  trace::begin(w, team.members[0].implicit, trace::From::caller);
}

void run_initial_team(void (*body)(void*), void* data, const InitialTeam& place) {
  Worker& w = current_worker();
  const bool occupies = occupy_at_rest(w);
  Task* const encountering = w.task;
  Member* const encountering_member = w.member;
  const TeamHandle team = take_initial_team(w);
  Member& m = team->members[0];
  team->league_size = place.league_size;
  team->league_number = place.league_number;
  m.seat = encountering_member->seat;
  encountering->icvs_shared = true;
  team->icvs = std::make_unique<Icvs>(place.icvs != nullptr ? *place.icvs : *encountering->icvs);
  team->icvs->older = nullptr;
  team->code = reinterpret_cast<const void*>(body);
  if (place.thread_limit > 0) team->icvs->thread_limit = place.thread_limit;
  if (place.threads > 0) team->icvs->num_threads.front() = place.threads;
  team->first_icvs = team->icvs.get();
  prepare_member(*team, m);
  w.enter_member(m, encountering_member);
  ++w.fiber->depth;
  trace::begin(w, m.implicit, trace::From::caller);
  body(data);
  end_primary(m);
  --w.fiber->depth;  // an initial task is tied: this is still our worker
  w.leave_member(m, encountering, encountering_member);
  if (w.from_pool)
    dismiss_team(std::move(w.teams.hot));  // a thread of the pool has no next one outside a region
  if (occupies) vacate(w);
}

// ---- leagues ----

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
