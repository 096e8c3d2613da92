// The data that Clang, flang and Intel's compilers hand to an OpenMP runtime: layouts and numbers
// of the LLVM OpenMP interface. Only what crosses the boundary; nothing here owns anything.
//
// Every entry point gets the source location and the global thread number (gtid) that its caller
// once asked for. Neither is used to find the caller: a task may have moved to another thread
// since. The running worker is looked up anew.
#pragma once

#include <cstddef>
#include <cstdint>

namespace tidemill::kmpc {

/// Source location; `flags` say what construct it is (kLocation*).
struct Location {
  std::int32_t reserved_1;
  std::int32_t flags;
  std::int32_t reserved_2;
  std::int32_t reserved_3;
  const char* source;  // ";file;function;line;column;;"
};
inline constexpr std::int32_t kLocationAtomicReduce = 0x10;

/// Severity of messages the program asks for; else fatal.
inline constexpr std::int32_t kSeverityWarning = 1;

/// The outlined body of a region: microtask(&gtid, &bound_tid, arguments...).
using Microtask = void (*)(std::int32_t*, std::int32_t*, ...);

/// `critical` and reductions: a zeroed common block of the program.
struct CriticalName {
  std::int32_t words[8];
};
static_assert(sizeof(CriticalName) == 32);

/// A dimension of a doacross loop nest; the upper bound is inclusive.
struct Dimension {
  std::int64_t lower;
  std::int64_t upper;
  std::int64_t stride;
};

/// What a task descriptor begins with, as the compiler sees it. Its private data follow.
struct Task {
  void* shareds;
  std::int32_t (*routine)(std::int32_t gtid, Task* task);
  std::int32_t part;  // of an untied task: where to go on
  union {
    std::int32_t priority;
    std::int32_t (*destructors)(std::int32_t gtid, Task* task);
  } data1, data2;  // data1: destructors, data2: priority
};
static_assert(sizeof(Task) == 40);

// Flags of __kmpc_omp_task_alloc.
inline constexpr std::int32_t kTaskTied = 0x01;
inline constexpr std::int32_t kTaskFinal = 0x02;
inline constexpr std::int32_t kTaskMergedIf0 = 0x04;
inline constexpr std::int32_t kTaskDestructors = 0x08;
inline constexpr std::int32_t kTaskProxy = 0x10;
inline constexpr std::int32_t kTaskPriority = 0x20;
inline constexpr std::int32_t kTaskDetachable = 0x40;

struct DependInfo {
  std::intptr_t address;
  std::size_t bytes;  // unused: dependences match by address
  std::uint8_t flag;
};
static_assert(sizeof(DependInfo) == 24);
inline constexpr std::uint8_t kDependIn = 0x01;
inline constexpr std::uint8_t kDependOut = 0x02;
inline constexpr std::uint8_t kDependMutexinoutset = 0x04;
inline constexpr std::uint8_t kDependInoutset = 0x08;
inline constexpr std::uint8_t kDependAllMemory = 0x80;
/// Other compilers say it by the address.
inline constexpr std::intptr_t kAllMemoryAddress = -1;

struct TaskAffinity {
  std::intptr_t address;
  std::size_t bytes;
  std::int32_t flags;
};

/// One item of a task reduction. Before OpenMP 5.0 compilers passed no original variable.
struct TaskReduction {
  void* shared;
  void* original;
  std::size_t bytes;
  void (*init)(void* own, void* original);  // nullptr: zeroes
  void (*fini)(void* own);                  // nullptr: nothing
  void (*combine)(void* into, void* own);
  std::uint32_t flags;
};
static_assert(sizeof(TaskReduction) == 56);
struct TaskReductionOld {
  void* shared;
  std::size_t bytes;
  void (*init)(void* own, void*);  // takes the first alone; the second does it no harm
  void (*fini)(void* own);
  void (*combine)(void* into, void* own);
  std::uint32_t flags;
};
static_assert(sizeof(TaskReductionOld) == 48);

// Loop schedules. From kOrderedFirst on: loops with an `ordered` region; from kNoMergeFirst on: the
// same two ranges again, from compilers that want every chunk separately, which we always do.
inline constexpr std::int32_t kStaticChunked = 33;
inline constexpr std::int32_t kStatic = 34;
inline constexpr std::int32_t kDynamicChunked = 35;
inline constexpr std::int32_t kGuidedChunked = 36;
inline constexpr std::int32_t kRuntime = 37;
inline constexpr std::int32_t kAuto = 38;
inline constexpr std::int32_t kTrapezoidal = 39;
inline constexpr std::int32_t kStaticGreedy = 40;
inline constexpr std::int32_t kStaticBalanced = 41;
inline constexpr std::int32_t kGuidedIterative = 42;
inline constexpr std::int32_t kGuidedAnalytical = 43;
inline constexpr std::int32_t kStaticSteal = 44;
inline constexpr std::int32_t kStaticBalancedChunked = 45;
inline constexpr std::int32_t kGuidedSimd = 46;
inline constexpr std::int32_t kRuntimeSimd = 47;
inline constexpr std::int32_t kOrderedFirst = 64;
inline constexpr std::int32_t kOrderedDistance = 32;  // kOrdered... - the unordered number
inline constexpr std::int32_t kOrderedLast = 72;
inline constexpr std::int32_t kDistributeStaticChunked = 91;
inline constexpr std::int32_t kDistributeStatic = 92;
inline constexpr std::int32_t kNoMergeFirst = 160;
inline constexpr std::int32_t kNoMergeDistance = 128;
inline constexpr std::int32_t kMonotonic = 1 << 29;
inline constexpr std::int32_t kNonmonotonic = 1 << 30;

// What __kmpc_cancel and __kmpc_cancellationpoint are about.
inline constexpr std::int32_t kCancelParallel = 1;
inline constexpr std::int32_t kCancelLoop = 2;
inline constexpr std::int32_t kCancelSections = 3;
inline constexpr std::int32_t kCancelTaskgroup = 4;

}  // namespace tidemill::kmpc
