#include "core/suspend/watch_stacks.hpp"

#include <atomic>

#include "core/model/worker.hpp"
#include "platform/stack_overflow.hpp"

namespace tidemill::core {

namespace {

// relaxed: who isn't the first needn't wait for what that one asks; nor does a thread that it
// starts, as it is started afterwards.
std::atomic<bool> asked{false}, watched{false};

const void* code_of(const Worker& w) noexcept {
  if (!w.task->implicit) return reinterpret_cast<const void*>(w.task->body);
  const Team& team = *w.member->team;
  return team.code != nullptr ? team.code : reinterpret_cast<const void*>(team.body);
}

/// In the signal handler.
bool find_used_up(const void* address, platform::UsedUpStack& found) noexcept {
  const Worker* const w = current_worker_or_null();
  if (w == nullptr || w->task == nullptr || w->fiber == nullptr) return false;
  const bool own = w->fiber == &w->native && !w->from_pool;
  if (own && !w->is_initial) return false;  // a stack that the program has made
  const platform::StackMemory stack = own ? platform::initial_thread_stack() : w->fiber->stack;
  if (stack.base == nullptr || !platform::is_in_guard_page(address, stack.base)) return false;
  found = {stack.bytes, code_of(*w),
           own                                          ? "the limit of stacks (ulimit -s)"
           : w->fiber->stack_size == StackSize::initial ? "OMP_STACKSIZE or ulimit -s"
                                                        : "OMP_STACKSIZE"};
  return true;
}

}  // namespace

void watch_stacks() noexcept {
  if (platform::kSanitized || asked.exchange(true, std::memory_order_relaxed)) return;
  watched.store(platform::tell_of_stack_overflow(find_used_up), std::memory_order_relaxed);
  Worker* const w = current_worker_or_null();
  if (w != nullptr && w->is_initial && stacks_are_watched()) w->signal_stack.emplace();
}

bool stacks_are_watched() noexcept { return watched.load(std::memory_order_relaxed); }

}  // namespace tidemill::core
