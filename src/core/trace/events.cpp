#include "core/trace/events.hpp"

#include <array>
#include <mutex>

#include "core/sync/spin_lock.hpp"

namespace tidemill::core::trace {

constinit std::atomic<std::uint32_t> wanted_levels{0};

namespace {

struct Attached {
  // Written under the lock. release and acquire: the consumer whole.
  std::atomic<Consumer*> consumer{nullptr};
  std::atomic<std::uint32_t> levels{0};
};
constinit std::array<Attached, kConsumers> attached{};
constinit SpinLock attaching;  // guards changes of `attached` and of wanted_levels

void sum_up_locked() noexcept {
  std::uint32_t levels = 0;
  for (const Attached& a : attached) levels |= a.levels.load(std::memory_order_relaxed);
  wanted_levels.store(levels, std::memory_order_relaxed);
}

}  // namespace

bool attach(Consumer& consumer, std::uint32_t levels) noexcept {
  const std::lock_guard guard(attaching);
  for (Attached& a : attached) {
    if (a.consumer.load(std::memory_order_relaxed) != nullptr) continue;
    a.consumer.store(&consumer, std::memory_order_release);
    a.levels.store(levels, std::memory_order_release);
    sum_up_locked();
    return true;
  }
  return false;
}

void detach(Consumer& consumer) noexcept {
  const std::lock_guard guard(attaching);
  for (Attached& a : attached) {
    if (a.consumer.load(std::memory_order_relaxed) != &consumer) continue;
    a.levels.store(0, std::memory_order_relaxed);
    a.consumer.store(nullptr, std::memory_order_relaxed);
  }
  sum_up_locked();
}

void emit(const Record& record) noexcept {
  const std::uint32_t level = level_of(record.event);
  for (const Attached& a : attached) {
    // acquire, both: pairs with attach().
    if ((a.levels.load(std::memory_order_acquire) & level) == 0) continue;
    if (Consumer* const consumer = a.consumer.load(std::memory_order_acquire))
      consumer->see(record);
  }
}

}  // namespace tidemill::core::trace
