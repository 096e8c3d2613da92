// ompc_*: the names by which LLVM's omp.h, and code that must not meet Fortran's conventions, call
// functions of the standard with arguments by value. Translation only.
#include <cstddef>

#include "abi/export.hpp"

extern "C" {

void omp_set_num_threads(int);
void omp_set_dynamic(int);
void omp_set_nested(int);
void omp_set_max_active_levels(int);
void omp_set_schedule(unsigned, int);
int omp_get_ancestor_thread_num(int);
int omp_get_team_size(int);
void omp_set_affinity_format(const char*);
std::size_t omp_get_affinity_format(char*, std::size_t);
void omp_display_affinity(const char*);
std::size_t omp_capture_affinity(char*, std::size_t, const char*);
int omp_pause_resource_all(int);

TM_EXPORT void ompc_set_num_threads(int n) { omp_set_num_threads(n); }
TM_EXPORT void ompc_set_dynamic(int on) { omp_set_dynamic(on); }
TM_EXPORT void ompc_set_nested(int on) { omp_set_nested(on); }
TM_EXPORT void ompc_set_max_active_levels(int levels) { omp_set_max_active_levels(levels); }
TM_EXPORT void ompc_set_schedule(unsigned kind, int chunk) { omp_set_schedule(kind, chunk); }
TM_EXPORT int ompc_get_ancestor_thread_num(int level) { return omp_get_ancestor_thread_num(level); }
TM_EXPORT int ompc_get_team_size(int level) { return omp_get_team_size(level); }

TM_EXPORT void ompc_set_affinity_format(const char* format) { omp_set_affinity_format(format); }
TM_EXPORT std::size_t ompc_get_affinity_format(char* buffer, std::size_t size) {
  return omp_get_affinity_format(buffer, size);
}
TM_EXPORT void ompc_display_affinity(const char* format) { omp_display_affinity(format); }
TM_EXPORT std::size_t ompc_capture_affinity(char* buffer, std::size_t size, const char* format) {
  return omp_capture_affinity(buffer, size, format);
}

TM_EXPORT int __kmpc_pause_resource(int kind) { return omp_pause_resource_all(kind); }

}  // extern "C"
