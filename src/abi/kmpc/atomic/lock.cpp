#include "abi/kmpc/atomic/operation.hpp"
#include "platform/cpu.hpp"

namespace tidemill::kmpc::atomics {

namespace {

struct alignas(platform::kCacheLine) Padded {
  core::TaskMutex mutex;
};
constexpr std::size_t kLocks = 64;
Padded locks[kLocks];

}  // namespace

core::TaskMutex& lock_of(const volatile void* address) noexcept {
  // Neighbours within 16 bytes share a lock; so does a variable with itself, whatever its type.
  return locks[(reinterpret_cast<std::uintptr_t>(address) >> 4) % kLocks].mutex;
}

}  // namespace tidemill::kmpc::atomics
