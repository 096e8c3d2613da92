#include "core/fiber/fiber.hpp"

#include <boost/context/detail/fcontext.hpp>

#include "core/fiber/switch.hpp"
#include "core/settings/adjustable.hpp"

namespace tidemill::core {

namespace {

void first_entry(boost::context::detail::transfer_t from) {
  void (*entry)() = finish_switch(from.fctx, from.data);
  entry();
}

}  // namespace

std::size_t fiber_stack_bytes() noexcept {
  return adjustable().stack_bytes.load(std::memory_order_relaxed);
}

Fiber* create_fiber(void (*entry)()) noexcept {
  auto* fiber = new Fiber;
  fiber->stack = platform::map_stack(fiber_stack_bytes());
  fiber->sanitized.bottom = fiber->stack.base;
  fiber->sanitized.bytes = fiber->stack.bytes;
  fiber->sanitized.create();
  fiber->entry = entry;
  fiber->context =
      boost::context::detail::make_fcontext(fiber->stack.top(), fiber->stack.bytes, first_entry);
  return fiber;
}

void destroy_fiber(Fiber* fiber) noexcept {
  fiber->sanitized.destroy();
  if (fiber->stack.bytes != 0) platform::unmap_stack(fiber->stack);
  delete fiber;
}

}  // namespace tidemill::core
