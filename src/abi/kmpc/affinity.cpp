// kmp_*affinity*: sets of processors, and the one the calling thread may run on. Translation only.
#include <unistd.h>

#include <algorithm>
#include <atomic>

#include "abi/export.hpp"
#include "core/topo/topology.hpp"
#include "platform/cpu_set.hpp"

using tidemill::platform::CpuSet;

namespace {

// The answers of these functions; 0: done.
constexpr int kFailed = -1;
constexpr int kNoSuchProcessor = -1;
constexpr int kNotOurs = -2;

int processors() noexcept {
  static constinit std::atomic<int> known{0};  // relaxed: a number alone, whoever asked
  int configured = known.load(std::memory_order_relaxed);
  if (configured == 0) {
    configured = static_cast<int>(std::max(1L, sysconf(_SC_NPROCESSORS_CONF)));
    known.store(configured, std::memory_order_relaxed);
  }
  return configured;
}

/// What the process was started with, if it is asked before anything is bound.
const CpuSet& initial() { return tidemill::core::inherited_mask(); }

int check(int processor) {
  if (processor < 0 || processor >= processors()) return kNoSuchProcessor;
  return initial().contains(processor) ? 0 : kNotOurs;
}

CpuSet& set_of(void** mask) noexcept { return *static_cast<CpuSet*>(*mask); }

int bind(const CpuSet& set) { return tidemill::platform::bind_thread(set) ? 0 : kFailed; }

}  // namespace

extern "C" {

TM_EXPORT int kmp_get_affinity_max_proc(void) { return processors(); }
TM_EXPORT int kmp_get_affinity_max_proc_(void) TM_ALIAS("kmp_get_affinity_max_proc");

TM_EXPORT void kmp_create_affinity_mask(void** mask) {
  initial();
  *mask = new CpuSet;
}
TM_EXPORT void kmp_create_affinity_mask_(void**) TM_ALIAS("kmp_create_affinity_mask");
TM_EXPORT void kmp_destroy_affinity_mask(void** mask) {
  delete static_cast<CpuSet*>(*mask);
  *mask = nullptr;
}
TM_EXPORT void kmp_destroy_affinity_mask_(void**) TM_ALIAS("kmp_destroy_affinity_mask");

/// Binds the calling thread.
TM_EXPORT int kmp_set_affinity(void** mask) {
  initial();
  return bind(set_of(mask));
}
TM_EXPORT int kmp_set_affinity_(void**) TM_ALIAS("kmp_set_affinity");
TM_EXPORT int kmp_get_affinity(void** mask) {
  set_of(mask) = tidemill::platform::thread_affinity();
  return set_of(mask).empty() ? kFailed : 0;
}
TM_EXPORT int kmp_get_affinity_(void**) TM_ALIAS("kmp_get_affinity");
/// Lets the calling thread run wherever the process may.
TM_EXPORT int kmp_set_thread_affinity_mask_initial(void) { return bind(initial()); }

TM_EXPORT int kmp_set_affinity_mask_proc(int processor, void** mask) {
  const int wrong = check(processor);
  if (wrong == 0) set_of(mask).add(processor);
  return wrong;
}
TM_EXPORT int kmp_set_affinity_mask_proc_(const int* processor, void** mask) {
  return kmp_set_affinity_mask_proc(*processor, mask);
}
TM_EXPORT int kmp_unset_affinity_mask_proc(int processor, void** mask) {
  const int wrong = check(processor);
  if (wrong == 0) set_of(mask).remove(processor);
  return wrong;
}
TM_EXPORT int kmp_unset_affinity_mask_proc_(const int* processor, void** mask) {
  return kmp_unset_affinity_mask_proc(*processor, mask);
}
/// 1, 0, or -1 for a processor there isn't.
TM_EXPORT int kmp_get_affinity_mask_proc(int processor, void** mask) {
  const int wrong = check(processor);
  if (wrong != 0) return wrong == kNotOurs ? 0 : wrong;
  return set_of(mask).contains(processor);
}
TM_EXPORT int kmp_get_affinity_mask_proc_(const int* processor, void** mask) {
  return kmp_get_affinity_mask_proc(*processor, mask);
}

// By their third names, too (extensions.cpp).
TM_EXPORT int kmpc_set_affinity_mask_proc(int, void**) TM_ALIAS("kmp_set_affinity_mask_proc");
TM_EXPORT int kmpc_unset_affinity_mask_proc(int, void**) TM_ALIAS("kmp_unset_affinity_mask_proc");
TM_EXPORT int kmpc_get_affinity_mask_proc(int, void**) TM_ALIAS("kmp_get_affinity_mask_proc");

}  // extern "C"
