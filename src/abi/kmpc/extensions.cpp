// kmp_*: what libomp offers beyond the standard, to C and to Fortran (the names with _, arguments
// by reference). Some of it has a third name, kmpc_*, by which C called it before omp.h did.
// Translation only.
#include <errno.h>
#include <malloc.h>
#include <stdlib.h>

#include <algorithm>
#include <atomic>
#include <bit>
#include <climits>
#include <string>
#include <string_view>

#include "abi/export.hpp"
#include "abi/kmpc/self.hpp"
#include "core/fiber/fiber.hpp"
#include "core/settings/settings.hpp"
#include "platform/report.hpp"

using namespace tidemill;

namespace {

/// What KMP_LIBRARY and kmp_set_library name: how patient waiting threads are.
enum class LibraryMode : int { serial = 1, turnaround = 2, throughput = 3 };
std::atomic<int> called_library{0};  // relaxed: stands for itself; 0: as the environment says

/// libomp's default. Here it means no fixed time (docs/mechanisms/dispatch.md).
constexpr int kDefaultBlockMs = 200;
constexpr int kForeverMs = INT_MAX;

/// What one environment variable would set, before the environment is read. Later it is too late.
void set_default(std::string_view assignment) {
  const std::size_t equals = assignment.find('=');
  if (equals == std::string_view::npos || equals == 0) return;
  const std::string name(assignment.substr(0, equals));
  const std::string value(assignment.substr(equals + 1));
  if (core::known_settings.load(std::memory_order_acquire) != nullptr) {
    platform::warn("kmp_set_defaults(\"%s=%s\") comes after the first use of OpenMP and is ignored",
                   name.c_str(), value.c_str());
    return;
  }
  setenv(name.c_str(), value.c_str(), 1);
}

/// "NAME=VALUE", or several with | between them.
void set_defaults(std::string_view list) {
  while (!list.empty()) {
    const std::size_t end = std::min(list.find('|'), list.size());
    set_default(list.substr(0, end));
    list.remove_prefix(std::min(end + 1, list.size()));
  }
}

void set_block_ms(int milliseconds) {
  const long us = milliseconds == kDefaultBlockMs ? -1
                  : milliseconds == kForeverMs    ? core::kForeverUs
                                                  : milliseconds * 1000L;
  core::block_time_us.store(us, std::memory_order_relaxed);
}

void set_library(LibraryMode mode) {
  called_library.store(static_cast<int>(mode), std::memory_order_relaxed);
  core::Task& task = kmpc::current_task();
  if (mode == LibraryMode::serial) {
    core::writable_icvs(&task).mark(core::Setting::num_threads).num_threads.assign(1, 1);
  } else {
    set_block_ms(mode == LibraryMode::turnaround ? kForeverMs : kDefaultBlockMs);
  }
}

}  // namespace

extern "C" {

// ---- memory: malloc's, so that either can free what the other gave ----

TM_EXPORT void* kmp_malloc(size_t bytes) { return malloc(bytes); }
TM_EXPORT void* kmp_malloc_(const size_t* bytes) { return malloc(*bytes); }
TM_EXPORT void* kmp_calloc(size_t count, size_t bytes) { return calloc(count, bytes); }
TM_EXPORT void* kmp_calloc_(const size_t* count, const size_t* bytes) {
  return calloc(*count, *bytes);
}
TM_EXPORT void* kmp_realloc(void* block, size_t bytes) { return realloc(block, bytes); }
TM_EXPORT void* kmp_realloc_(void** block, const size_t* bytes) { return realloc(*block, *bytes); }
TM_EXPORT void* kmp_aligned_malloc(size_t bytes, size_t alignment) {
  // memalign() would round it up.
  if (!std::has_single_bit(alignment)) {
    errno = EINVAL;
    return nullptr;
  }
  return memalign(alignment, bytes);
}
TM_EXPORT void* kmp_aligned_malloc_(const size_t* bytes, const size_t* alignment) {
  return kmp_aligned_malloc(*bytes, *alignment);
}
TM_EXPORT void kmp_free(void* block) { free(block); }
TM_EXPORT void kmp_free_(void** block) { free(*block); }

// ---- stacks ----

TM_EXPORT void kmp_set_stacksize_s(size_t bytes) {
  core::called_stack_bytes.store(std::clamp(bytes, core::kLeastStackBytes, core::kMostStackBytes),
                                 std::memory_order_relaxed);
}
TM_EXPORT void kmp_set_stacksize_s_(const size_t* bytes) { kmp_set_stacksize_s(*bytes); }
TM_EXPORT void kmp_set_stacksize(int bytes) {
  kmp_set_stacksize_s(static_cast<size_t>(std::max(bytes, 0)));
}
TM_EXPORT void kmp_set_stacksize_(const int* bytes) { kmp_set_stacksize(*bytes); }
TM_EXPORT size_t kmp_get_stacksize_s(void) { return core::fiber_stack_bytes(); }
TM_EXPORT size_t kmp_get_stacksize_s_(void) TM_ALIAS("kmp_get_stacksize_s");
TM_EXPORT int kmp_get_stacksize(void) {
  return static_cast<int>(std::min<size_t>(kmp_get_stacksize_s(), INT_MAX));
}
TM_EXPORT int kmp_get_stacksize_(void) TM_ALIAS("kmp_get_stacksize");

// ---- waiting ----

TM_EXPORT void kmp_set_blocktime(int milliseconds) { set_block_ms(std::max(milliseconds, 0)); }
TM_EXPORT void kmp_set_blocktime_(const int* milliseconds) { kmp_set_blocktime(*milliseconds); }
TM_EXPORT int kmp_get_blocktime(void) {
  core::settings();  // where it begins
  const long us = core::block_time_us.load(std::memory_order_relaxed);
  if (us < 0) return kDefaultBlockMs;
  return us >= core::kForeverUs ? kForeverMs
                                : static_cast<int>(std::min<long>(us / 1000, kForeverMs - 1));
}
TM_EXPORT int kmp_get_blocktime_(void) TM_ALIAS("kmp_get_blocktime");

TM_EXPORT void kmp_set_library(int mode) {
  if (mode < 1 || mode > 3) {
    platform::warn("kmp_set_library(%d): 1 (serial), 2 (turnaround) and 3 (throughput) are known",
                   mode);
    return;
  }
  set_library(static_cast<LibraryMode>(mode));
}
TM_EXPORT void kmp_set_library_(const int* mode) { kmp_set_library(*mode); }
TM_EXPORT int kmp_get_library(void) {
  const int called = called_library.load(std::memory_order_relaxed);
  return called != 0 ? called : core::settings().library;
}
TM_EXPORT int kmp_get_library_(void) TM_ALIAS("kmp_get_library");
TM_EXPORT void kmp_set_library_serial(void) { set_library(LibraryMode::serial); }
TM_EXPORT void kmp_set_library_serial_(void) TM_ALIAS("kmp_set_library_serial");
TM_EXPORT void kmp_set_library_turnaround(void) { set_library(LibraryMode::turnaround); }
TM_EXPORT void kmp_set_library_turnaround_(void) TM_ALIAS("kmp_set_library_turnaround");
TM_EXPORT void kmp_set_library_throughput(void) { set_library(LibraryMode::throughput); }
TM_EXPORT void kmp_set_library_throughput_(void) TM_ALIAS("kmp_set_library_throughput");

// ---- defaults, messages, the rest ----

TM_EXPORT void kmp_set_defaults(const char* list) {
  if (list != nullptr) set_defaults(list);
}
TM_EXPORT void kmp_set_defaults_(const char* list, size_t length) { set_defaults({list, length}); }

/// Loops that a team may be apart: a constant here, and enough (core/model/worksharing.hpp).
TM_EXPORT void kmp_set_disp_num_buffers(int) {}
TM_EXPORT void kmp_set_disp_num_buffers_(const int*) {}

TM_EXPORT void kmp_set_warnings_on(void) { platform::enable_warnings(true); }
TM_EXPORT void kmp_set_warnings_on_(void) TM_ALIAS("kmp_set_warnings_on");
TM_EXPORT void kmp_set_warnings_off(void) { platform::enable_warnings(false); }
TM_EXPORT void kmp_set_warnings_off_(void) TM_ALIAS("kmp_set_warnings_off");

TM_EXPORT int kmp_get_num_known_threads(void) { return core::worker_count(); }
TM_EXPORT int kmp_get_num_known_threads_(void) TM_ALIAS("kmp_get_num_known_threads");

// ---- the third names; those of affinity masks are in affinity.cpp ----

TM_EXPORT void* kmpc_malloc(size_t) TM_ALIAS("kmp_malloc");
TM_EXPORT void* kmpc_calloc(size_t, size_t) TM_ALIAS("kmp_calloc");
TM_EXPORT void* kmpc_realloc(void*, size_t) TM_ALIAS("kmp_realloc");
TM_EXPORT void* kmpc_aligned_malloc(size_t, size_t) TM_ALIAS("kmp_aligned_malloc");
TM_EXPORT void kmpc_free(void*) TM_ALIAS("kmp_free");
TM_EXPORT void kmpc_set_stacksize(int) TM_ALIAS("kmp_set_stacksize");
TM_EXPORT void kmpc_set_stacksize_s(size_t) TM_ALIAS("kmp_set_stacksize_s");
TM_EXPORT void kmpc_set_blocktime(int) TM_ALIAS("kmp_set_blocktime");
TM_EXPORT void kmpc_set_library(int) TM_ALIAS("kmp_set_library");
TM_EXPORT void kmpc_set_defaults(const char*) TM_ALIAS("kmp_set_defaults");
TM_EXPORT void kmpc_set_disp_num_buffers(int) TM_ALIAS("kmp_set_disp_num_buffers");

}  // extern "C"
