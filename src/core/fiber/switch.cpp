#include "core/fiber/switch.hpp"

#include <dlfcn.h>

#include <boost/context/detail/fcontext.hpp>
#include <utility>

#include "core/fiber/fiber.hpp"
#include "core/sched/dispatch.hpp"
#include "core/sched/wait_slot.hpp"
#include "core/sched/worker.hpp"

namespace tidemill::core {

namespace {

// The C++ runtime keeps the exceptions being handled per thread; a task suspended in a catch
// block takes them along. Looked up in the program, which may have no C++ runtime at all: ours
// is linked statically and is another one.
using GetExceptionState = void* (*)();
GetExceptionState const get_exception_state =
    reinterpret_cast<GetExceptionState>(dlsym(RTLD_DEFAULT, "__cxa_get_globals"));

[[gnu::noinline]] void keep_exceptions_slow(void** state, Fiber& from) noexcept {
  from.exception_state[0] = std::exchange(state[0], nullptr);
  from.exception_state[1] = std::exchange(state[1], nullptr);
}
[[gnu::noinline]] void put_back_exceptions_slow(void** state, const Fiber& to) noexcept {
  state[0] = to.exception_state[0];
  state[1] = to.exception_state[1];
}
inline void swap_exception_state(void** state, Fiber& from, const Fiber& to) noexcept {
  from.has_exceptions = state[0] != nullptr || state[1] != nullptr;
  if (from.has_exceptions) [[unlikely]]
    keep_exceptions_slow(state, from);
  if (to.has_exceptions) [[unlikely]]
    put_back_exceptions_slow(state, to);
}

}  // namespace

void** exceptions_of_thread(void** none) noexcept {
  return get_exception_state != nullptr ? static_cast<void**>(get_exception_state()) : none;
}

void switch_to(Worker* worker, Fiber* to, After::Do what, WaitSlot* slot) noexcept {
  Fiber* from = worker->fiber;
  worker->after = {what, from, slot};
  worker->fiber = to;
  swap_exception_state(worker->exceptions, *from, *to);
  platform::leave(from->sanitized, to->sanitized);
  const auto arrived = boost::context::detail::jump_fcontext(to->context, worker);
  finish_switch(arrived.fctx, arrived.data);
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
      worker.keep_dispatch_fiber(after.from);
      break;
    case After::Do::requeue:
      worker.yielded.push_back_own(after.from);
      break;
    case After::Do::resume:
      worker.strict.push_front_own(after.from);
      break;
  }
}

}  // namespace tidemill::core
