// omp_display_env, omp_pause_resource, and what is shown when the library is loaded (OpenMP 5.2,
// 18.6, 18.15, 21.7). Translation only.
#include <cstdint>
#include <cstdlib>

#include "abi/export.hpp"
#include "abi/omp/devices.hpp"
#include "abi/omp/display_env.hpp"
#include "core/model/worker.hpp"
#include "core/team/pool.hpp"

using namespace tidemill;

namespace {

void display(bool verbose) {
  omp::display_environment(verbose ? core::Display::verbose : core::Display::standard);
}

/// Before main, so that the block stands before the program's own output.
[[gnu::constructor]] void display_at_start() {
  if (std::getenv("OMP_DISPLAY_ENV") == nullptr && std::getenv("KMP_SETTINGS") == nullptr) return;
  const core::Display how = core::settings().display;
  if (how != core::Display::none) omp::display_environment(how);
}

constexpr int kSoft = 1, kHard = 2;

/// 0: done. Not inside a region (18.6.1); nor in what a thread at rest polls, which would wait for
/// its own end.
int pause(int kind) {
  core::Worker& worker = core::current_worker();
  if ((kind != kSoft && kind != kHard) || worker.member->team->level != 0 || worker.from_pool)
    return -1;
  core::pause(worker, kind == kHard ? core::Pause::hard : core::Pause::soft);
  return 0;
}

}  // namespace

extern "C" {

TM_EXPORT void omp_display_env(int verbose) { display(verbose != 0); }
TM_EXPORT void omp_display_env_(const int* verbose) { display(*verbose != 0); }
TM_EXPORT void omp_display_env_8_(const std::int64_t* verbose) { display(*verbose != 0); }

TM_EXPORT int omp_pause_resource(int kind, int device) {
  return omp::is_host(device, "omp_pause_resource") ? pause(kind) : -1;
}
TM_EXPORT int omp_pause_resource_(const int* kind, const int* device) {
  return omp_pause_resource(*kind, *device);
}
TM_EXPORT int omp_pause_resource_all(int kind) { return pause(kind); }
TM_EXPORT int omp_pause_resource_all_(const int* kind) { return pause(*kind); }

}  // extern "C"
