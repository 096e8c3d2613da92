// GOMP_sections_*: a loop over the sections, numbered from 1; 0 says that none is left. Translation
// only.
#include <cstdint>

#include "abi/export.hpp"
#include "abi/gomp/loop.hpp"

using namespace tidemill;

namespace {

using Function = void (*)(void*);

core::Member& self() { return *core::current_worker().member; }

core::LoopBounds sections_bounds(unsigned count) {
  return {.count = count,
          .origin = 1,
          .kind = core::ScheduleKind::dynamic,
          .chunk = 1,
          .one_by_one = true};
}

unsigned next_section() {
  std::uint64_t first = 0;
  std::uint64_t last = 0;
  return core::next_chunk(self(), &first, &last) ? static_cast<unsigned>(first) + 1 : 0;
}

}  // namespace

extern "C" {

TM_EXPORT unsigned GOMP_sections_start(unsigned count) {
  core::enter_loop(self(), sections_bounds(count));
  return next_section();
}
TM_EXPORT unsigned GOMP_sections2_start(unsigned count, std::uintptr_t* reductions, void** memory) {
  long* const own_share = nullptr;
  gomp::start(sections_bounds(count), own_share, own_share, reductions, memory);
  return next_section();
}
TM_EXPORT unsigned GOMP_sections_next(void) { return next_section(); }
TM_EXPORT void GOMP_sections_end_nowait(void) { core::leave_loop(self()); }
TM_EXPORT void GOMP_sections_end(void) {
  core::leave_loop(self());
  self().team->wait_barrier(self());
}
TM_EXPORT bool GOMP_sections_end_cancel(void) {
  core::leave_loop(self());
  return self().team->wait_barrier(self()) == core::BarrierEnd::cancelled;
}
TM_EXPORT void GOMP_parallel_sections(Function fn, void* data, unsigned threads, unsigned count,
                                      unsigned flags) {
  gomp::run_parallel_loop(fn, data, threads, flags, sections_bounds(count));
}
TM_EXPORT void GOMP_parallel_sections_start(Function fn, void* data, unsigned threads,
                                            unsigned count) {
  gomp::start_parallel_loop(fn, data, threads, sections_bounds(count));
}

}  // extern "C"
