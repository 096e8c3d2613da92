// Creating tasks: the one entry for every ABI.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

namespace tidemill::core {

struct Task;

/// What an access in a depend clause asks for (OpenMP 5.2, 15.9.5).
enum class Access : std::uint8_t { in, out, mutexinoutset, inoutset };

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
};

enum class Run : std::uint8_t {
  later,  // deferred: queued
  now,    // undeferred: the creator waits until it is complete
};

struct SpawnRequest {
  Body body;
  std::span<const Dependence> dependences{};
  int priority = 0;
  Run run = Run::later;
  bool untied = false;
  bool final = false;
  /// `detach` clause: receives the event handle, and so does the first word of the captured
  /// data, before it is captured.
  void** detach = nullptr;
};

/// `#pragma omp task` (OpenMP 5.2, 12.5). May suspend the caller (undeferred tasks).
void spawn(const SpawnRequest& request);

/// `#pragma omp taskwait` (15.5): waits for the children of the current task. Suspends.
void wait_children();

/// `#pragma omp taskwait depend(...)`: waits for the predecessors only. Suspends.
void wait_dependences(std::span<const Dependence> dependences);

void start_taskgroup();
/// Waits for the group's tasks and their descendants. Suspends.
void wait_taskgroup();

/// `#pragma omp taskyield`: lets any other ready task run first. Suspends.
void yield_task();

/// omp_fulfill_event. Any thread.
void fulfil_detach(void* handle);

}  // namespace tidemill::core
