// What the shims ask of the core about tasks: how one is created (task/create.hpp carries it out),
// and the constructs that wait for tasks. Each function is for the thread that runs the
// encountering task.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

namespace tidemill::core {

struct Task;

/// What an access in a depend clause asks for (OpenMP 5.2, 15.9.5).
enum class Access : std::uint8_t {
  in,
  out,
  mutexinoutset,
  inoutset,
  all_memory,  // omp_all_memory, out or inout; whatever the address
};

struct Dependence {
  void* address;
  Access access;
};

/// The code of a task and the data it captures.
struct Body {
  void (*function)(void*);
  void* data;
  void (*copy)(void* to, void* from);  // captures `data`; nullptr: plain bytes
  std::size_t bytes;
  std::size_t alignment;
  bool has_objects = false;  // the function runs even if the task is cancelled: for destructors
};

enum class Run : std::uint8_t {
  later,  // deferred
  now,    // undeferred: the creator waits until it is complete
};

/// `#pragma omp task` (OpenMP 5.2, 12.5) of a compiler that hands over what is to be captured.
struct TaskRequest {
  Body body;
  std::span<const Dependence> dependences{};
  int priority = 0;
  Run run = Run::later;
  bool untied = false;
  bool final = false;
  bool on_thread = false;  // works on its thread's reduction copies: tied, and stays tied
  /// `detach` clause: receives the event handle, and so does the first word of the captured
  /// data, before it is captured.
  void** detach = nullptr;
  /// An address in the function that creates it; nullptr: unknown.
  const void* caller = nullptr;
};

/// Creates the task. Suspends the caller if it is undeferred, or far ahead of its tasks.
void create_task(const TaskRequest& request);

/// The same of a compiler that writes the captured data in place: a task is allocated, filled in,
/// and then submitted (or discarded), all by the same task. It is a child from submission on.
struct TaskShape {
  void (*function)(void*);     // called with Task::data
  std::size_t bytes;           // of the captured data
  std::size_t head = 0;        // so many of them, a multiple of 16, come before what is aligned
  std::size_t alignment = 16;  // 16, 32 or 64
  bool untied = false;
  bool final = false;
  bool has_objects = false;  // as in Body
};
/// (allocate() in task/create.hpp is the first step, free_task() in model/task.hpp the discarding.)
/// `priority` clause; it counts as far as OMP_MAX_TASK_PRIORITY says (OpenMP 5.2, 21.2.9).
void set_priority(Task* task, int priority) noexcept;

/// `detach` clause: the event handle of a task not submitted yet, for fulfil_detach().
void* bind_detach(Task* task) noexcept;
/// LLVM's proxy: its body only starts something whose end fulfil_proxy() tells, once.
void bind_proxy(Task* task) noexcept;

/// Creates the allocated task. Suspends the caller as create_task() does. The task may be gone
/// afterwards. Tasks with the same `code` are expected to take the same time.
void submit_task(Task* task, std::span<const Dependence> dependences, Run run, const void* code);

/// An undeferred task whose body the caller runs itself, in place, between the two. Both suspend.
void begin_undeferred(Task* task, std::span<const Dependence> dependences);
void end_undeferred(Task* task);

/// `#pragma omp taskwait` (15.5): waits for the children of the current task. Suspends.
void wait_children();

/// `#pragma omp taskwait depend(...)`: waits for the predecessors only. Suspends.
void wait_dependences(std::span<const Dependence> dependences);

enum class GroupKind : std::uint8_t {
  taskgroup,
  worksharing,  // around a worksharing construct or region with task reductions
  unended,      // the same of a loop or sections; who leaves it (`cancel`) doesn't end the group
};
void start_taskgroup(GroupKind kind = GroupKind::taskgroup);
/// Waits for the group's tasks and their descendants. Suspends.
void wait_taskgroup();
/// Leaves the task's innermost group, whose tasks are complete or discarded.
void leave_group(Task& task) noexcept;

/// `#pragma omp taskyield` (12.7). Suspends.
void yield_task();

/// `omp_fulfill_event`. Any thread; once per handle. The handle may be gone afterwards.
void fulfil_detach(void* handle);
/// Of bind_proxy().
void fulfil_proxy(Task* task);

}  // namespace tidemill::core
