// __kmpc_taskred_*, __kmpc_task_reduction_*, and the end of a taskgroup, which combines.
// Translation only.
#include <vector>

#include "abi/export.hpp"
#include "abi/kmpc/self.hpp"
#include "abi/kmpc/types.hpp"
#include "core/model/request.hpp"
#include "core/model/task.hpp"
#include "core/task/reduction.hpp"

using namespace tidemill;
using kmpc::Location;
using kmpc::TaskReduction;
using kmpc::TaskReductionOld;

namespace {

void* initial_from(const TaskReduction& item) noexcept {
  return item.original != nullptr ? item.original : item.shared;
}
void* initial_from(const TaskReductionOld& item) noexcept { return item.shared; }

template <class Item>
core::ReductionItem decode(const Item& item, std::size_t offset) {
  return {.original = item.shared,
          .offset = offset,
          .bytes = item.bytes,
          .initial_from = initial_from(item),
          .initialise = item.init,
          .combine = item.combine,
          .finish = item.fini};
}

/// The items, each at the beginning of a cache line of its thread's piece.
template <class Item>
class Request {
 public:
  Request(std::int32_t count, const Item* given) {
    for (std::int32_t i = 0; i < count; ++i) {
      items_.push_back(decode(given[i], stride_));
      stride_ +=
          (given[i].bytes + platform::kCacheLine - 1) / platform::kCacheLine * platform::kCacheLine;
    }
  }
  core::ReductionRequest view() const noexcept {
    return {.items = items_, .stride = stride_, .alignment = platform::kCacheLine};
  }
  std::vector<void*> addresses() const {
    std::vector<void*> all;
    for (const core::ReductionItem& item : items_) all.push_back(item.original);
    return all;
  }

 private:
  std::vector<core::ReductionItem> items_;
  std::size_t stride_ = 0;
};

/// For the taskgroup just started. The answer names the group to get_th_data().
template <class Item>
void* begin_in_group(std::int32_t count, const Item* given) {
  const Request<Item> request(count, given);
  core::ReductionArea* area = new core::ReductionArea(request.view(), kmpc::self().team->size, 1);
  core::TaskGroup* group = kmpc::current_task().group;
  area->next = group->reductions;
  core::attach_reductions(area);
  return group;
}

/// `reduction(task, ...)` of a region or loop. Each member names private variables of its own; the
/// copies of tasks are the team's, and the last member to leave combines them into its variables. A
/// loop or sections (`worksharing`) that is cancelled the compiler's code leaves without the end.
template <class Item>
void* begin_in_team(std::int32_t worksharing, std::int32_t count, const Item* given) {
  const Request<Item> request(count, given);
  const core::ReductionRequest view = request.view();
  core::leave_loop(kmpc::self());  // a cancelled one
  core::ReductionArea* shared = core::share_reductions(kmpc::self(), {&view, 1});
  core::start_taskgroup(worksharing != 0 ? core::GroupKind::unended : core::GroupKind::worksharing);
  core::attach_reductions(core::ReductionArea::share_of(shared, request.addresses()));
  return kmpc::current_task().group;
}

/// Waits for the group's tasks, then combines what they reduced.
void end_group() {
  const core::TaskGroup* const group = kmpc::current_task().group;
  if (group == nullptr) return;  // as in wait_taskgroup()
  core::ReductionArea* areas = group->reductions;
  core::wait_taskgroup();
  core::ReductionArea::release(areas);
}

}  // namespace

extern "C" {

TM_EXPORT void __kmpc_taskgroup(Location*, std::int32_t) { core::start_taskgroup(); }
TM_EXPORT void __kmpc_end_taskgroup(Location*, std::int32_t) { end_group(); }

TM_EXPORT void* __kmpc_taskred_init(std::int32_t, std::int32_t count, const TaskReduction* items) {
  return begin_in_group(count, items);
}
TM_EXPORT void* __kmpc_task_reduction_init(std::int32_t, std::int32_t count,
                                           const TaskReductionOld* items) {
  return begin_in_group(count, items);
}
TM_EXPORT void* __kmpc_taskred_modifier_init(Location*, std::int32_t, std::int32_t worksharing,
                                             std::int32_t count, const TaskReduction* items) {
  return begin_in_team(worksharing, count, items);
}
TM_EXPORT void* __kmpc_task_reduction_modifier_init(Location*, std::int32_t,
                                                    std::int32_t worksharing, std::int32_t count,
                                                    const TaskReductionOld* items) {
  return begin_in_team(worksharing, count, items);
}
TM_EXPORT void __kmpc_task_reduction_modifier_fini(Location*, std::int32_t, std::int32_t) {
  end_group();
}

/// The running thread's copy of an item, by the address the task knows; `group` nullptr: of the
/// groups around the task.
TM_EXPORT void* __kmpc_task_reduction_get_th_data(std::int32_t, void* group, void* address) {
  const auto found = core::find_reduction(address, static_cast<core::TaskGroup*>(group));
  // Outside any such group a task reduces into the variable itself.
  return found.copy != nullptr ? found.copy : address;
}

}  // extern "C"
