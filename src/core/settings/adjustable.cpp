#include "core/settings/adjustable.hpp"

#include "core/settings/settings.hpp"

namespace tidemill::core {

Adjustable& adjustable() noexcept {
  static Adjustable values{.stack_bytes = settings().stack_bytes,
                           .block_ms = settings().passive ? 0 : Adjustable::kDefaultBlockMs,
                           .library = LibraryMode::throughput};
  return values;
}

}  // namespace tidemill::core
