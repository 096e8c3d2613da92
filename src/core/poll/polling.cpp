#include "core/poll/polling.hpp"

#include <pthread.h>

#include <algorithm>
#include <atomic>
#include <mutex>
#include <string>
#include <vector>

#include "core/fiber/this_worker.hpp"
#include "core/poll/poll_times.hpp"
#include "core/sync/spin_lock.hpp"
#include "core/trace/points.hpp"
#include "platform/cpu.hpp"
#include "platform/futex.hpp"
#include "platform/process_wide.hpp"

namespace tidemill::core {

std::atomic<std::uint32_t> polling_services{0};

namespace {

// A forked child has none: the list is gone with the registry.
const bool forgets_in_child = pthread_atfork(nullptr, nullptr, [] {
                                polling_services.store(0, std::memory_order_relaxed);
                              }) == 0;

constexpr std::uint64_t kMostShare = 32;  // part of the time that busy workers poll for at most

struct Service {
  std::string name;
  PollingFunction function;
  void* data;
  std::uint64_t id;  // tells it from any other there ever was
};

struct Registry {
  SpinLock pass;  // held by the thread that runs services: one at a time; guards the next two
  std::vector<Service> services;
  std::uint64_t ids = 0;
  std::atomic<pthread_t> pass_owner{};  // who holds `pass`; relaxed: only compared with oneself
};

Registry& registry() noexcept { return platform::ProcessWide<Registry>::get(); }

bool same(const Service& s, const char* name, PollingFunction function, void* data) {
  return s.function == function && s.data == data && s.name == name;
}

void remove(Registry& r, std::vector<Service>::iterator service) {
  r.services.erase(service);
  polling_services.fetch_sub(1, std::memory_order_release);
}

/// The pass, for a change of the list: this thread's already if a service makes the change.
class PassGuard {
 public:
  explicit PassGuard(Registry& r) noexcept : lock_(r.pass, std::defer_lock) {
    if (!pthread_equal(r.pass_owner.load(std::memory_order_relaxed), pthread_self())) lock_.lock();
  }

 private:
  std::unique_lock<SpinLock> lock_;
};

/// Under the pass.
void run_services(Registry& r) noexcept {
  for (std::size_t i = 0; i < r.services.size();) {
    const std::uint64_t id = r.services[i].id;
    const bool over = r.services[i].function(r.services[i].data) != 0;
    // It may have changed the list, and be gone itself.
    if (i >= r.services.size() || r.services[i].id != id) continue;
    if (over)
      remove(r, r.services.begin() + static_cast<std::ptrdiff_t>(i));
    else
      ++i;
  }
}

}  // namespace

void register_polling(const char* name, PollingFunction function, void* data) {
  Registry& r = registry();
  {
    PassGuard guard(r);
    r.services.push_back({name != nullptr ? name : "", function, data, ++r.ids});
    polling_services.fetch_add(1, std::memory_order_release);
  }
  start_polling_helper();
  platform::futex_wake(polling_services, 1);
  offer_lease();
}

void unregister_polling(const char* name, PollingFunction function, void* data) {
  Registry& r = registry();
  if (name == nullptr) name = "";
  PassGuard guard(r);  // nobody else runs it now
  const auto found = std::find_if(r.services.begin(), r.services.end(),
                                  [&](const Service& s) { return same(s, name, function, data); });
  if (found != r.services.end()) remove(r, found);
}

bool poll_services(std::uint64_t* took, const LeaseEntry* idle) noexcept {
  Registry& r = registry();
  if (!r.pass.try_lock()) return false;
  r.pass_owner.store(pthread_self(), std::memory_order_relaxed);
  PollTimes& times = poll_times();
  const std::uint64_t start = platform::ticks();
  times.begin(start);
  run_services(r);
  const std::uint64_t end = platform::ticks();
  times.end(start, end, idle);
  if (took != nullptr) *took = end - start;
  // Under the pass: who has unregistered a service, and then detaches what sees events, isn't told
  // of its polls any more. A service may have called the program back, which has made tasks on
  // whatever stack this is.
  trace::poll(current_worker_or_null(), end - start);
  r.pass_owner.store(pthread_t{}, std::memory_order_relaxed);
  r.pass.unlock();
  return true;
}

void poll_if_due(std::uint64_t now) noexcept {
  const PollTimes& times = poll_times();
  const std::uint64_t interval =
      std::max(PollTimes::kDueUs * platform::ticks_per_us(), kMostShare * times.pass_ticks());
  if (times.passed(now) > static_cast<std::int64_t>(interval)) poll_services();
}

}  // namespace tidemill::core
