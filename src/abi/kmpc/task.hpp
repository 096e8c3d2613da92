// A task of the LLVM interface and the core's task it is: the compiler knows a kmpc::Task, which
// lies in the core's captured data, behind a header of ours.
#pragma once

#include <cstddef>
#include <cstdint>

#include "abi/kmpc/types.hpp"

namespace tidemill::core {
struct Task;
}

namespace tidemill::kmpc {

/// Lies right before the compiler's part. Written by the creator; `again` by the running task.
struct alignas(16) TaskHeader {
  core::Task* task;
  std::uint32_t bytes;  // of the compiler's part, shared variables' pointers included
  std::uint16_t flags;  // of __kmpc_omp_task_alloc
  bool again;           // an untied task asked for its next part to be run
};
static_assert(sizeof(TaskHeader) == 16);

inline TaskHeader& header_of(Task* task) noexcept {
  return reinterpret_cast<TaskHeader*>(task)[-1];
}

/// Room for a task of `task_bytes`, private data included, and its shared variables' pointers.
Task* allocate(std::int32_t flags, std::size_t task_bytes, std::size_t shareds_bytes,
               std::int32_t (*routine)(std::int32_t, Task*));

/// Another one just like it, its data copied byte by byte.
Task* duplicate(Task* pattern);

/// Ends the life of a task that is never submitted, its private data destroyed.
void discard(Task* task);

/// The parts of an untied task that are left, then the destructors of the private data.
void finish_in_place(Task* task);

/// Reads the priority, where there is one, before the task is submitted.
void take_priority(Task* task);

}  // namespace tidemill::kmpc
