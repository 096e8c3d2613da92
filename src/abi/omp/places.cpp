// omp_*: places and binding (OpenMP 5.2, 18.3.1 to 18.3.7). Translation only.
#include <cstdint>

#include "abi/export.hpp"
#include "core/affinity/binding.hpp"
#include "core/model/worker.hpp"
#include "core/settings/places.hpp"

using namespace tidemill;

namespace {

const core::Seat& seat() { return core::current_worker().member->seat; }

/// nullptr for a number that no place has.
const platform::CpuSet* place(std::int64_t number) {
  const core::PlaceList& all = core::places();
  if (number < 0 || number >= static_cast<std::int64_t>(all.size())) return nullptr;
  return &all[static_cast<std::size_t>(number)];
}

template <class Integer>
void write_processors(std::int64_t number, Integer* ids) {
  if (const platform::CpuSet* set = place(number))
    for (const int cpu : set->list()) *ids++ = cpu;
}

template <class Integer>
void write_partition(Integer* numbers) {
  for (int i = 0; i < seat().count; ++i) numbers[i] = seat().first + i;
}

}  // namespace

extern "C" {

TM_EXPORT int omp_get_proc_bind(void) {
  return static_cast<int>(core::current_worker().task->icvs->proc_bind.front());
}
TM_EXPORT int omp_get_proc_bind_(void) TM_ALIAS("omp_get_proc_bind");

TM_EXPORT int omp_get_num_places(void) { return static_cast<int>(core::places().size()); }
TM_EXPORT int omp_get_num_places_(void) TM_ALIAS("omp_get_num_places");

TM_EXPORT int omp_get_place_num(void) { return core::place_of(core::current_worker()); }
TM_EXPORT int omp_get_place_num_(void) TM_ALIAS("omp_get_place_num");

TM_EXPORT int omp_get_place_num_procs(int number) {
  const platform::CpuSet* set = place(number);
  return set != nullptr ? set->count() : 0;
}
TM_EXPORT int omp_get_place_num_procs_(const int* number) {
  return omp_get_place_num_procs(*number);
}
TM_EXPORT int omp_get_place_num_procs_8_(const std::int64_t* number) {
  const platform::CpuSet* set = place(*number);
  return set != nullptr ? set->count() : 0;
}

TM_EXPORT void omp_get_place_proc_ids(int number, int* ids) { write_processors(number, ids); }
TM_EXPORT void omp_get_place_proc_ids_(const int* number, int* ids) {
  write_processors(*number, ids);
}
TM_EXPORT void omp_get_place_proc_ids_8_(const std::int64_t* number, std::int64_t* ids) {
  write_processors(*number, ids);
}

TM_EXPORT int omp_get_partition_num_places(void) { return seat().count; }
TM_EXPORT int omp_get_partition_num_places_(void) TM_ALIAS("omp_get_partition_num_places");
TM_EXPORT void omp_get_partition_place_nums(int* numbers) { write_partition(numbers); }
TM_EXPORT void omp_get_partition_place_nums_(int* numbers) TM_ALIAS("omp_get_partition_place_nums");
TM_EXPORT void omp_get_partition_place_nums_8_(std::int64_t* numbers) { write_partition(numbers); }

}  // extern "C"
