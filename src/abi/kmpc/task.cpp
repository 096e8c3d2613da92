#include "abi/kmpc/task.hpp"

#include <algorithm>
#include <cstring>
#include <memory>
#include <span>
#include <utility>
#include <vector>

#include "abi/export.hpp"
#include "abi/kmpc/self.hpp"
#include "core/affinity/next_affinity.hpp"
#include "core/deps/task_graph.hpp"
#include "core/task/cancel.hpp"
#include "core/task/create.hpp"

namespace tidemill::kmpc {

namespace {

using Routine = std::int32_t (*)(std::int32_t, Task*);

/// `taskwait depend nowait` may come as a task without one.
std::int32_t no_routine(std::int32_t, Task*) { return 0; }

std::int32_t gtid() noexcept { return core::current_worker().id; }

// An untied task asks for its next part wherever the specification lets it change threads, and
// returns; it goes on right away, as changing threads is done by suspending it.
void run_parts(Task* task) {
  TaskHeader& header = header_of(task);
  do {
    header.again = false;
    task->routine(gtid(), task);
  } while (header.again);
}

void destroy_privates(Task* task) {
  if ((header_of(task).flags & kTaskDestructors) != 0) task->data1.destructors(gtid(), task);
}

// What the core calls; the compiler's part lies behind the header.
Task* task_of(void* data) noexcept {
  return reinterpret_cast<Task*>(static_cast<char*>(data) + sizeof(TaskHeader));
}

void run_with_destructors(void* data) {
  Task* const task = task_of(data);
  if (!core::discard(*header_of(task).task)) run_parts(task);
  destroy_privates(task);
}
void run_untied(void* data) { run_parts(task_of(data)); }
void run_tied(void* data) {
  Task* const task = task_of(data);
  task->routine(gtid(), task);
}

bool runs_routine(const core::Task& task) noexcept {
  return task.body == run_tied || task.body == run_untied || task.body == run_with_destructors;
}

/// The private data of a task may be aligned more than anything else. A struct's size is a
/// multiple of its alignment.
std::size_t alignment_of(std::size_t task_bytes) noexcept {
  return std::clamp<std::size_t>(task_bytes & (~task_bytes + 1), 16, 64);
}

/// Where the pointers to the shared variables lie.
std::size_t shareds_at(std::size_t task_bytes) noexcept { return (task_bytes + 7) / 8 * 8; }

Task* make(core::Task* core_task, void* at, std::int32_t flags, std::size_t task_bytes,
           std::size_t shareds_bytes, Routine routine) noexcept {
  auto* task = static_cast<Task*>(at);
  const std::size_t shareds = shareds_at(task_bytes);
  header_of(task) = {core_task, static_cast<std::uint32_t>(shareds + shareds_bytes),
                     static_cast<std::uint16_t>(flags), false};
  task->shareds = shareds_bytes != 0 ? static_cast<char*>(at) + shareds : nullptr;
  task->routine = routine;
  task->part = 0;
  return task;
}

}  // namespace

Task* allocate(std::int32_t flags, std::size_t task_bytes, std::size_t shareds_bytes,
               Routine routine) {
  const bool untied = (flags & kTaskTied) == 0;
  const bool has_objects = (flags & kTaskDestructors) != 0;
  core::Task* const task = core::allocate(
      core::current_worker(), {.function = has_objects ? run_with_destructors
                                           : untied    ? run_untied
                                                       : run_tied,
                               .bytes = sizeof(TaskHeader) + shareds_at(task_bytes) + shareds_bytes,
                               .head = sizeof(TaskHeader),
                               .alignment = alignment_of(task_bytes),
                               .untied = untied,
                               .final = (flags & kTaskFinal) != 0,
                               .has_objects = has_objects});
  if ((flags & kTaskProxy) != 0) core::bind_proxy(task);
  char* const at = static_cast<char*>(task->data) + sizeof(TaskHeader);
  return make(task, at, flags, task_bytes, shareds_bytes, routine);
}

Task* duplicate(Task* pattern) {
  const TaskHeader& header = header_of(pattern);
  const std::size_t shareds_at =
      pattern->shareds != nullptr ? static_cast<std::size_t>(static_cast<char*>(pattern->shareds) -
                                                             reinterpret_cast<char*>(pattern))
                                  : header.bytes;
  Task* const task =
      allocate(header.flags, shareds_at, header.bytes - shareds_at, pattern->routine);
  void* const shareds = task->shareds;
  std::memcpy(static_cast<void*>(task), pattern, header.bytes);
  task->shareds = shareds;
  return task;
}

void discard(Task* task) {
  destroy_privates(task);
  core::free_task(header_of(task).task);
}

void finish_in_place(Task* task) {
  if (header_of(task).again) run_parts(task);
  destroy_privates(task);
}

void take_priority(Task* task) {
  const TaskHeader& header = header_of(task);
  if ((header.flags & kTaskPriority) != 0) core::set_priority(header.task, task->data2.priority);
}

namespace {

core::Access access_of(std::uint8_t flag) noexcept {
  constexpr std::uint8_t kInOut = kDependIn | kDependOut;
  if ((flag & ~kInOut) == 0) [[likely]]
    return (flag & kDependOut) != 0 ? core::Access::out : core::Access::in;
  if ((flag & kDependAllMemory) != 0) return core::Access::all_memory;
  if ((flag & kDependMutexinoutset) != 0) return core::Access::mutexinoutset;
  if ((flag & kDependInoutset) != 0) return core::Access::inoutset;
  return (flag & kDependOut) != 0 ? core::Access::out : core::Access::in;
}

/// The two lists of a depend clause, decoded.
class Depend {
 public:
  Depend(std::int32_t count, const DependInfo* list, std::int32_t count_noalias,
         const DependInfo* list_noalias) {
    const auto total = static_cast<std::size_t>(count + count_noalias);
    if (total > kFew) many_.resize(total);
    core::Dependence* to = many_.empty() ? few_ : many_.data();
    for (std::int32_t i = 0; i < count; ++i) *to++ = decode(list[i]);
    for (std::int32_t i = 0; i < count_noalias; ++i) *to++ = decode(list_noalias[i]);
    view_ = {many_.empty() ? few_ : many_.data(), total};
  }
  Depend(const Depend&) = delete;
  Depend& operator=(const Depend&) = delete;
  std::span<const core::Dependence> view() const noexcept { return view_; }

 private:
  static core::Dependence decode(const DependInfo& info) noexcept {
    if (info.address == kAllMemoryAddress) return {nullptr, core::Access::all_memory};
    return {reinterpret_cast<void*>(info.address), access_of(info.flag)};
  }
  static constexpr std::size_t kFew = 16;
  core::Dependence few_[kFew];
  std::vector<core::Dependence> many_;
  std::span<const core::Dependence> view_;
};

/// The dependences of the undeferred task that this thread begins next, where they do more than
/// make it wait: the compiler's code tells them before the task.
using Told = std::vector<core::Dependence>;
[[gnu::tls_model("initial-exec")]] thread_local constinit const Told* told_ahead = nullptr;

/// A function of its own: after a wait the thread may be another one, and so the variable.
[[gnu::noinline]] void tell_ahead(std::span<const core::Dependence> dependences) {
  delete std::exchange(told_ahead, new Told(dependences.begin(), dependences.end()));
}

/// Returned by the functions that take a task: it was queued (or is done), the caller goes on.
constexpr std::int32_t kNotSuspended = 0;

std::int32_t submit(Task* task, std::span<const core::Dependence> dependences,
                    core::Run run = core::Run::later) {
  TaskHeader& header = header_of(task);
  if (header.task == core::current_worker().task) {  // an untied task, about its next part
    header.again = true;
    return kNotSuspended;
  }
  take_priority(task);
  core::submit_task(header.task, dependences, run, reinterpret_cast<const void*>(task->routine));
  return kNotSuspended;
}

void no_body(void*) {}

}  // namespace

}  // namespace tidemill::kmpc

using namespace tidemill;
using kmpc::DependInfo;
using kmpc::Location;

extern "C" {

TM_EXPORT kmpc::Task* __kmpc_omp_task_alloc(Location*, std::int32_t, std::int32_t flags,
                                            std::size_t task_bytes, std::size_t shareds_bytes,
                                            kmpc::Routine routine) {
  return kmpc::allocate(flags, task_bytes, shareds_bytes, routine);
}
/// For `target nowait`; the host is the only device.
TM_EXPORT kmpc::Task* __kmpc_omp_target_task_alloc(Location* location, std::int32_t gtid,
                                                   std::int32_t flags, std::size_t task_bytes,
                                                   std::size_t shareds_bytes, kmpc::Routine routine,
                                                   std::int64_t) {
  return __kmpc_omp_task_alloc(location, gtid, flags, task_bytes, shareds_bytes, routine);
}

TM_EXPORT std::int32_t __kmpc_omp_task(Location*, std::int32_t, kmpc::Task* task) {
  return kmpc::submit(task, {});
}
TM_EXPORT std::int32_t __kmpc_omp_task_parts(Location*, std::int32_t, kmpc::Task* task) {
  return kmpc::submit(task, {});
}
TM_EXPORT std::int32_t __kmpc_omp_task_with_deps(Location*, std::int32_t, kmpc::Task* task,
                                                 std::int32_t count, DependInfo* list,
                                                 std::int32_t count_noalias,
                                                 DependInfo* list_noalias) {
  const kmpc::Depend depend(count, list, count_noalias, list_noalias);
  if (task->routine == nullptr) task->routine = kmpc::no_routine;
  return kmpc::submit(task, depend.view());
}

// An undeferred task: the compiler's code calls the body itself, between the two.
TM_EXPORT void __kmpc_omp_task_begin_if0(Location*, std::int32_t, kmpc::Task* task) {
  if (kmpc::told_ahead == nullptr) [[likely]]
    return core::begin_undeferred(kmpc::header_of(task).task, {});
  const std::unique_ptr<const kmpc::Told> told(std::exchange(kmpc::told_ahead, nullptr));
  core::begin_undeferred(kmpc::header_of(task).task, *told);
}
TM_EXPORT void __kmpc_omp_task_complete_if0(Location*, std::int32_t, kmpc::Task* task) {
  kmpc::finish_in_place(task);
  core::end_undeferred(kmpc::header_of(task).task);
}

TM_EXPORT void* __kmpc_task_allow_completion_event(Location*, std::int32_t, kmpc::Task* task) {
  return core::bind_detach(kmpc::header_of(task).task);
}
TM_EXPORT void __kmpc_proxy_task_completed(std::int32_t, kmpc::Task* task) {
  core::fulfil_proxy(kmpc::header_of(task).task);
}
/// From a thread that may be none of the team's.
TM_EXPORT void __kmpc_proxy_task_completed_ooo(kmpc::Task* task) {
  core::fulfil_proxy(kmpc::header_of(task).task);
}

/// The expressions of an affinity clause were evaluated by the caller. The task is submitted next.
TM_EXPORT std::int32_t __kmpc_omp_reg_task_with_affinity(Location*, std::int32_t, kmpc::Task* task,
                                                         std::int32_t count,
                                                         kmpc::TaskAffinity* list) {
  if (count > 0)  // a thread with a worker, which has allocated the task
    core::bind_next_affinity(*core::current_worker_or_null()->task, *kmpc::header_of(task).task,
                             reinterpret_cast<const void*>(list->address));
  return 0;
}

TM_EXPORT std::int32_t __kmpc_omp_taskwait(Location*, std::int32_t) {
  core::wait_children();
  return 0;
}
TM_EXPORT void __kmpc_omp_taskwait_deps_51(Location*, std::int32_t, std::int32_t count,
                                           DependInfo* list, std::int32_t count_noalias,
                                           DependInfo* list_noalias, std::int32_t nowait) {
  const kmpc::Depend depend(count, list, count_noalias, list_noalias);
  const auto excludes = [](const core::Dependence& d) {
    return d.access == core::Access::mutexinoutset;
  };
  if (nowait == 0) {
    core::wait_dependences(depend.view());
    // No taskwait may have that: an undeferred task comes next, and keeps others off as it runs.
    if (std::ranges::any_of(depend.view(), excludes)) kmpc::tell_ahead(depend.view());
    return;
  }
  // An empty task that others may depend on.
  core::create_task(
      {.body = {kmpc::no_body, nullptr, nullptr, 0, 1}, .dependences = depend.view()});
}
TM_EXPORT void __kmpc_omp_wait_deps(Location* location, std::int32_t gtid, std::int32_t count,
                                    DependInfo* list, std::int32_t count_noalias,
                                    DependInfo* list_noalias) {
  __kmpc_omp_taskwait_deps_51(location, gtid, count, list, count_noalias, list_noalias, 0);
}
TM_EXPORT std::int32_t __kmpc_omp_taskyield(Location*, std::int32_t, int) {
  core::yield_task();
  return 0;
}

/// Numbers that tell the tasks there are apart; 0: none.
TM_EXPORT std::uint64_t __kmpc_get_taskid(void) {
  return reinterpret_cast<std::uintptr_t>(&kmpc::current_task());
}
TM_EXPORT std::uint64_t __kmpc_get_parent_taskid(void) {
  return reinterpret_cast<std::uintptr_t>(static_cast<core::Task*>(kmpc::current_task().parent));
}

// What offloading plug-ins ask about the running task.
TM_EXPORT bool __kmpc_omp_has_task_team(std::int32_t) { return kmpc::self().team->level > 0; }
TM_EXPORT void** __kmpc_omp_get_target_async_handle_ptr(std::int32_t) { return nullptr; }
TM_EXPORT void* __kmpc_task_get_depnode(kmpc::Task*) { return nullptr; }
TM_EXPORT void* __kmpc_task_get_successors(kmpc::Task*) { return nullptr; }

}  // extern "C"

namespace tidemill::core {

const void* code_of(const Task& task) noexcept {
  if (kmpc::runs_routine(task))
    return reinterpret_cast<const void*>(kmpc::task_of(task.data)->routine);
  return reinterpret_cast<const void*>(task.body);
}

}  // namespace tidemill::core
