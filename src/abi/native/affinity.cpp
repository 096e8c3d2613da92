// include/tidemill/affinity.h, and what include/tidemill/tidemill_affinity.f90 names, onto the
// core. Translation only.
#include "tidemill/affinity.h"

#include "abi/export.hpp"
#include "core/affinity/domain.hpp"
#include "core/affinity/next_affinity.hpp"
#include "core/model/worker.hpp"

using namespace tidemill;

static_assert(omp_affinity_thread == static_cast<int>(core::AffinityKind::thread) &&
              omp_affinity_numa == static_cast<int>(core::AffinityKind::node) &&
              omp_affinity_data == static_cast<int>(core::AffinityKind::data));

namespace {

char meaningless = 0;

core::Affinity affinity(int kind, std::intptr_t value, int strict) noexcept {
  if (kind < omp_affinity_thread || kind > omp_affinity_data) return {};
  return {static_cast<core::AffinityKind>(kind), strict != 0, value};
}

void set(core::Affinity next, const void* code) {
  core::set_next_affinity(*core::current_worker().task, next, code);
}

[[gnu::noinline]] char* clause_slow(core::Affinity next, const void* code) {
  set(next, code);
  return &meaningless;
}

/// At a glance where it isn't the first: what a clause costs its task is mostly this.
[[gnu::always_inline]] inline char* clause(int kind, std::intptr_t value, int strict,
                                           const void* code) {
  const core::Affinity next = affinity(kind, value, strict);
  core::Worker* const w = core::current_worker_or_null();
  core::TaskExtras* const extras = w != nullptr ? w->task->extra.extras() : nullptr;
  if (extras == nullptr) [[unlikely]]
    return clause_slow(next, code);
  core::write_next_affinity(*w->task, *extras, next, code);
  return &meaningless;
}

std::intptr_t number(const void* address) noexcept {
  return reinterpret_cast<std::intptr_t>(address);
}

core::Team& team_for(const char* function) {
  core::Team& team = *core::current_worker().member->team;
  core::warn_if_outside(team, function);
  return team;
}

}  // namespace

extern "C" {

TM_EXPORT int omp_get_num_nodes(void) { return team_for(__func__).ready.layout().nodes(); }
TM_EXPORT int omp_get_node_num(void) {
  return team_for(__func__).ready.layout().node_of(core::current_worker().member->number);
}
TM_EXPORT int omp_get_node_from_data(void const* data) {
  return core::node_of_data(team_for(__func__), data);
}

TM_EXPORT void omp_set_task_affinity(omp_affinitykind_t kind, uintptr_t value, int strict) {
  set(affinity(kind, static_cast<std::intptr_t>(value), strict), nullptr);
}
TM_EXPORT int omp_get_task_affinity(omp_affinitykind_t* kind, uintptr_t* value, int* strict) {
  const core::Affinity own = core::current_worker().task->extra.affinity();
  if (kind != nullptr) *kind = static_cast<omp_affinitykind_t>(own.kind());
  if (value != nullptr) *value = static_cast<uintptr_t>(own.value());
  if (strict != nullptr) *strict = own.strict() ? 1 : 0;
  return own ? 1 : 0;
}

TM_EXPORT char* tidemill_thread(int thread, int strict) {
  return clause(omp_affinity_thread, thread, strict, __builtin_return_address(0));
}
TM_EXPORT char* tidemill_node(int node, int strict) {
  return clause(omp_affinity_numa, node, strict, __builtin_return_address(0));
}
TM_EXPORT char* tidemill_data(void const* data, int strict) {
  return clause(omp_affinity_data, number(data), strict, __builtin_return_address(0));
}

// Fortran: an index, for `affinity(a(tidemill_node(2)))`; and a number of its own default kind.
TM_EXPORT int tidemill_thread_index(int thread, int strict) {
  clause(omp_affinity_thread, thread, strict, __builtin_return_address(0));
  return 1;
}
TM_EXPORT int tidemill_node_index(int node, int strict) {
  clause(omp_affinity_numa, node, strict, __builtin_return_address(0));
  return 1;
}
TM_EXPORT int tidemill_data_index(void const* data, int strict) {
  clause(omp_affinity_data, number(data), strict, __builtin_return_address(0));
  return 1;
}
TM_EXPORT int tidemill_thread_index_1(int thread) {
  clause(omp_affinity_thread, thread, 0, __builtin_return_address(0));
  return 1;
}
TM_EXPORT int tidemill_node_index_1(int node) {
  clause(omp_affinity_numa, node, 0, __builtin_return_address(0));
  return 1;
}
TM_EXPORT int tidemill_data_index_1(void const* data) {
  clause(omp_affinity_data, number(data), 0, __builtin_return_address(0));
  return 1;
}
TM_EXPORT void tidemill_set_task_affinity_number(int kind, int value, int strict) {
  set(affinity(kind, value, strict), nullptr);
}
TM_EXPORT void tidemill_set_task_affinity_word(omp_affinitykind_t, uintptr_t, int)
    TM_ALIAS("omp_set_task_affinity");

}  // extern "C"
