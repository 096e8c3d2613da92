#include "core/settings/adjustable.hpp"

#include <algorithm>

#include "core/settings/settings.hpp"
#include "platform/first_use.hpp"

namespace tidemill::core {

namespace {

int initial_block_ms(long us) noexcept {
  if (us < 0) return Adjustable::kDefaultBlockMs;
  return us >= kForeverUs ? Adjustable::kForeverMs
                          : static_cast<int>(std::min<long>(us / 1000, Adjustable::kForeverMs - 1));
}

}  // namespace

Adjustable& adjustable() noexcept {
  static constinit platform::FirstUse<Adjustable> values;
  return values.get([] {
    return Adjustable{.stack_bytes = settings().stack_bytes,
                      .block_ms = initial_block_ms(settings().block_us),
                      .library = static_cast<LibraryMode>(settings().library)};
  });
}

void set_block_ms(int milliseconds) noexcept {
  adjustable().block_ms.store(milliseconds, std::memory_order_relaxed);
  const long us = milliseconds == Adjustable::kDefaultBlockMs ? -1
                  : milliseconds == Adjustable::kForeverMs    ? kForeverUs
                                                              : milliseconds * 1000L;
  block_time_us.store(us, std::memory_order_relaxed);
}

}  // namespace tidemill::core
