// A parallel construct, by the thread that meets it: a team, its region, its end.
#include "core/team/region.hpp"

#include <algorithm>
#include <cstring>
#include <memory>
#include <utility>

#include "core/affinity/binding.hpp"
#include "core/deps/task_graph.hpp"
#include "core/fiber/exceptions.hpp"
#include "core/model/team.hpp"
#include "core/model/worker.hpp"
#include "core/settings/settings.hpp"
#include "core/suspend/choose.hpp"
#include "core/team/implicit_task.hpp"
#include "core/team/kept_teams.hpp"
#include "core/team/pool.hpp"
#include "core/trace/points.hpp"

namespace tidemill::core {

namespace {

/// Of a region: a line that isn't written stays in its members' caches.
template <class T, class U>
void update(T& field, const U& value) noexcept {
  if (field != value) field = value;
}

// How many threads a region gets: what it asks for, and what the ICVs allow. thread-limit-var
// counts the threads of all regions that are nested in one initial task.

/// What a region met now would like to have, before the thread limit. 0 requested: as the ICVs say.
int wanted_threads(const Worker& w, int requested) noexcept {
  const Icvs& icvs = *w.task->icvs;
  if (requested == 1 || w.member->team->active_level >= icvs.max_active_levels) return 1;
  int threads = requested > 0 ? requested : icvs.num_threads.front();
  if (icvs.dynamic) threads = std::min(threads, settings().processors);
  return std::max(1, threads);
}

Team& contention_group(Team& team) noexcept {
  Team* root = &team;
  while (root->outer != nullptr) root = root->outer;
  return *root;
}

struct Resolved {
  int threads;
  int reserved;  // of the contention group, beyond the primary thread
};

[[gnu::noinline]] Resolved reserve_threads_slow(Team& outer, int limit, int wanted) noexcept {
  std::atomic<int>& threads = contention_group(outer).group_threads;
  int used = threads.load(std::memory_order_relaxed);  // a sum, hands nothing over
  int more = 0;
  do {
    more = std::max(0, std::min(wanted - 1, limit - used));
  } while (!threads.compare_exchange_weak(used, used + more, std::memory_order_relaxed));
  return {more + 1, more};
}

/// For a region that the worker's task meets. return_threads() has to follow for a team that has
/// them as its reserved_threads.
Resolved resolve_threads(const Worker& w, int requested) noexcept {
  const int wanted = wanted_threads(w, requested);
  const int limit = w.task->icvs->thread_limit;
  if (wanted == 1 || limit == kNoThreadLimit) return {wanted, 0};
  return reserve_threads_slow(*w.member->team, limit, wanted);
}
void return_threads(Team& team) noexcept {
  if (team.reserved_threads == 0) return;  // nor is it written; see update()
  contention_group(team).group_threads.fetch_sub(team.reserved_threads, std::memory_order_relaxed);
  team.reserved_threads = 0;
}

/// The data environment implicit tasks start from: the next level's number of threads.
void set_member_icvs(Team& team, const Icvs* from) {
  if (team.icvs != nullptr) team.icvs.reset();  // which writes even a null pointer; see update()
  if (from->num_threads.size() > 1 || from->proc_bind.size() > 1) {
    team.icvs = std::make_unique<Icvs>(*from);
    Icvs& next = *team.icvs;
    if (next.num_threads.size() > 1) next.num_threads.erase(next.num_threads.begin());
    if (next.proc_bind.size() > 1) next.proc_bind.erase(next.proc_bind.begin());
    team.icvs->older = nullptr;
    from = team.icvs.get();
  }
  update(team.first_icvs, from);
}

/// Tells the workers of a team, of which all is said by now, to begin.
void start_members(Team& team, bool fresh) noexcept {
  if (team.size == 1) return;
  if (!fresh) return team.end_rest();
  for (int i = 1; i < team.size; ++i) {
    team.members[i].worker->inbox.push_back(&team.members[i].implicit);
    team.members[i].worker->parker.unpark();
  }
}

}  // namespace

int most_threads(int requested) noexcept {
  const Worker& w = current_worker();
  return std::min(wanted_threads(w, requested), std::max(1, w.task->icvs->thread_limit));
}

void start_parallel(const RegionRequest& request) {
  Worker& w = current_worker();
  if (w.member->team->level == 0)
    meet_code(request.code != nullptr ? request.code : reinterpret_cast<const void*>(request.body));
  w.look_for_exceptions();
  const bool occupies = occupy_at_rest(w);
  // What the last task has made ready is of the team the worker stands in now. It may be called
  // back by a poll that it makes before it takes that.
  if (owes_wakes(w)) [[unlikely]]
    settle_wakes(w);
  const Resolved resolved = resolve_threads(w, request.threads);
  bool fresh = false;
  TeamHandle owned = obtain_team(w, resolved.threads, &fresh);
  Team& team = *owned.release();  // given back in end_parallel()
  const Team& outer = *w.member->team;
  update(team.outer, w.member->team);
  update(team.level, outer.level + 1);
  update(team.active_level, outer.active_level + (team.size > 1 ? 1 : 0));
  const Policy& policy = set_graph(team, current_policy());
  team.ready.use(policy);
  if (team.look_ahead.load(std::memory_order_relaxed).patience_us != LookAhead::kLeastUs)
    team.look_ahead.store(LookAhead{}, std::memory_order_relaxed);
  update(team.immediate_mark, immediate_mark(team, policy));
  update(team.encountering, w.task);
  update(team.encountering_member, w.member);
  update(team.reserved_threads, resolved.reserved);
  update(team.league_size, outer.league_size);
  update(team.league_number, outer.league_number);
  team.body = request.body;
  team.data = request.data;
  if (request.data_bytes != 0 && request.data_bytes <= Team::kDataBytes)
    team.data = std::memcpy(team.data_copy, request.data, request.data_bytes);
  reset_constructs(team);
  if (request.first_loop != nullptr)
    team.first_bounds = *request.first_loop;  // the caller's own may be gone before all begin
  update(team.first_loop, request.first_loop != nullptr ? &team.first_bounds : nullptr);
  update(w.task->icvs_shared, true);
  set_member_icvs(team, w.task->icvs);
  update(team.group, request.group);
  update(team.code, request.code);
  team.inherits_modes = request.inherit_modes;
  team.occupies = occupies;
  if (team.inherits_modes) update(team.modes, current_modes());
  seat_team(team, request.proc_bind);
  start_members(team, fresh);
  prepare_member(team, team.members[0]);
  w.enter_member(team.members[0], team.encountering_member);
  take_seat(w, team.members[0]);
  ++w.fiber->depth;
  trace::region(w, team.size, trace::Phase::begin);
  trace::begin(w, team.members[0].implicit, trace::From::caller);
  if (team.first_loop != nullptr) enter_loop(team.members[0], *team.first_loop);
}

void end_parallel() {
  Worker& w = current_worker();
  Member& m = *w.member;
  TeamHandle team(m.team);
  end_primary(m);
  --w.fiber->depth;
  w.leave_member(m, team->encountering, team->encountering_member);
  inherit_modes(*team);
  trace::region(w, team->size, trace::Phase::end);
  return_threads(*team);
  const bool occupied = team->occupies;
  keep_team(w, std::move(team));
  if (occupied) [[unlikely]]
    vacate(w);
}

int run_parallel(const RegionRequest& request) {
  start_parallel(request);
  const int size = current_worker().member->team->size;
  request.body(request.data);
  end_parallel();
  return size;
}

}  // namespace tidemill::core
