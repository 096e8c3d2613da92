// The switch, in line: a processor predicts returns by the calls before, which were made on another
// stack, so each return on the way from a switch to the program's code is mispredicted, some 20
// cycles each. Between the two there should stand few frames.
#pragma once

#include <boost/context/detail/fcontext.hpp>

#include "core/fiber/fiber.hpp"
#include "core/fiber/modes.hpp"
#include "core/model/worker.hpp"

namespace tidemill::core {

// What a task suspended in a catch block takes along (fiber/exceptions.hpp).
void keep_exceptions_slow(void** state, Fiber& from) noexcept;
void put_back_exceptions_slow(void** state, const Fiber& to) noexcept;

/// Leaves the running fiber for `to`, which the caller owns. Returns when somebody resumes it.
/// `modes`: the thread's, with which it goes on.
[[gnu::always_inline]] inline void switch_to(Worker& worker, Fiber& to, const Modes& modes,
                                             After::Do what, WaitSlot* slot = nullptr) noexcept {
  Fiber& from = *worker.fiber;
  worker.after = {what, &from, slot};
  worker.fiber = &to;
  void** const exceptions = worker.exceptions;
  from.has_exceptions = exceptions[0] != nullptr || exceptions[1] != nullptr;
  if (from.has_exceptions) [[unlikely]]
    keep_exceptions_slow(exceptions, from);
  if (to.has_exceptions) [[unlikely]]
    put_back_exceptions_slow(exceptions, to);
  write_to_frame(to.context, modes);
  platform::leave(from.sanitized, to.sanitized);
  const auto arrived = boost::context::detail::jump_fcontext(to.context, &worker);
  finish_switch(arrived.fctx, arrived.data);
}

}  // namespace tidemill::core
