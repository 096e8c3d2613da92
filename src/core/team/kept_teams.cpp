#include "core/team/kept_teams.hpp"

#include <atomic>
#include <vector>

#include "core/deps/task_graph.hpp"
#include "core/settings/settings.hpp"
#include "core/sync/backoff.hpp"
#include "core/team/pool.hpp"
#include "platform/process_wide.hpp"

namespace tidemill::core {

namespace {

/// The workers, which are at rest in the team, leave it for the pool.
void dismiss(Team& team) noexcept {
  if (team.size == 1) return;
  team.dismissed = true;
  team.departing.store(team.size - 1, std::memory_order_relaxed);
  team.end_rest();
  // acquire: the workers' last touches. Pairs with depart().
  Backoff backoff(patience::kMoment);
  while (team.departing.load(std::memory_order_acquire) != 0)
    if (!backoff.step()) team.members[0].worker->parker.park();
  // The last first, as the pool gives the newest first: the next team has them in the same order,
  // and so each number its thread's threadprivate variables, and caches, whatever its size.
  for (int i = team.size - 1; i >= 1; --i) release_worker(*team.members[i].worker);
}

/// Threads in teams that are kept for regions inside regions: each member may keep one. relaxed: a
/// sum, hands nothing over. None in a forked child.
struct KeptNested {
  std::atomic<int> threads{0};
};
std::atomic<int>& kept_nested() noexcept {
  return platform::ProcessWide<KeptNested>::get().threads;
}

/// A region met inside another will probably be met there again: its team is kept, workers and all,
/// as long as there are no more such workers than processors.
bool keep_nested(Worker& w, TeamHandle& team) noexcept {
  if (w.teams.nested) return false;
  const int more = team->size - 1;
  if (kept_nested().fetch_add(more, std::memory_order_relaxed) + more > settings().processors) {
    kept_nested().fetch_sub(more, std::memory_order_relaxed);
    return false;
  }
  w.teams.nested = std::move(team);
  return true;
}

}  // namespace

void depart(Team& team) noexcept {
  Worker& primary = *team.members[0].worker;
  // acq_rel: our touches, for the primary thread. With the acquire in dismiss().
  if (team.departing.fetch_sub(1, std::memory_order_acq_rel) == 1) primary.parker.unpark();
}

TeamHandle take_nested(Worker& w) noexcept {
  if (w.teams.nested) kept_nested().fetch_sub(w.teams.nested->size - 1, std::memory_order_relaxed);
  return std::move(w.teams.nested);
}

void dismiss_team(TeamHandle kept) noexcept {
  if (kept) dismiss(*kept);
}

TeamHandle obtain_workers(Worker& w, int threads, bool* fresh) {
  TeamHandle kept = w.member->team->level == 0 ? std::move(w.teams.hot) : take_nested(w);
  *fresh = !kept || kept->size != threads;
  if (!*fresh) return kept;
  dismiss_team(std::move(kept));
  const std::vector<Worker*> others = acquire_workers(threads - 1);
  TeamHandle team = take_team(static_cast<int>(others.size()) + 1);
  for (std::size_t i = 0; i < others.size(); ++i) team->members[i + 1].worker = others[i];
  team->members[0].worker = &w;
  team->dismissed = false;
  return team;
}

void keep_or_dismiss(Worker& w, TeamHandle team) noexcept {
  if (team->dismissed) {
    team.release();  // left behind: the locks of its threads may be in it
    return;
  }
  if (team->outer->level != 0) {
    if (team->size > 1 && keep_nested(w, team)) return;
  } else if (team->size > 1 && !w.teams.hot && !team->occupies) {  // as in run_implicit_task()
    w.teams.hot = std::move(team);
    return;
  }
  dismiss(*team);
}

void release_kept_teams(Worker& w) noexcept {
  dismiss_team(take_nested(w));
  dismiss_team(std::move(w.teams.hot));
}

void forget_threads(Worker& w) noexcept {
  w.teams.hot.release();
  w.teams.nested.release();
  for (Member* m = w.innermost; m != nullptr; m = m->outer) {
    if (m->team->size == 1) continue;
    m->team->dismissed = true;
    leave_graph(*m->team);
  }
}

}  // namespace tidemill::core
