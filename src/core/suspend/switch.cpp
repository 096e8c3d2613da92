#include "core/suspend/switch_to.hpp"

#include <utility>

#include "core/model/wait_slot.hpp"
#include "core/model/worker.hpp"
#include "core/suspend/dispatch.hpp"
#include "core/trace/points.hpp"

namespace tidemill::core {

[[gnu::noinline]] void keep_exceptions_slow(void** state, Fiber& from) noexcept {
  from.exception_state[0] = std::exchange(state[0], nullptr);
  from.exception_state[1] = std::exchange(state[1], nullptr);
}
[[gnu::noinline]] void put_back_exceptions_slow(void** state, const Fiber& to) noexcept {
  state[0] = to.exception_state[0];
  state[1] = to.exception_state[1];
}

void finish_switch(void* left_context, void* data) noexcept {
  auto& worker = *static_cast<Worker*>(data);
  const After after = worker.after;
  platform::arrive(worker.fiber->sanitized, after.from->sanitized);
  after.from->context = left_context;
  switch (after.what) {
    case After::Do::nothing:
      break;
    case After::Do::publish:
      if (!after.slot->publish(after.from)) make_resumable(after.from);
      break;
    case After::Do::recycle:
      worker.memory.fibers.keep(after.from);
      break;
    case After::Do::requeue:
      trace::ready_again(&worker, *after.from);
      worker.yields.tasks.push_back_own(after.from);
      break;
    case After::Do::resume:
      trace::ready_again(&worker, *after.from);
      worker.inbox.push_front_own(after.from);
      break;
  }
}

}  // namespace tidemill::core
