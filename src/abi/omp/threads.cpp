// omp_*: threads, teams, levels, time (OpenMP 5.2, 18.2, 18.4, 18.10). Translation only.
#include <time.h>

#include <algorithm>

#include "abi/export.hpp"
#include "abi/omp/wide_integer.hpp"
#include "core/model/worker.hpp"
#include "core/settings/places.hpp"
#include "core/settings/settings.hpp"

using namespace tidemill;

namespace {

const core::Icvs& icvs() { return *core::current_worker().task->icvs; }
core::Icvs& writable(core::Setting setting) {
  return core::writable_icvs(core::current_worker().task).mark(setting);
}
const core::Team& team() { return *core::current_worker().member->team; }

/// The slot of the calling thread's ancestor at `level`, or nullptr.
const core::Member* ancestor(int level) {
  const core::Member* m = core::current_worker().member;
  if (level < 0 || level > m->team->level) return nullptr;
  while (m->team->level > level) m = m->team->encountering_member;
  return m;
}

}  // namespace

extern "C" {

TM_EXPORT int omp_get_thread_num(void) { return core::current_worker().member->number; }
TM_EXPORT int omp_get_thread_num_(void) TM_ALIAS("omp_get_thread_num");

TM_EXPORT int omp_get_num_threads(void) { return team().size; }
TM_EXPORT int omp_get_num_threads_(void) TM_ALIAS("omp_get_num_threads");

TM_EXPORT int omp_get_max_threads(void) { return icvs().num_threads.front(); }
TM_EXPORT int omp_get_max_threads_(void) TM_ALIAS("omp_get_max_threads");

TM_EXPORT void omp_set_num_threads(int n) {
  writable(core::Setting::num_threads).num_threads.front() =
      std::max(1, n);  // 18.2.1: must be positive
}
TM_EXPORT void omp_set_num_threads_(const int* n) { omp_set_num_threads(*n); }
TM_EXPORT void omp_set_num_threads_8_(const long* n) { omp_set_num_threads(omp::narrow(*n)); }

TM_EXPORT int omp_get_num_procs(void) { return core::available_processors(); }
TM_EXPORT int omp_get_num_procs_(void) TM_ALIAS("omp_get_num_procs");

TM_EXPORT int omp_in_parallel(void) { return team().active_level > 0; }
TM_EXPORT int omp_in_parallel_(void) TM_ALIAS("omp_in_parallel");

TM_EXPORT int omp_get_dynamic(void) { return icvs().dynamic; }
TM_EXPORT int omp_get_dynamic_(void) TM_ALIAS("omp_get_dynamic");
TM_EXPORT void omp_set_dynamic(int on) { writable(core::Setting::dynamic).dynamic = on != 0; }
TM_EXPORT void omp_set_dynamic_(const int* on) { omp_set_dynamic(*on); }
TM_EXPORT void omp_set_dynamic_8_(const long* on) { omp_set_dynamic(*on != 0); }

TM_EXPORT int omp_get_nested(void) { return icvs().max_active_levels > 1; }
TM_EXPORT int omp_get_nested_(void) TM_ALIAS("omp_get_nested");
TM_EXPORT void omp_set_nested(int on) {
  writable(core::Setting::max_active_levels).max_active_levels = on != 0 ? 0x7fffffff : 1;
}
TM_EXPORT void omp_set_nested_(const int* on) { omp_set_nested(*on); }
TM_EXPORT void omp_set_nested_8_(const long* on) { omp_set_nested(*on != 0); }

TM_EXPORT int omp_get_max_active_levels(void) { return icvs().max_active_levels; }
TM_EXPORT int omp_get_max_active_levels_(void) TM_ALIAS("omp_get_max_active_levels");
TM_EXPORT void omp_set_max_active_levels(int levels) {
  if (levels >= 0) writable(core::Setting::max_active_levels).max_active_levels = levels;
}
TM_EXPORT void omp_set_max_active_levels_(const int* n) { omp_set_max_active_levels(*n); }
TM_EXPORT void omp_set_max_active_levels_8_(const long* n) {
  omp_set_max_active_levels(omp::narrow(*n));
}
TM_EXPORT int omp_get_supported_active_levels(void) { return 0x7fffffff; }
TM_EXPORT int omp_get_supported_active_levels_(void) TM_ALIAS("omp_get_supported_active_levels");

TM_EXPORT int omp_get_level(void) { return team().level; }
TM_EXPORT int omp_get_level_(void) TM_ALIAS("omp_get_level");
TM_EXPORT int omp_get_active_level(void) { return team().active_level; }
TM_EXPORT int omp_get_active_level_(void) TM_ALIAS("omp_get_active_level");

TM_EXPORT int omp_get_ancestor_thread_num(int level) {
  const core::Member* m = ancestor(level);
  return m != nullptr ? m->number : -1;
}
TM_EXPORT int omp_get_ancestor_thread_num_(const int* level) {
  return omp_get_ancestor_thread_num(*level);
}
TM_EXPORT int omp_get_ancestor_thread_num_8_(const long* level) {
  return omp_get_ancestor_thread_num(omp::narrow(*level));
}

TM_EXPORT int omp_get_team_size(int level) {
  const core::Member* m = ancestor(level);
  return m != nullptr ? m->team->size : -1;
}
TM_EXPORT int omp_get_team_size_(const int* level) { return omp_get_team_size(*level); }
TM_EXPORT int omp_get_team_size_8_(const long* level) {
  return omp_get_team_size(omp::narrow(*level));
}

TM_EXPORT int omp_get_thread_limit(void) { return icvs().thread_limit; }
TM_EXPORT int omp_get_thread_limit_(void) TM_ALIAS("omp_get_thread_limit");

// The numbers of omp_sched_t: static 1, dynamic 2, guided 3, auto 4; the top bit: monotonic.
TM_EXPORT void omp_get_schedule(unsigned* kind, int* chunk) {
  const core::Schedule& s = icvs().run_schedule;
  *kind = (static_cast<unsigned>(s.kind) + 1) | (s.monotonic ? 0x80000000u : 0u);
  // `auto` has none that means anything; libgomp and libomp both say 1.
  *chunk = s.kind == core::ScheduleKind::automatic ? 1 : s.chunk;
}
TM_EXPORT void omp_get_schedule_(unsigned* kind, int* chunk) { omp_get_schedule(kind, chunk); }
TM_EXPORT void omp_get_schedule_8_(unsigned* kind, long* chunk) {
  int narrow = 0;
  omp_get_schedule(kind, &narrow);
  *chunk = narrow;
}
TM_EXPORT void omp_set_schedule(unsigned kind, int chunk) {
  const unsigned plain = kind & ~0x80000000u;
  if (plain < 1 || plain > 4) return;
  const bool by_itself = plain == 1 || plain == 4;  // static and auto have no default chunk
  writable(core::Setting::schedule).run_schedule = {
      static_cast<core::ScheduleKind>(plain - 1),
      chunk > 0 && plain != 4 ? chunk : (by_itself ? 0 : 1), (kind & 0x80000000u) != 0};
  core::current_worker().member->team->schedules_differ.store(true, std::memory_order_relaxed);
}
TM_EXPORT void omp_set_schedule_(const unsigned* kind, const int* chunk) {
  omp_set_schedule(*kind, *chunk);
}
TM_EXPORT void omp_set_schedule_8_(const unsigned* kind, const long* chunk) {
  omp_set_schedule(*kind, omp::narrow(*chunk));
}

TM_EXPORT int omp_get_cancellation(void) { return core::settings().cancellation; }
TM_EXPORT int omp_get_cancellation_(void) TM_ALIAS("omp_get_cancellation");

TM_EXPORT int omp_in_final(void) {
  return (core::current_worker().task->creates & core::Task::kFinal) != 0;
}
TM_EXPORT int omp_in_final_(void) TM_ALIAS("omp_in_final");
TM_EXPORT int omp_in_explicit_task(void) { return !core::current_worker().task->implicit; }
TM_EXPORT int omp_in_explicit_task_(void) TM_ALIAS("omp_in_explicit_task");

// OpenMP 6.0. Tasks of threadset(omp_pool) may run on threads outside the team, and need not: here
// members run them all.
TM_EXPORT int omp_is_free_agent(void) { return 0; }
TM_EXPORT int omp_is_free_agent_(void) TM_ALIAS("omp_is_free_agent");
TM_EXPORT int omp_ancestor_is_free_agent(int /*level*/) { return 0; }
TM_EXPORT int omp_ancestor_is_free_agent_(const int*) { return 0; }

TM_EXPORT int omp_get_max_task_priority(void) { return core::settings().max_task_priority; }
TM_EXPORT int omp_get_max_task_priority_(void) TM_ALIAS("omp_get_max_task_priority");

TM_EXPORT int omp_get_num_teams(void) { return team().league_size; }
TM_EXPORT int omp_get_num_teams_(void) TM_ALIAS("omp_get_num_teams");
TM_EXPORT int omp_get_team_num(void) { return team().league_number; }
TM_EXPORT int omp_get_team_num_(void) TM_ALIAS("omp_get_team_num");

TM_EXPORT double omp_get_wtime(void) {
  timespec now{};
  clock_gettime(CLOCK_MONOTONIC, &now);
  return static_cast<double>(now.tv_sec) + static_cast<double>(now.tv_nsec) * 1e-9;
}
TM_EXPORT double omp_get_wtime_(void) TM_ALIAS("omp_get_wtime");
TM_EXPORT double omp_get_wtick(void) {
  timespec resolution{};
  clock_getres(CLOCK_MONOTONIC, &resolution);
  return static_cast<double>(resolution.tv_sec) + static_cast<double>(resolution.tv_nsec) * 1e-9;
}
TM_EXPORT double omp_get_wtick_(void) TM_ALIAS("omp_get_wtick");

}  // extern "C"
