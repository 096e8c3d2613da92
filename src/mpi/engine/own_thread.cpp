#include "engine/own_thread.hpp"

#include <signal.h>

#include <cstddef>
#include <vector>

#include "platform/cpu_set.hpp"

// OpenMP's, as omp.h has them; of the runtime.
extern "C" {
int omp_get_num_places(void);
int omp_get_place_num_procs(int place);
void omp_get_place_proc_ids(int place, int* ids);
}

namespace tidemill::mpi {

namespace {

/// Of all places; empty if there are none, and so nobody is bound.
platform::CpuSet processors_of_places() {
  platform::CpuSet all;
  std::vector<int> ids;
  for (int place = 0; place < omp_get_num_places(); ++place) {
    ids.resize(static_cast<std::size_t>(omp_get_place_num_procs(place)));
    omp_get_place_proc_ids(place, ids.data());
    for (const int id : ids) all.add(id);
  }
  return all;
}

}  // namespace

int start_own_thread(pthread_t& thread, const char* name, void* (*main)(void*), void* data) {
  sigset_t all;
  sigset_t before;
  sigfillset(&all);
  pthread_sigmask(SIG_SETMASK, &all, &before);
  const int rc = pthread_create(&thread, nullptr, main, data);
  pthread_sigmask(SIG_SETMASK, &before, nullptr);
  if (rc != 0) return rc;
  pthread_setname_np(thread, name);
  platform::bind_thread(thread, processors_of_places());
  return 0;
}

}  // namespace tidemill::mpi
