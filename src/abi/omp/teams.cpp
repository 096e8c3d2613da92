// omp_*: limits of the teams construct (OpenMP 5.2, 18.4). Translation only.
#include <cstdint>

#include "abi/export.hpp"
#include "abi/omp/wide_integer.hpp"
#include "core/model/worker.hpp"
#include "core/settings/settings.hpp"

using namespace tidemill;

namespace {

const core::Icvs& icvs() { return *core::current_worker().task->icvs; }
core::Icvs& writable(core::Setting setting) {
  return core::writable_icvs(core::current_worker().task).mark(setting);
}

}  // namespace

extern "C" {

// 0 or less: no limit.
TM_EXPORT void omp_set_num_teams(int count) {
  writable(core::Setting::num_teams).teams = count > 0 ? count : 0;
}
TM_EXPORT void omp_set_num_teams_(const int* count) { omp_set_num_teams(*count); }
TM_EXPORT void omp_set_num_teams_8_(const std::int64_t* count) {
  omp_set_num_teams(omp::narrow(*count));
}
TM_EXPORT int omp_get_max_teams(void) { return icvs().teams; }
TM_EXPORT int omp_get_max_teams_(void) TM_ALIAS("omp_get_max_teams");

TM_EXPORT void omp_set_teams_thread_limit(int limit) {
  writable(core::Setting::teams_thread_limit).teams_thread_limit = limit > 0 ? limit : 0;
}
TM_EXPORT void omp_set_teams_thread_limit_(const int* limit) { omp_set_teams_thread_limit(*limit); }
TM_EXPORT void omp_set_teams_thread_limit_8_(const std::int64_t* limit) {
  omp_set_teams_thread_limit(omp::narrow(*limit));
}
TM_EXPORT int omp_get_teams_thread_limit(void) { return icvs().teams_thread_limit; }
TM_EXPORT int omp_get_teams_thread_limit_(void) TM_ALIAS("omp_get_teams_thread_limit");

}  // extern "C"
