#include "core/team/region.hpp"

#include <algorithm>
#include <atomic>
#include <cstring>
#include <map>
#include <mutex>

#include "core/deps/dependence_table.hpp"
#include "core/sched/dispatch.hpp"
#include "core/sched/worker.hpp"
#include "core/settings/settings.hpp"
#include "core/task/prepared.hpp"
#include "core/task/throttle.hpp"
#include "core/team/pool.hpp"
#include "core/team/team.hpp"
#include "core/topo/binding.hpp"
#include "platform/process_wide.hpp"

namespace tidemill::core {

namespace {

/// thread-limit-var counts the threads of all regions that are nested in one initial task. Takes up
/// to `wanted` more for a team; how many.
int reserve_threads(Team& outer, int limit, int wanted) noexcept {
  Team* root = &outer;
  while (root->outer != nullptr) root = root->outer;
  int used = root->group_threads.load(std::memory_order_relaxed);  // a sum, hands nothing over
  int more = 0;
  do {
    more = std::max(0, std::min(wanted, limit - used));
  } while (
      !root->group_threads.compare_exchange_weak(used, used + more, std::memory_order_relaxed));
  return more;
}

void return_threads(Team& team) noexcept {
  if (team.reserved_threads == 0) return;
  Team* root = team.outer;
  while (root->outer != nullptr) root = root->outer;
  root->group_threads.fetch_sub(team.reserved_threads, std::memory_order_relaxed);
  team.reserved_threads = 0;
}

/// What a region met now would like to have, before the thread limit.
int wanted_threads(const Worker& w, int requested) noexcept {
  const Icvs& icvs = *w.task->icvs;
  if (requested == 1 || w.member->team->active_level >= icvs.max_active_levels) return 1;
  int threads = requested > 0 ? requested : icvs.num_threads.front();
  if (icvs.dynamic) threads = std::min(threads, settings().processors);
  return std::max(1, threads);
}

struct Resolved {
  int threads;
  int reserved;  // of the contention group, beyond the primary thread
};

Resolved resolve_threads(const Worker& w, int requested) noexcept {
  const int wanted = wanted_threads(w, requested);
  const int limit = w.task->icvs->thread_limit;
  if (wanted == 1 || limit == kNoThreadLimit) return {wanted, 0};
  const int more = reserve_threads(*w.member->team, limit, wanted - 1);
  return {more + 1, more};
}

/// Of a region: a line that isn't written stays in its members' caches.
template <class T, class U>
void update(T& field, const U& value) noexcept {
  if (field != value) field = value;
}

/// The data environment implicit tasks start from: the next level's number of threads.
void set_member_icvs(Team& team, const Icvs* from) {
  team.icvs.reset();
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

/// By the member's own worker, as the first thing it does in the region: what it last wrote in its
/// slot is in its own cache, and the master of a large team has enough to do.
void prepare_member(Team& team, Member& m) noexcept {
  Task& implicit = m.implicit;
  forget_prepared(*static_cast<Worker*>(m.worker));
  implicit.icvs = team.first_icvs;
  implicit.parent = team.encountering;
  implicit.depth = team.encountering != nullptr ? team.encountering->depth + 1 : 0;
  implicit.key = team.encountering != nullptr ? team.encountering->key : 0;
  implicit.final = false;  // a final task's own constructs make final tasks, not a region's
  implicit.group = team.group;
  implicit.creation_group = nullptr;
  implicit.worker = static_cast<Worker*>(m.worker);
  implicit.family.reset();  // all descendants are released: nobody else knows it
  implicit.events.store(1, std::memory_order_relaxed);  // handed over by the strict queue
  implicit.wait.reset();
  m.singles_met = m.constructs_met = 0;
  m.loop.shared = m.doacross.nest = nullptr;  // cancelled ones are not left
  m.arrivals_due = 0;
  m.lone.clear();
  // Not `inner`: while it was at rest the worker may have begun a task of this region already.
}

/// A recycled team starts counting its constructs afresh, as its members do.
void reset_constructs(Team& team) noexcept {
  team.singles_taken.store(0, std::memory_order_relaxed);  // handed over by what starts them
  team.constructs.reset();
}

/// The workers, which are at rest in the team, leave it for the pool.
void dismiss(Team& team) noexcept {
  if (team.size == 1) return;
  team.dismissed = true;
  team.departing.store(team.size - 1, std::memory_order_relaxed);
  team.end_rest();
  // acquire: the workers' last touches. Pairs with depart().
  for (int spins = 0; team.departing.load(std::memory_order_acquire) != 0; ++spins) {
    if (spins < 64)
      platform::pause();
    else
      team.members[0].worker->parker.park();
  }
  for (int i = 1; i < team.size; ++i) release_worker(*team.members[i].worker);
}

/// A worker's last touch of a dismissed team.
void depart(Team& team) noexcept {
  Worker& primary = *team.members[0].worker;
  if (team.departing.fetch_sub(1, std::memory_order_acq_rel) == 1) primary.parker.unpark();
}

// Threads in teams that are kept for regions inside regions: each member may keep one. relaxed: a
// sum, hands nothing over.
std::atomic<int> kept_nested{0};

/// A region met inside another will probably be met there again: its team is kept, workers and all,
/// as long as there are no more such workers than processors.
bool keep_nested(Worker& w, TeamHandle& team) noexcept {
  if (w.nested_team) return false;
  const int more = team->size - 1;
  if (kept_nested.fetch_add(more, std::memory_order_relaxed) + more > settings().processors) {
    kept_nested.fetch_sub(more, std::memory_order_relaxed);
    return false;
  }
  w.nested_team = std::move(team);
  return true;
}

TeamHandle take_nested(Worker& w) noexcept {
  if (w.nested_team) kept_nested.fetch_sub(w.nested_team->size - 1, std::memory_order_relaxed);
  return std::move(w.nested_team);
}

void release(TeamHandle kept) noexcept {
  if (kept) dismiss(*kept);
}

TeamHandle obtain_lone_team(Worker& w) {
  TeamHandle team = w.lone_team ? std::move(w.lone_team) : take_team(1);
  team->members[0].worker = &w;
  return team;
}

/// A team of `threads`: the kept one, whose workers are at rest in it, or a new one. `fresh`: its
/// workers have to be sent there.
TeamHandle obtain_team(Worker& w, int threads, bool* fresh) {
  if (threads == 1) return obtain_lone_team(w);  // and leaves the kept ones for the next
  TeamHandle kept = w.member->team->level == 0 ? std::move(w.hot_team) : take_nested(w);
  *fresh = !kept || kept->size != threads;
  if (!*fresh) return kept;
  release(std::move(kept));
  const std::vector<Worker*> others = acquire_workers(threads - 1);
  TeamHandle team = take_team(static_cast<int>(others.size()) + 1);
  for (std::size_t i = 0; i < others.size(); ++i) team->members[i + 1].worker = others[i];
  team->members[0].worker = &w;
  team->dismissed = false;
  return team;
}

/// Tells the workers of a team, of which all is said by now, to begin.
void start_members(Team& team, bool fresh) noexcept {
  if (team.size == 1) return;
  if (!fresh) return team.end_rest();
  for (int i = 1; i < team.size; ++i) {
    team.members[i].worker->strict.push_back(&team.members[i].implicit);
    team.members[i].worker->parker.unpark();
  }
}

/// Its descendants are over.
void forget_children(Task& implicit) noexcept {
  delete implicit.children_by_address;
  implicit.children_by_address = nullptr;
  if (implicit.own_icvs != nullptr) free_own_icvs(&implicit);
}

/// The body of an implicit task is over: so are its events, soon.
void finish_events(Task& implicit) {
  // acquire: alone, there is nothing to race with; sees what fulfilled events did before.
  if (implicit.events.load(std::memory_order_acquire) == 1) return;
  implicit.wait.reset();  // used by taskwaits before; from here on for the last event
  // acq_rel: with the fulfillers' fetch_sub; the last one completes the slot.
  if (implicit.events.fetch_sub(1, std::memory_order_acq_rel) != 1) wait_slot(implicit.wait);
}

/// At the region's end: what its primary thread does, or the only one of an initial team.
void end_primary(Member& m) {
  finish_events(m.implicit);
  m.team->join(m);
  forget_children(m.implicit);
}

void enter(Worker& w, Member& m, Member* enclosing) noexcept {
  w.enter_member(&m, enclosing);
  w.member = &m;
  w.task = &m.implicit;
}

}  // namespace

Team::Team(int n)
    : size(n),
      ready_mark(ready_mark_of(n)),
      counts_arrivals(n == 2 && !settings().cancellation),
      members(new Member[static_cast<std::size_t>(n)]) {
  for (int i = 0; i < n; ++i) {
    members[i].team = this;
    members[i].number = i;
    members[i].implicit.implicit = true;
    members[i].implicit.team = this;
    members[i].implicit.home = &members[i];
  }
}

namespace {

/// Teams at rest, by size.
struct Store {
  SpinLock lock;
  std::map<int, std::vector<Team*>> at_rest;
};
Store& store() noexcept { return platform::ProcessWide<Store>::get(); }

}  // namespace

void RecycleTeam::operator()(Team* team) const noexcept {
  std::lock_guard guard(store().lock);
  store().at_rest[team->size].push_back(team);
}

TeamHandle take_team(int size) {
  {
    std::lock_guard guard(store().lock);
    std::vector<Team*>& fitting = store().at_rest[size];
    if (!fitting.empty()) {
      TeamHandle team(fitting.back());
      fitting.pop_back();
      return team;
    }
  }
  return TeamHandle(new Team(size));
}

void run_implicit_task(Worker& worker, Task* implicit) {
  Member& m = *implicit->home;
  Team& team = *m.team;
  Task* const below = worker.task;
  Member* const below_member = worker.member;
  enter(worker, m, nullptr);  // a pool worker is in no other region
  ++worker.fiber->depth;
  do {  // a region each time
    __builtin_prefetch(team.data);
    prepare_member(team, m);
    take_seat(worker, m);
    if (team.first_loop != nullptr) enter_loop(m, *team.first_loop);
    team.body(team.data);
    worker.locks_held = 0;  // as in Worker::rest()
    finish_events(m.implicit);
    team.rest(m);
    forget_children(m.implicit);
  } while (!team.dismissed);
  --worker.fiber->depth;  // an implicit task is tied: this is still our worker
  worker.leave_member(&m);
  worker.task = below;
  worker.member = below_member;
  release(take_nested(worker));  // in the pool it would hold threads that others could use
  depart(team);
}

int most_threads(int requested) noexcept {
  const Worker& w = current_worker();
  return std::min(wanted_threads(w, requested), std::max(1, w.task->icvs->thread_limit));
}

void start_parallel(const RegionRequest& request) {
  Worker& w = current_worker();
  const Resolved resolved = resolve_threads(w, request.threads);
  bool fresh = false;
  TeamHandle owned = obtain_team(w, resolved.threads, &fresh);
  Team& team = *owned.release();  // given back in end_parallel()
  const Team& outer = *w.member->team;
  update(team.outer, w.member->team);
  update(team.level, outer.level + 1);
  update(team.active_level, outer.active_level + (team.size > 1 ? 1 : 0));
  update(team.few_children, settings().migrate ? 0 : team.ready_mark - 1);
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
  w.task->icvs_shared = true;
  set_member_icvs(team, w.task->icvs);
  update(team.group, request.group);
  seat_team(team, request.proc_bind);
  start_members(team, fresh);
  prepare_member(team, team.members[0]);
  enter(w, team.members[0], team.encountering_member);
  take_seat(w, team.members[0]);
  ++w.fiber->depth;
  if (team.first_loop != nullptr) enter_loop(team.members[0], *team.first_loop);
}

void end_parallel() {
  Worker& w = current_worker();
  Member& m = *w.member;
  TeamHandle team(m.team);
  end_primary(m);
  --w.fiber->depth;
  w.leave_member(&m);
  w.task = team->encountering;
  w.member = team->encountering_member;
  return_threads(*team);
  if (team->size == 1 && !w.lone_team) {
    w.lone_team = std::move(team);
    return;
  }
  if (team->outer->level != 0) {
    if (team->size > 1 && keep_nested(w, team)) return;
  } else if (team->size > 1 && !w.hot_team) {
    w.hot_team = std::move(team);
    return;
  }
  dismiss(*team);
}

int run_parallel(const RegionRequest& request) {
  start_parallel(request);
  const int size = current_worker().member->team->size;
  request.body(request.data);
  end_parallel();
  return size;
}

void form_initial_team(Worker& w) {
  w.initial_team = take_team(1);
  Team& team = *w.initial_team;
  team.few_children = 0;
  team.level = team.active_level = 0;  // it may have been a nested region's
  team.outer = nullptr;
  team.league_size = 1;
  team.league_number = 0;
  reset_constructs(team);
  team.encountering = nullptr;
  team.encountering_member = nullptr;
  team.group_threads.store(1, std::memory_order_relaxed);
  team.members[0].worker = &w;
  set_member_icvs(team, &settings().initial);
  if (team.icvs) {  // the initial task has the whole list: only regions consume it
    team.first_icvs = &settings().initial;
    team.icvs.reset();
  }
  team.group = nullptr;
  team.first_loop = nullptr;
  prepare_member(team, team.members[0]);
  seat_initial(w);
  if (w.from_pool)
    w.rest();  // it has nothing to dispatch for its initial task
  else
    enter(w, team.members[0], nullptr);
}

void run_initial_team(void (*body)(void*), void* data, const InitialTeam& place) {
  Worker& w = current_worker();
  Task* const encountering = w.task;
  Member* const encountering_member = w.member;
  const TeamHandle team = take_team(1);
  Member& m = team->members[0];
  team->level = team->active_level = 0;
  team->few_children = 0;
  team->outer = nullptr;
  team->encountering = nullptr;
  team->encountering_member = nullptr;
  team->league_size = place.league_size;
  team->league_number = place.league_number;
  reset_constructs(*team);
  m.worker = &w;
  m.seat = encountering_member->seat;
  team->group_threads.store(1, std::memory_order_relaxed);
  encountering->icvs_shared = true;
  team->icvs = std::make_unique<Icvs>(place.icvs != nullptr ? *place.icvs : *encountering->icvs);
  team->icvs->older = nullptr;
  if (place.thread_limit > 0) team->icvs->thread_limit = place.thread_limit;
  if (place.threads > 0) team->icvs->num_threads.front() = place.threads;
  team->first_icvs = team->icvs.get();
  team->group = nullptr;
  team->first_loop = nullptr;
  prepare_member(*team, m);
  enter(w, m, encountering_member);
  ++w.fiber->depth;
  body(data);
  end_primary(m);
  --w.fiber->depth;  // an initial task is tied: this is still our worker
  w.leave_member(&m);
  w.task = encountering;
  w.member = encountering_member;
  if (w.from_pool)
    release(std::move(w.hot_team));  // a thread of the pool has no next one outside a region
}

void release_kept_teams(Worker& w) noexcept {
  release(take_nested(w));
  release(std::move(w.hot_team));
}

void forget_kept_teams(Worker& w) noexcept {
  w.hot_team.release();
  w.nested_team.release();
  kept_nested.store(0, std::memory_order_relaxed);
}

}  // namespace tidemill::core
