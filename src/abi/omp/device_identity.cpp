// omp_get_uid_from_device, omp_get_device_from_uid (OpenMP 6.0, 24.7, 24.8). Translation only. The
// host, the only device, has a name that LLVM's offloading library gives it, too.
//
// libgomp (node OMP_6.0) and LLVM's and Intel's runtimes (node VERSION) differ in what stands for
// no device, and in how Fortran calls the names with _: with characters and their length, or
// as C does. So each node has functions of its own (src/abi/kmpc/libomp_versions.ld).
#include <cstddef>
#include <string_view>

#include "abi/export.hpp"
#include "abi/omp/devices.hpp"
#include "core/settings/settings.hpp"

using namespace tidemill;

namespace {

constexpr const char* kHostName = "HOST";
constexpr int kInvalidDeviceOfLlvm = -2;  // omp_invalid_device in its omp.h

int device_of(std::string_view uid, int none) { return uid == kHostName ? omp::kHost : none; }

}  // namespace

extern "C" {

TM_EXPORT const char* omp_get_uid_from_device(int device) {
  return omp::is_host(device, "omp_get_uid_from_device") ? kHostName : nullptr;
}
/// character(:), pointer: where it is and how long.
TM_EXPORT void omp_get_uid_from_device_(const char** uid, std::size_t* length, const int* device) {
  *uid = omp_get_uid_from_device(*device);
  *length = *uid != nullptr ? std::string_view(*uid).size() : 0;
}
TM_EXPORT void omp_get_uid_from_device_8_(const char** uid, std::size_t* length,
                                          const long* device) {
  const int narrow = static_cast<int>(*device);
  omp_get_uid_from_device_(uid, length, &narrow);
}
TM_EXPORT int omp_get_device_from_uid(const char* uid) {
  return device_of(uid != nullptr ? uid : "", core::kInvalidDevice);
}
TM_EXPORT int omp_get_device_from_uid_(const char* uid, std::size_t length) {
  return device_of({uid, length}, core::kInvalidDevice);
}

// What goes by the same names under VERSION; by their own names nobody outside sees them.
TM_EXPORT const char* llvm_get_uid_from_device(int) TM_ALIAS("omp_get_uid_from_device");
TM_EXPORT int llvm_get_device_from_uid(const char* uid) {
  return device_of(uid != nullptr ? uid : "", kInvalidDeviceOfLlvm);
}

}  // extern "C"
