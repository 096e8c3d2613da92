// omp_*: places, binding and teams' limits while threads are not bound: no places, no policy
// (OpenMP 5.2, 18.3, 18.4). An inherited affinity mask is left as it is.
#include "abi/export.hpp"

extern "C" {

TM_EXPORT int omp_get_proc_bind(void) { return 0; }
TM_EXPORT int omp_get_proc_bind_(void) TM_ALIAS("omp_get_proc_bind");
TM_EXPORT int omp_get_num_places(void) { return 0; }
TM_EXPORT int omp_get_num_places_(void) TM_ALIAS("omp_get_num_places");
TM_EXPORT int omp_get_place_num(void) { return -1; }
TM_EXPORT int omp_get_place_num_(void) TM_ALIAS("omp_get_place_num");
TM_EXPORT int omp_get_partition_num_places(void) { return 0; }
TM_EXPORT int omp_get_partition_num_places_(void) TM_ALIAS("omp_get_partition_num_places");
TM_EXPORT void omp_get_partition_place_nums(int*) {}
TM_EXPORT void omp_get_partition_place_nums_(int*) {}
TM_EXPORT int omp_get_place_num_procs(int) { return 0; }
TM_EXPORT int omp_get_place_num_procs_(const int*) { return 0; }
TM_EXPORT void omp_get_place_proc_ids(int, int*) {}
TM_EXPORT void omp_get_place_proc_ids_(const int*, int*) {}

// 0: no limit was set.
TM_EXPORT int omp_get_max_teams(void) { return 0; }
TM_EXPORT int omp_get_max_teams_(void) TM_ALIAS("omp_get_max_teams");
TM_EXPORT int omp_get_teams_thread_limit(void) { return 0; }
TM_EXPORT int omp_get_teams_thread_limit_(void) TM_ALIAS("omp_get_teams_thread_limit");

// The host is the only device: there is nothing to choose.
TM_EXPORT void omp_set_default_device(int) {}
TM_EXPORT void omp_set_default_device_(const int*) {}

}  // extern "C"
