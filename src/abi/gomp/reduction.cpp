// Task reductions of GCC's code: it initialises the copies and combines them, the memory is ours.
// Translation only.
#include "abi/gomp/reduction.hpp"

#include <cstddef>
#include <vector>

#include "abi/export.hpp"
#include "abi/gomp/proc_bind.hpp"
#include "core/model/request.hpp"
#include "core/model/team.hpp"
#include "core/model/worker.hpp"
#include "core/task/reduction.hpp"
#include "platform/report.hpp"

using namespace tidemill;

namespace {

constexpr int kCount = 0, kStride = 1, kMemory = 2, kNext = 4, kArea = 5, kEnd = 6, kItems = 7;
constexpr int kWordsPerItem = 3;

std::uintptr_t* next_descriptor(const std::uintptr_t* d) noexcept {
  return reinterpret_cast<std::uintptr_t*>(d[kNext]);
}

std::vector<core::ReductionItem> items_of(const std::uintptr_t* d) {
  std::vector<core::ReductionItem> items(d[kCount]);
  for (std::size_t i = 0; i < items.size(); ++i) {
    const std::uintptr_t* words = d + kItems + kWordsPerItem * i;
    const std::size_t end = i + 1 < items.size() ? words[kWordsPerItem + 1] : d[kStride];
    items[i].original = reinterpret_cast<void*>(words[0]);
    items[i].offset = words[1];
    items[i].bytes = end - words[1];
  }
  return items;
}

/// Requests for a chain of descriptors, and the items they point to.
struct Requests {
  std::vector<std::vector<core::ReductionItem>> items;
  std::vector<core::ReductionRequest> all;

  explicit Requests(const std::uintptr_t* descriptors) {
    for (const auto* d = descriptors; d != nullptr; d = next_descriptor(d))
      items.push_back(items_of(d));
    std::size_t i = 0;
    for (const auto* d = descriptors; d != nullptr; d = next_descriptor(d))
      all.push_back({.items = items[i++], .stride = d[kStride], .alignment = d[kMemory]});
  }
};

/// Tells GCC's code where the memory is.
void fill_in(std::uintptr_t* descriptors, core::ReductionArea* areas) noexcept {
  for (auto* d = descriptors; d != nullptr; d = next_descriptor(d), areas = areas->next) {
    d[kMemory] = reinterpret_cast<std::uintptr_t>(areas->memory());
    d[kEnd] = d[kMemory] + areas->bytes();
    d[kArea] = reinterpret_cast<std::uintptr_t>(areas);
  }
}

}  // namespace

core::ReductionArea* gomp::make_reductions(std::uintptr_t* descriptors, int threads) {
  const Requests requests(descriptors);
  core::ReductionArea* first = nullptr;
  core::ReductionArea** link = &first;
  for (const core::ReductionRequest& request : requests.all) {
    *link = new core::ReductionArea(request, threads, 1);
    link = &(*link)->next;
  }
  fill_in(descriptors, first);
  return first;
}

void gomp::enter_shared_reductions(core::Member& self, std::uintptr_t* descriptors) {
  const Requests requests(descriptors);
  core::ReductionArea* areas = core::share_reductions(self, requests.all);
  fill_in(descriptors, areas);
  core::start_taskgroup(core::GroupKind::worksharing);
  core::attach_reductions(areas);
}

extern "C" {

/// In the taskgroup just started.
TM_EXPORT void GOMP_taskgroup_reduction_register(std::uintptr_t* descriptors) {
  core::attach_reductions(
      gomp::make_reductions(descriptors, core::current_worker().member->team->size));
}

/// When the group is over and GCC's code has combined the copies.
TM_EXPORT void GOMP_taskgroup_reduction_unregister(std::uintptr_t* descriptors) {
  core::ReductionArea::release(reinterpret_cast<core::ReductionArea*>(descriptors[kArea]));
}

/// Every thread calls it, after the construct's barrier and after thread 0 has combined.
TM_EXPORT void GOMP_workshare_task_reduction_unregister(bool cancelled) {
  core::ReductionArea* areas = core::current_worker().task->group->reductions;
  core::wait_taskgroup();
  core::ReductionArea::release(areas);
  core::Member& self = *core::current_worker().member;
  if (!cancelled) self.team->wait_barrier(self);
}

/// `pointers`: `count` addresses of list items, or of anybody's copies of them, become those of the
/// current thread's copies. The first `wanted` originals follow behind them.
TM_EXPORT void GOMP_task_reduction_remap(std::size_t count, std::size_t wanted, void** pointers) {
  for (std::size_t i = 0; i < count; ++i) {
    const core::ReductionArea::Found found = core::find_reduction(pointers[i]);
    if (found.copy == nullptr || (i < wanted && found.original == nullptr))
      platform::fatal(0,
                      "in_reduction of the variable at %p: no enclosing task_reduction or "
                      "reduction(task, ...) clause names it",
                      pointers[i]);
    if (i < wanted) pointers[count + i] = found.original;
    pointers[i] = found.copy;
  }
}

/// `parallel reduction(task, ...)`: the first word of the data points to the descriptors. Returns
/// the number of threads, whose copies GCC's code combines.
TM_EXPORT unsigned GOMP_parallel_reductions(void (*body)(void*), void* data, unsigned threads,
                                            unsigned flags) {
  const auto requested = static_cast<int>(threads);
  core::TaskGroup group(nullptr);
  group.kind = core::GroupKind::worksharing;
  group.reductions =
      gomp::make_reductions(*static_cast<std::uintptr_t**>(data), core::most_threads(requested));
  return static_cast<unsigned>(core::run_parallel({.body = body,
                                                   .data = data,
                                                   .threads = requested,
                                                   .proc_bind = gomp::proc_bind(flags),
                                                   .group = &group}));
}

/// `scope` with task reductions.
TM_EXPORT void GOMP_scope_start(std::uintptr_t* descriptors) {
  if (descriptors != nullptr)
    gomp::enter_shared_reductions(*core::current_worker().member, descriptors);
}

}  // extern "C"
