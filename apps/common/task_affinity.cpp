#include "task_affinity.hpp"

#include <dlfcn.h>

#include <filesystem>

#include "error.hpp"

#if __has_include("tidemill/affinity.h")
#include "tidemill/affinity.h"
#else
enum { omp_affinity_thread = 1, omp_affinity_numa = 2, omp_affinity_data = 3 };
#endif

namespace app {
namespace {

template <class Function>
void look_up(Function*& function, const char* name) {
  function = reinterpret_cast<Function*>(dlsym(RTLD_DEFAULT, name));
}

}  // namespace

const char* name_of(Affinity affinity) {
  return affinity == Affinity::none     ? "none"
         : affinity == Affinity::strict ? "strict"
                                        : "nonstrict";
}

Affinity read_affinity(const std::string& text) {
  for (const Affinity affinity : {Affinity::none, Affinity::strict, Affinity::nonstrict}) {
    if (text == name_of(affinity)) return affinity;
  }
  throw UsageError("--affinity " + text + ": use none, strict or nonstrict");
}

TaskAffinity::TaskAffinity() {
  look_up(nodes_, "omp_get_num_nodes");
  look_up(node_, "omp_get_node_num");
  look_up(node_from_data_, "omp_get_node_from_data");
  look_up(set_, "omp_set_task_affinity");
}

std::optional<int> TaskAffinity::node_of(const void* data) const {
  if (!node_from_data_) return std::nullopt;
  return node_from_data_(data);
}

int TaskAffinity::kind_of(Resource kind) {
  switch (kind) {
    case Resource::thread:
      return omp_affinity_thread;
    case Resource::node:
      return omp_affinity_numa;
    default:
      return omp_affinity_data;
  }
}

std::string openmp_runtime() {
  Dl_info info{};
  void* symbol = dlsym(RTLD_DEFAULT, "omp_get_num_threads");
  if (!symbol || dladdr(symbol, &info) == 0) return "unknown";
  std::error_code ignored;
  const std::filesystem::path file = std::filesystem::canonical(info.dli_fname, ignored);
  return ignored ? info.dli_fname : file.string();
}

std::string why_ignored(Affinity affinity, const TaskAffinity& found, const std::string& program) {
  if (affinity == Affinity::none || found.known()) return {};
  return program + ": --affinity " + name_of(affinity) +
         " is ignored: " + std::filesystem::path(openmp_runtime()).filename().string() +
         " has no task affinity; start with 'tidemill run -- " + program + " ...'";
}

}  // namespace app
