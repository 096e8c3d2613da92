// Copies of threadprivate variables, for compilers that don't put them into thread-local storage:
// one per OpenMP thread and variable, made when the thread first asks for it. The initial thread's
// copy is the original variable. Copies live as long as their thread.
//
// Any thread calls; only the calling thread's copies are touched.
#pragma once

#include <cstddef>
#include <vector>

namespace tidemill::core {

class Worker;

/// What makes and ends a copy; functions of the program, any may be null.
struct CopyFunctions {
  void* (*construct)(void* copy) = nullptr;
  void* (*construct_from)(void* copy, void* original) = nullptr;
  void (*destroy)(void* copy) = nullptr;
  // The same for an array of `elements`.
  void* (*construct_array)(void* copy, std::size_t elements) = nullptr;
  void* (*construct_array_from)(void* copy, void* original, std::size_t elements) = nullptr;
  void (*destroy_array)(void* copy, std::size_t elements) = nullptr;
  std::size_t elements = 0;
};

/// A thread's copy of one variable. The first five are a layout that compilers' libraries know.
struct PrivateCopy {
  PrivateCopy* next;
  PrivateCopy* link;
  void* original;
  void* copy;
  std::size_t bytes;
  std::vector<void**> cached_at{};  // pointers to it that end with the thread
};

/// Before the first use of the variable. The first registration stays.
void register_threadprivate(void* original, const CopyFunctions& functions);

/// What copies without a constructor start from: the `bytes` at `from`, as they are now.
void register_initial_value(void* original, const void* from, std::size_t bytes);

/// The calling thread's copy, made now if it is new.
PrivateCopy& private_copy(void* original, std::size_t bytes);

/// Destroys the copies of a thread that ends.
void destroy_private_copies(Worker& worker) noexcept;

}  // namespace tidemill::core
