// Teams as such: made once for a size, recycled ever after.
#include "core/model/team.hpp"

#include <map>
#include <mutex>

#include "core/settings/settings.hpp"
#include "platform/process_wide.hpp"

namespace tidemill::core {

Team::Team(int n)
    : size(n),
      ready_mark(ready_mark_of(n)),
      all_untied(settings().migrate && !settings().own_stacks),
      all_tied(settings().own_stacks),
      counts_arrivals(n == 2 && !settings().cancellation),
      members(new Member[static_cast<std::size_t>(n)]),
      ready(n) {
  for (int i = 0; i < n; ++i) {
    ready.add(members[i]);
    members[i].team = this;
    members[i].number = i;
    members[i].implicit.implicit = true;
    members[i].implicit.team = this;
    members[i].implicit.home = &members[i];
    if (settings().cancellation) members[i].combining = kMayBeLeft;
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
      team->has_queued.store(false, std::memory_order_relaxed);  // nobody else has it
      return team;
    }
  }
  return TeamHandle(new Team(size));
}

void reset_constructs(Team& team) noexcept {
  team.singles_taken.store(0, std::memory_order_relaxed);  // handed over by what starts them
  team.constructs.reset();
}

}  // namespace tidemill::core
