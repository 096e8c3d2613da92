// Tools, data and the `error` directive: what libomp exports and a runtime on the
// host alone answers with "there is none". Translation only.
#include <dlfcn.h>

#include <cstdint>
#include <string>
#include <string_view>

#include "abi/export.hpp"
#include "abi/kmpc/types.hpp"
#include "core/settings/settings.hpp"
#include "platform/report.hpp"

using namespace tidemill;
using kmpc::Location;

namespace {

/// "file:line: " out of ";file;function;line;column;;".
std::string place_of(const Location* location) {
  if (location == nullptr || location->source == nullptr) return {};
  std::string_view rest = location->source;
  std::string_view fields[4];
  for (std::string_view& field : fields) {
    if (!rest.empty()) rest.remove_prefix(1);
    field = rest.substr(0, rest.find(';'));
    rest.remove_prefix(field.size());
  }
  if (fields[0].empty() || fields[0] == "unknown") return {};
  return std::string(fields[0]) + ":" + std::string(fields[2]) + ": ";
}

constexpr int kNoTool = -2;

}  // namespace

extern "C" {

/// `#pragma omp error at(execution)`.
TM_EXPORT void __kmpc_error(Location* location, std::int32_t severity, const char* message) {
  const std::string place = place_of(location);
  const char* text = message != nullptr ? message : "the program says so (error directive)";
  if (severity == kmpc::kSeverityWarning)
    platform::warn("%s%s", place.c_str(), text);
  else
    platform::fatal(0, "error: %s%s", place.c_str(), text);
}

// ---- tools (OMPT): none is ever active ----

TM_EXPORT int omp_control_tool(int, int, void*) { return kNoTool; }
TM_EXPORT int omp_control_tool_(const int*, const int*, void*) { return kNoTool; }
/// A tool's own definition goes before this one, if it is loaded later too.
TM_EXPORT __attribute__((weak)) void* ompt_start_tool(unsigned version, const char* runtime) {
  using Start = void* (*)(unsigned, const char*);
  const auto next = reinterpret_cast<Start>(dlsym(RTLD_NEXT, "ompt_start_tool"));
  return next != nullptr ? next(version, runtime) : nullptr;
}
TM_EXPORT void ompt_libomp_connect(void*) {}

/// OMP_TARGET_OFFLOAD as offloading plug-ins read it: 0 disabled, 1 default, 2 mandatory.
TM_EXPORT int __kmpc_get_target_offload(void) {
  constexpr int kNumbers[] = {1, 0, 2};  // by TargetOffload
  return kNumbers[static_cast<std::size_t>(core::settings().target_offload)];
}

// ---- data ----

// Handles of omp.h as objects, for languages without its enumerations.
#define TM_HANDLE(name, value) TM_EXPORT extern const std::uintptr_t name = value;
TM_HANDLE(omp_null_allocator, 0)
TM_HANDLE(omp_default_mem_alloc, 1)
TM_HANDLE(omp_large_cap_mem_alloc, 2)
TM_HANDLE(omp_const_mem_alloc, 3)
TM_HANDLE(omp_high_bw_mem_alloc, 4)
TM_HANDLE(omp_low_lat_mem_alloc, 5)
TM_HANDLE(omp_cgroup_mem_alloc, 6)
TM_HANDLE(omp_pteam_mem_alloc, 7)
TM_HANDLE(omp_thread_mem_alloc, 8)
TM_HANDLE(omp_target_host_mem_alloc, 100)
TM_HANDLE(omp_target_shared_mem_alloc, 101)
TM_HANDLE(omp_target_device_mem_alloc, 102)
TM_HANDLE(kmp_max_mem_alloc, 1024)
TM_HANDLE(omp_null_mem_space, 0)
TM_HANDLE(omp_default_mem_space, 99)
TM_HANDLE(omp_large_cap_mem_space, 1)
TM_HANDLE(omp_const_mem_space, 2)
TM_HANDLE(omp_high_bw_mem_space, 3)
TM_HANDLE(omp_low_lat_mem_space, 4)
TM_HANDLE(omp_target_host_mem_space, 100)
TM_HANDLE(omp_target_shared_mem_space, 101)
TM_HANDLE(omp_target_device_mem_space, 102)
TM_HANDLE(kmp_max_mem_space, 1024)

// Where an offloading library leaves what it wants to be called for, or offers memory of its own to
// allocators. Without a device there is nothing to call it for.
#define TM_HOOK(name) TM_EXPORT void* name = nullptr;
TM_HOOK(kmp_target_sync_cb)
TM_HOOK(kmp_target_task_completed_cb)
TM_HOOK(kmp_ext_alloc)
TM_HOOK(kmp_ext_free)
TM_HOOK(kmp_ext_interleave_part_alloc)
TM_HOOK(kmp_ext_interleave_part_free)
TM_HOOK(kmp_ext_set_interleave_part_size)

// Levels of libomp's own debug output, and its list of mutexes for tools: there to be read.
TM_EXPORT int kmp_a_debug = 0;
TM_EXPORT int kmp_b_debug = 0;
TM_EXPORT int kmp_c_debug = 0;
TM_EXPORT int kmp_d_debug = 0;
TM_EXPORT int kmp_e_debug = 0;
TM_EXPORT int kmp_f_debug = 0;
TM_EXPORT int kmp_diag = 0;
struct MutexKind {
  const char* name;
  std::uint64_t number;
};
TM_EXPORT MutexKind kmp_mutex_impl_info[4] = {
    {"none", 0}, {"suspends the task", 1}, {nullptr, 0}, {nullptr, 0}};

}  // extern "C"
