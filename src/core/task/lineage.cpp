#include "core/model/lineage.hpp"

#include "core/model/team.hpp"
#include "core/model/worker.hpp"
#include "core/sync/backoff.hpp"

namespace tidemill::core {

namespace {

constexpr std::uint32_t kTryEvery = 16;
constexpr std::uint32_t kWorthIt = 32;  // so many share a heavy fence

/// Complete, and nobody needs anything of it but its place.
bool is_passed(const Task& task) noexcept {
  // acquire: its parent; pairs with the store in leave_lineage().
  return !task.implicit && (task.ended.load(std::memory_order_acquire) & Task::kOutlived) != 0 &&
         task.extra.extras() == nullptr;
}

/// Nobody who follows parents has one that was read before.
void wait_for_followers(const Team& team) noexcept {
  platform::heavy_fence();  // pairs with FollowsParents
  for (int i = 0; i < team.size; ++i) {
    const std::atomic<bool>& mark = team.members[i].waiting.follows_parents();
    Backoff backoff(patience::kSpinLock);
    while (mark.load(std::memory_order_acquire)) backoff.step();
  }
}

void move_up(Worker* here, Task& task) noexcept {
  Task* const before = task.parent;
  Task* above = before;
  std::uint32_t passed = 0;
  for (; is_passed(*above); above = above->parent) ++passed;
  if (passed < kWorthIt) return;
  above->family.add_unreleased_of_other();  // those in between hold it still
  task.parent = above;
  wait_for_followers(*task.team);
  count_down(here, before, Family::kUnreleased);
}

}  // namespace

Task* leave_lineage(Worker* here, Task* task) noexcept {
  if (here != nullptr && is_passed(*task->parent) && ++here->outlived % kTryEvery == 0) [[unlikely]]
    move_up(here, *task);
  Task* const parent = task->parent;
  const std::uint8_t before = task->ended.load(std::memory_order_relaxed);  // its own
  // release: the parent; pairs with is_passed().
  task->ended.store(before | Task::kOutlived, std::memory_order_release);
  return parent;
}

}  // namespace tidemill::core
