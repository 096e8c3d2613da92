// Reductions at the end of a construct.
//
// The compiler offers three ways and does what we answer: 1: combine into the shared variables now
// and call __kmpc_end_reduce*, one thread at a time; 2: combine by atomic operations; 0: nothing,
// another thread has combined for us. We never answer 0: that takes a thread that waits for others'
// values, which a `nowait` reduction should not; under the lock each is done as it comes.
#include "abi/export.hpp"
#include "abi/kmpc/self.hpp"
#include "abi/kmpc/types.hpp"
#include "core/model/team.hpp"
#include "core/suspend/task_mutex.hpp"

using namespace tidemill;
using kmpc::CriticalName;
using kmpc::Location;
using kmpc::self;

namespace {

enum Method : std::int32_t { kCombineAlone = 1, kCombineAtomically = 2 };

core::TaskMutex& mutex(CriticalName* name) { return *reinterpret_cast<core::TaskMutex*>(name); }

/// Now, one member at a time by the lock if there are others; or by atomic operations, if the
/// compiler's code has them. end() or pass() has to follow either answer. Suspends.
Method begin(core::Member& self, const Location* location, std::int32_t variables,
             CriticalName* lock) {
  // Atomics beat the lock while few variables are combined; each costs about a cache line transfer,
  // as does the lock.
  constexpr int kMostAtomics = 4;
  const bool atomics = location != nullptr && (location->flags & kmpc::kLocationAtomicReduce) != 0;
  // The initial teams of a league have one member each and combine into the same variables.
  const bool others = self.team->size > 1 || self.team->league_size > 1;
  if (others && atomics && variables <= kMostAtomics) return kCombineAtomically;
  if (others) {
    mutex(lock).lock();
    self.combining |= core::kCombinesLocked;
  }
  return kCombineAlone;
}

void end(core::Member& self, CriticalName* lock) noexcept {
  if ((self.combining & core::kCombinesLocked) == 0) return;
  self.combining &= static_cast<std::uint8_t>(~core::kCombinesLocked);
  mutex(lock).unlock();
}

/// The construct's barrier. The compiler's code has one more after it, which those who leave a
/// cancelled construct come to at once: so these pass a second one, too, if any member has finished
/// (why: docs/mechanisms/constructs.md, "Cancellation"). Whoever is the last to arrive at the first
/// knows that (Member::combined), and leaves a mark, which stands until all have arrived at the
/// second; who has left sees it (Team::wait_marked). Suspends.
void pass(core::Member& self, CriticalName* lock) {
  if (self.combining == 0) [[likely]] {
    self.team->wait_barrier(self);
    return;
  }
  end(self, lock);
  self.combined = true;
  self.team->wait_barrier(self);
  self.combined = false;
}

}  // namespace

extern "C" {

TM_EXPORT std::int32_t __kmpc_reduce_nowait(Location* location, std::int32_t,
                                            std::int32_t variables, std::size_t, void*,
                                            void (*)(void*, void*), CriticalName* lock) {
  return begin(self(), location, variables, lock);
}
TM_EXPORT void __kmpc_end_reduce_nowait(Location*, std::int32_t, CriticalName* lock) {
  end(self(), lock);
}

TM_EXPORT std::int32_t __kmpc_reduce(Location* location, std::int32_t, std::int32_t variables,
                                     std::size_t, void*, void (*)(void*, void*),
                                     CriticalName* lock) {
  return begin(self(), location, variables, lock);
}
/// After either answer, by everybody: nobody goes on before all have combined.
TM_EXPORT void __kmpc_end_reduce(Location*, std::int32_t, CriticalName* lock) {
  pass(self(), lock);
}

}  // extern "C"
