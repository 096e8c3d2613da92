// GOMP_task, GOMP_taskloop and their companions. Translation only.
#include <cstring>

#include "abi/export.hpp"
#include "abi/gomp/constants.hpp"
#include "abi/gomp/depend.hpp"
#include "abi/gomp/reduction.hpp"
#include "abi/loop_split.hpp"
#include "core/affinity/next_affinity.hpp"
#include "core/task/create.hpp"
#include "core/task/reduction.hpp"

using namespace tidemill;

namespace {

using Function = void (*)(void*);
using Copy = void (*)(void*, void*);

/// Of GOMP_task(), from the seventh on. GCC < 6 passes no priority and GCC < 11 no detach: used
/// under their flag alone.
struct LastArguments {
  unsigned flags;
  void** depend;
  int priority;
  void* detach;
};

inline core::TaskRequest request_of(Function fn, void* data, Copy copy, long bytes, long alignment,
                                    bool deferrable, const LastArguments& last,
                                    const void* caller) {
  const unsigned flags = last.flags;
  return {.body = {fn, data, copy, static_cast<std::size_t>(bytes),
                   static_cast<std::size_t>(alignment), copy != nullptr},
          .priority = (flags & gomp::kPriority) != 0 ? last.priority : 0,
          .run = deferrable ? core::Run::later : core::Run::now,
          .untied = (flags & gomp::kUntied) != 0,
          .final = (flags & gomp::kFinal) != 0,
          .on_thread = (flags & gomp::kReduction) != 0,
          .detach = (flags & gomp::kDetach) != 0 ? static_cast<void**>(last.detach) : nullptr,
          .caller = caller};
}

[[gnu::noinline]] void create_any(Function fn, void* data, Copy copy, long bytes, long alignment,
                                  bool deferrable, const LastArguments& last, const void* caller) {
  core::TaskRequest request =
      request_of(fn, data, copy, bytes, alignment, deferrable, last, caller);
  if ((last.flags & gomp::kDepend) == 0) return core::create_task(request);
  const gomp::Depend depends(last.depend);
  request.dependences = depends.view();
  core::create_task(request);
}

// `mergeable` has no effect: no task shares its creator's data environment.
inline void create_task(Function fn, void* data, Copy copy, long bytes, long alignment,
                        bool deferrable, const LastArguments& last, const void* caller) {
  const bool is_plain = (last.flags & ~gomp::kMergeable) == 0 && copy == nullptr && alignment <= 16;
  if (is_plain) [[likely]]
    core::create<core::kPlainTask>(
        core::current_worker(), request_of(fn, data, nullptr, bytes, 16, deferrable, {}, caller));
  else
    create_any(fn, data, copy, bytes, alignment, deferrable, last, caller);
}

void nothing(void*) {}

/// What a task of this body captures.
void capture(const core::Body& body, void* to, void* from) {
  if (body.copy != nullptr)
    body.copy(to, from);
  else
    std::memcpy(to, from, body.bytes);
}

/// One task of a taskloop: what GCC captures, its first two words replaced by the task's range.
struct Range {
  const core::Body& body;
  std::uint64_t first, last;

  static void copy(void* to, void* from) {
    auto* range = static_cast<Range*>(from);
    capture(range->body, to, range->body.data);
    static_cast<std::uint64_t*>(to)[0] = range->first;
    static_cast<std::uint64_t*>(to)[1] = range->last;
  }
};

abi::LoopSplit split(std::uint64_t iterations, unsigned flags, std::uint64_t number) {
  using By = abi::LoopSplit::By;
  return {iterations, (flags & gomp::kGrainsize) != 0 ? By::grainsize : By::num_tasks, number,
          (flags & gomp::kStrict) != 0, core::current_worker().member->team->size};
}

void taskloop(const core::Body& body, unsigned flags, std::uint64_t number, int priority,
              std::uint64_t first, std::uint64_t step, std::uint64_t iterations) {
  const bool group = (flags & gomp::kNoGroup) == 0;
  if (group) core::start_taskgroup();
  // `reduction`: the descriptors follow the range. The tasks take the copies by their thread's
  // number; and GCC's code combines them even if there is no iteration.
  if ((flags & gomp::kReduction) != 0)
    core::attach_reductions(gomp::make_reductions(static_cast<std::uintptr_t**>(body.data)[2],
                                                  core::current_worker().member->team->size));
  const abi::LoopSplit parts = split(iterations, flags, number);
  const bool deferrable = (flags & gomp::kIf) != 0;
  const LastArguments last{
      flags & (gomp::kUntied | gomp::kFinal | gomp::kPriority | gomp::kReduction), nullptr,
      priority, nullptr};
  const core::EachChildsAffinity affinity(core::current_worker());
  std::uint64_t done = 0;
  for (std::uint64_t i = 0; i < parts.tasks; ++i) {
    const std::uint64_t count = parts.length(i, done, iterations);
    Range range{body, first + done * step, first + (done + count) * step};
    done += count;
    core::TaskRequest request =
        request_of(body.function, &range, Range::copy, static_cast<long>(body.bytes),
                   static_cast<long>(body.alignment), deferrable, last, nullptr);
    request.body.has_objects = body.copy != nullptr;
    affinity.before_next(*core::current_worker().task);
    core::create_task(request);
  }
  if (group) core::wait_taskgroup();
}

}  // namespace

extern "C" {

TM_EXPORT void GOMP_task(Function fn, void* data, Copy copy, long bytes, long alignment,
                         bool deferrable, unsigned flags, void** depend, int priority,
                         void* detach) {
  create_task(fn, data, copy, bytes, alignment, deferrable, {flags, depend, priority, detach},
              __builtin_return_address(0));
}

TM_EXPORT void GOMP_taskloop(Function fn, void* data, Copy copy, long bytes, long alignment,
                             unsigned flags, unsigned long number, int priority, long start,
                             long end, long step) {
  const auto distance = step > 0
                            ? static_cast<std::uint64_t>(end) - static_cast<std::uint64_t>(start)
                            : static_cast<std::uint64_t>(start) - static_cast<std::uint64_t>(end);
  const auto width =
      step > 0 ? static_cast<std::uint64_t>(step) : -static_cast<std::uint64_t>(step);
  const bool empty = step > 0 ? start >= end : start <= end;
  taskloop({fn, data, copy, static_cast<std::size_t>(bytes), static_cast<std::size_t>(alignment)},
           flags, number, priority, static_cast<std::uint64_t>(start),
           static_cast<std::uint64_t>(step), empty ? 0 : (distance - 1) / width + 1);
}

TM_EXPORT void GOMP_taskloop_ull(Function fn, void* data, Copy copy, long bytes, long alignment,
                                 unsigned flags, unsigned long number, int priority,
                                 unsigned long long start, unsigned long long end,
                                 unsigned long long step) {
  const bool up = (flags & gomp::kUp) != 0;
  const bool empty = up ? start >= end : start <= end;
  const std::uint64_t distance = up ? end - start : start - end;
  const std::uint64_t width = up ? step : 0 - step;
  taskloop({fn, data, copy, static_cast<std::size_t>(bytes), static_cast<std::size_t>(alignment)},
           flags, number, priority, start, step, empty ? 0 : (distance - 1) / width + 1);
}

TM_EXPORT void GOMP_taskwait(void) { core::wait_children(); }

TM_EXPORT void GOMP_taskwait_depend(void** depend) {
  const gomp::Depend depends(depend);
  core::wait_dependences(depends.view());
}

/// `taskwait depend(...) nowait`: an empty task in its place.
TM_EXPORT void GOMP_taskwait_depend_nowait(void** depend) {
  const gomp::Depend depends(depend);
  core::create_task({.body = {nothing, nullptr, nullptr, 0, 1}, .dependences = depends.view()});
}

TM_EXPORT void GOMP_taskyield(void) { core::yield_task(); }
TM_EXPORT void GOMP_taskgroup_start(void) { core::start_taskgroup(); }
TM_EXPORT void GOMP_taskgroup_end(void) { core::wait_taskgroup(); }

TM_EXPORT void omp_fulfill_event(void* event) { core::fulfil_detach(event); }
// Fortran too passes the handle by value: its interface says so.
TM_EXPORT void omp_fulfill_event_(void* event) { core::fulfil_detach(event); }

}  // extern "C"
