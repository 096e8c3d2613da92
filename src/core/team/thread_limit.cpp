#include "core/team/thread_limit.hpp"

#include <algorithm>

namespace tidemill::core {

int wanted_threads(const Worker& w, int requested) noexcept {
  const Icvs& icvs = *w.task->icvs;
  if (requested == 1 || w.member->team->active_level >= icvs.max_active_levels) return 1;
  int threads = requested > 0 ? requested : icvs.num_threads.front();
  if (icvs.dynamic) threads = std::min(threads, settings().processors);
  return std::max(1, threads);
}

Resolved reserve_threads_slow(Team& outer, int limit, int wanted) noexcept {
  Team* root = &outer;
  while (root->outer != nullptr) root = root->outer;
  int used = root->group_threads.load(std::memory_order_relaxed);  // a sum, hands nothing over
  int more = 0;
  do {
    more = std::max(0, std::min(wanted - 1, limit - used));
  } while (
      !root->group_threads.compare_exchange_weak(used, used + more, std::memory_order_relaxed));
  return {more + 1, more};
}

void return_threads_slow(Team& team) noexcept {
  Team* root = team.outer;
  while (root->outer != nullptr) root = root->outer;
  root->group_threads.fetch_sub(team.reserved_threads, std::memory_order_relaxed);
  team.reserved_threads = 0;
}

int most_threads(int requested) noexcept {
  const Worker& w = current_worker();
  return std::min(wanted_threads(w, requested), std::max(1, w.task->icvs->thread_limit));
}

}  // namespace tidemill::core
