// Which devices there are: the host, number 0, alone. And what becomes of work for another one
// (OpenMP 5.2, 21.2.8): it is done by the host, but with OMP_TARGET_OFFLOAD=mandatory the program
// ends.
#pragma once

namespace tidemill::omp {

inline constexpr int kHost = 0;
inline constexpr int kInitialDevice = -1;  // omp_initial_device: the host, too

/// Is `device` the host? If not, and there has to be a device, ends the program with a message that
/// names `what`: a construct or a routine.
bool is_host(int device, const char* what) noexcept;

}  // namespace tidemill::omp
