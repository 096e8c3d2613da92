#include "core/deps/exclusion.hpp"

#include <algorithm>
#include <memory>
#include <mutex>
#include <utility>

#include "core/model/edges.hpp"
#include "core/suspend/dispatch.hpp"

namespace tidemill::core {

bool Claim::take_all_or_queue() noexcept {
  for (const auto& address : addresses) {
    if (!address->held) continue;
    next = nullptr;
    (address->first == nullptr ? address->first : address->last->next) = this;
    address->last = this;
    return false;
  }
  for (const auto& address : addresses) address->held = true;
  return true;
}

const Shared<ExclusiveAddress>& Exclusion::find(void* address) {
  if (addresses_.size() >= swept_at_) {
    std::erase_if(addresses_, [](const auto& known) { return known.second.alone(); });
    swept_at_ = std::max(2 * addresses_.size(), kFewAddresses);
  }
  return addresses_[address];
}

void Exclusion::make_claim(Task* task, std::span<const Dependence> dependences) {
  std::unique_ptr<Claim> claim(new Claim{.task = task, .lock = lock_, .addresses = {}});
  auto& addresses = claim->addresses;
  for (const Dependence& dependence : dependences)
    if (dependence.access == Access::mutexinoutset) addresses.push_back(find(dependence.address));
  std::sort(addresses.begin(), addresses.end());
  addresses.erase(std::unique(addresses.begin(), addresses.end()), addresses.end());
  first_chunk(*task).claim = claim.release();
}

bool take_exclusively(Task* task) noexcept {
  Claim& claim = *task->more_edges->claim;
  // Who gives back what this one waits for may delete the claim as soon as the lock is free.
  const Shared<SpinLock> lock = claim.lock;
  const std::lock_guard guard(*lock);
  return claim.take_all_or_queue();
}

void give_back_slow(Task* task) noexcept {
  const std::unique_ptr<Claim> claim(std::exchange(task->more_edges->claim, nullptr));
  Runnable* ready = nullptr;
  Runnable** end = &ready;
  {
    const std::lock_guard guard(*claim->lock);
    for (const auto& address : claim->addresses) address->held = false;
    for (const auto& address : claim->addresses)
      while (!address->held && address->first != nullptr) {
        Claim* const first = address->first;
        address->first = first->next;
        if (!first->take_all_or_queue()) continue;
        *end = first->task;
        end = &first->task->next;
        first->task->next = nullptr;
      }
  }
  while (ready != nullptr) {
    auto* const next = static_cast<Task*>(ready);
    ready = ready->next;  // before it can run
    make_ready(next);
  }
}

}  // namespace tidemill::core
