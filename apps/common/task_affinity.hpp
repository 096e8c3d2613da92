// Where tasks are to run: the functions of tidemill/affinity.h, looked for in whatever OpenMP
// runtime the program meets. One that lacks them (libgomp, libomp) runs the same programs: there,
// all memory is one node, and tasks run anywhere.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

namespace app {

/// Of the tasks that compute. Those that touch data first are sent strictly, unless `none`.
enum class Affinity { none, strict, nonstrict };

const char* name_of(Affinity affinity);

/// The value of --affinity. Throws UsageError.
Affinity read_affinity(const std::string& text);

enum class Resource { thread, node, data };

/// The functions answer inside a parallel region only.
class TaskAffinity {
 public:
  TaskAffinity();

  bool known() const { return set_ != nullptr; }
  int nodes() const { return nodes_ ? nodes_() : 1; }
  int node() const { return node_ ? node_() : 0; }
  std::optional<int> node_of(const void* data) const;

  /// Sends the next task that the caller creates: `value` is the number of a thread or node, or
  /// the address of data. Inlined, since a hint is for a task of the function that gives it.
  [[gnu::always_inline]] void send(Resource kind, std::uintptr_t value, bool strict) const {
    if (set_) set_(kind_of(kind), value, strict);
  }

 private:
  static int kind_of(Resource kind);

  int (*nodes_)();
  int (*node_)();
  int (*node_from_data_)(const void*);
  void (*set_)(int kind, std::uintptr_t value, int strict);
};

/// The file of the OpenMP runtime that the program has met.
std::string openmp_runtime();

/// What to tell the user where `affinity` can't act on this runtime; or nothing.
std::string why_ignored(Affinity affinity, const TaskAffinity& found, const std::string& program);

}  // namespace app
