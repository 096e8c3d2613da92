// Reductions at the end of a construct. Translation only.
//
// The compiler offers three ways and does what we answer: 1: combine into the shared variables now
// and call __kmpc_end_reduce*, one thread at a time; 2: combine by atomic operations; 0: nothing,
// another thread has combined for us. We never answer 0: that takes a thread that waits for others'
// values, which a `nowait` reduction should not; under the lock each is done as it comes.
#include "abi/export.hpp"
#include "abi/kmpc/self.hpp"
#include "abi/kmpc/types.hpp"
#include "core/suspend/task_mutex.hpp"
#include "core/team/combine.hpp"

using namespace tidemill;
using kmpc::CriticalName;
using kmpc::Location;
using kmpc::self;

namespace {

enum Method : std::int32_t { kCombineAlone = 1, kCombineAtomically = 2 };

core::TaskMutex& mutex(CriticalName* name) { return *reinterpret_cast<core::TaskMutex*>(name); }

Method begin(const Location* location, std::int32_t variables, CriticalName* lock) {
  const bool atomics = location != nullptr && (location->flags & kmpc::kLocationAtomicReduce) != 0;
  const auto has = atomics ? core::HasAtomics::yes : core::HasAtomics::no;
  return core::begin_combining(self(), variables, has, mutex(lock)) == core::Combining::alone
             ? kCombineAlone
             : kCombineAtomically;
}

}  // namespace

extern "C" {

TM_EXPORT std::int32_t __kmpc_reduce_nowait(Location* location, std::int32_t,
                                            std::int32_t variables, std::size_t, void*,
                                            void (*)(void*, void*), CriticalName* lock) {
  return begin(location, variables, lock);
}
TM_EXPORT void __kmpc_end_reduce_nowait(Location*, std::int32_t, CriticalName* lock) {
  core::end_combining(self(), mutex(lock));
}

TM_EXPORT std::int32_t __kmpc_reduce(Location* location, std::int32_t, std::int32_t variables,
                                     std::size_t, void*, void (*)(void*, void*),
                                     CriticalName* lock) {
  return begin(location, variables, lock);
}
/// After either answer, by everybody: nobody goes on before all have combined.
TM_EXPORT void __kmpc_end_reduce(Location*, std::int32_t, CriticalName* lock) {
  core::pass_combined(self(), mutex(lock));
}

}  // extern "C"
