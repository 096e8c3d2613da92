// Which tasks with `mutexinoutset` may run: those that name one address so run one at a time, in
// any order (OpenMP 5.2, 12.3 and 15.9.5). The dependence table makes no edges among them.
//
//   predecessors incomplete ──> [in a queue] ──> holds all: ready, running, suspended ──> complete
//
// A task that waits for no predecessor any more claims the mutexes of all such addresses, and gets
// all or none. If one is held, the claim goes into that one's queue. A holder gives its mutexes
// back when it is complete, events included, before anybody can find it complete; then those in
// their queues try again, first come, first served, until the mutex is held or the queue is empty.
//
// No wake-up is lost: under the lock, of which all children of one task share one, the mutex is
// held in whose queue a claim is, so its holder will look there. Who has put a claim into a queue
// no longer touches the task once the lock is free: another may have run it. The lock also hands
// each holder's results to the next.
//
// Life: the table and each claim share the lock and the mutexes; the parent may be gone before.
#pragma once

#include <atomic>
#include <compare>
#include <cstddef>
#include <cstdint>
#include <span>
#include <unordered_map>
#include <utility>
#include <vector>

#include "core/model/request.hpp"
#include "core/sync/spin_lock.hpp"

namespace tidemill::core {

struct Claim;

/// As std::shared_ptr, which takes type information that we are compiled without: where a program
/// has both, its own would lack it.
template <class T>
class Shared {
 public:
  Shared() : it_(new Counted) {}
  Shared(const Shared& other) noexcept : it_(other.it_) {
    // relaxed: hands nothing over; `other` keeps it meanwhile.
    it_->users.fetch_add(1, std::memory_order_relaxed);
  }
  Shared& operator=(Shared other) noexcept {
    std::swap(it_, other.it_);
    return *this;
  }
  ~Shared() {
    // acq_rel, with itself: the last one's delete comes after what the others did with it.
    if (it_->users.fetch_sub(1, std::memory_order_acq_rel) == 1) delete it_;
  }
  /// Nobody else shares it, nor will unless by this one. acquire: as above.
  bool alone() const noexcept { return it_->users.load(std::memory_order_acquire) == 1; }
  T& operator*() const noexcept { return it_->value; }
  T* operator->() const noexcept { return &it_->value; }
  auto operator<=>(const Shared&) const noexcept = default;

 private:
  struct Counted {
    T value;
    std::atomic<std::uint32_t> users{1};
  };
  Counted* it_;
};

/// Of an address. All of it under the lock.
struct ExclusiveAddress {
  bool held = false;
  Claim* first = nullptr;
  Claim* last = nullptr;
};

/// A task's, in the first chunk of Task::more_edges from creation to completion.
struct Claim {
  Task* task;
  Shared<SpinLock> lock;
  std::vector<Shared<ExclusiveAddress>> addresses;  // each once
  Claim* next = nullptr;                            // in a queue

  /// It has all, or is in a queue. Under the lock.
  bool take_all_or_queue() noexcept;
};

/// The parent's part: its own code's.
class Exclusion {
 public:
  /// Gives `task`, not published yet, a claim to what it names by `mutexinoutset`.
  void make_claim(Task* task, std::span<const Dependence> dependences);

  /// Addresses it knows; for tests.
  std::size_t size() const noexcept { return addresses_.size(); }

 private:
  static constexpr std::size_t kFewAddresses = 64;
  const Shared<ExclusiveAddress>& find(void* address);
  Shared<SpinLock> lock_;
  std::unordered_map<void*, Shared<ExclusiveAddress>> addresses_;
  std::size_t swept_at_ = kFewAddresses;  // those nobody claims are dropped when there are so many
};

/// The predecessors are complete. True: it may run; false: who completes makes it ready, or has.
bool take_exclusively(Task* task) noexcept;

/// It is complete, and nobody has seen so yet. Makes others ready.
void give_back_slow(Task* task) noexcept;

}  // namespace tidemill::core
