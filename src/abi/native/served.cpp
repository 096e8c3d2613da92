// TIDEMILL_SERVED: at the end of the process says which of its libraries have called OpenMP and got
// this runtime, and which another; nothing where none has. `tidemill run --verbose` sets it: before
// the program starts nobody knows what it will load.
#include <unistd.h>

#include <cstdlib>
#include <string>

#include "platform/environment.hpp"
#include "platform/openmp_callers.hpp"
#include "platform/report.hpp"

namespace tidemill::native {

namespace {

using platform::real_path;

void tell_served() {
  const std::string ours = real_path(platform::file_of(reinterpret_cast<void*>(&tell_served)));
  const auto callers = platform::openmp_callers();
  const std::string folder = ours.substr(0, ours.rfind('/') + 1);
  for (const platform::OpenMpCaller& caller : callers) {
    const char* const file = caller.object.c_str();
    // The task-aware layer is Tidemill's own.
    if (real_path(caller.object).starts_with(folder + "libtidemill-mpi-")) continue;
    if (caller.answered_by.empty())
      platform::note("OpenMP at the end: %s has not called it", file);
    else if (real_path(caller.answered_by) == ours)
      platform::note("OpenMP at the end: %s is served", file);
    else
      platform::note("OpenMP at the end: %s is not served: it calls %s", file,
                     caller.answered_by.c_str());
  }
  for (const std::string& file : platform::other_openmp_runtimes())
    platform::note("OpenMP at the end: %s is loaded beside Tidemill", file.c_str());
}

const pid_t process = getpid();

/// Not in a forked child: its parent tells.
__attribute__((destructor)) void tell_if_asked() {
  const char* const value = std::getenv("TIDEMILL_SERVED");
  if (value != nullptr && platform::truth(value).value_or(false) && process == getpid())
    tell_served();
}

}  // namespace

}  // namespace tidemill::native
