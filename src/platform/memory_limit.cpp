#include "platform/memory_limit.hpp"

#include <sys/resource.h>

namespace tidemill::platform {

namespace {

bool is_limited(__rlimit_resource resource) noexcept {
  rlimit limit{};
  return getrlimit(resource, &limit) == 0 && limit.rlim_cur != RLIM_INFINITY;
}

}  // namespace

const char* memory_limit() noexcept {
  if (!is_limited(RLIMIT_DATA)) return "address space (ulimit -v)";  // what heaps and stacks take
  return is_limited(RLIMIT_AS) ? "address space (ulimit -v) and data (ulimit -d)"
                               : "data (ulimit -d)";
}

}  // namespace tidemill::platform
