// omp_*: devices and their memory (OpenMP 5.2, 18.7, 18.8). The host is the only device, number 0
// (and -1, omp_initial_device): device memory is memory. Translation only.
#include "abi/omp/devices.hpp"

#include <cerrno>
#include <climits>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <utility>

#include "abi/export.hpp"
#include "abi/gomp/depobj.hpp"
#include "abi/omp/copy.hpp"
#include "abi/omp/wide_integer.hpp"
#include "core/model/worker.hpp"
#include "core/settings/settings.hpp"
#include "platform/report.hpp"

using namespace tidemill;

bool omp::is_host(int device, const char* what) noexcept {
  if (device == kHost || device == kInitialDevice) return true;
  if (core::settings().target_offload == core::TargetOffload::mandatory)
    platform::fatal(0,
                    "%s: device %d is not there, and OMP_TARGET_OFFLOAD=mandatory forbids to take "
                    "the host instead: name the host, by device(omp_get_initial_device()) or "
                    "OMP_DEFAULT_DEVICE=0, or unset OMP_TARGET_OFFLOAD",
                    what, device);
  return false;
}

namespace {

core::Icvs& writable(core::Setting setting) {
  return core::writable_icvs(core::current_worker().task).mark(setting);
}

}  // namespace

extern "C" {

TM_EXPORT void omp_set_default_device(int device) {
  writable(core::Setting::default_device).default_device = device;
}
TM_EXPORT void omp_set_default_device_(const int* device) { omp_set_default_device(*device); }
TM_EXPORT void omp_set_default_device_8_(const std::int64_t* device) {
  omp_set_default_device(omp::narrow(*device));
}
TM_EXPORT int omp_get_default_device(void) {
  return core::current_worker().task->icvs->default_device;
}
TM_EXPORT int omp_get_default_device_(void) TM_ALIAS("omp_get_default_device");

TM_EXPORT int omp_get_num_devices(void) { return 0; }
TM_EXPORT int omp_get_num_devices_(void) TM_ALIAS("omp_get_num_devices");
TM_EXPORT int omp_get_initial_device(void) { return 0; }
TM_EXPORT int omp_get_initial_device_(void) TM_ALIAS("omp_get_initial_device");
TM_EXPORT int omp_get_device_num(void) { return 0; }
TM_EXPORT int omp_get_device_num_(void) TM_ALIAS("omp_get_device_num");
TM_EXPORT int omp_is_initial_device(void) { return 1; }
TM_EXPORT int omp_is_initial_device_(void) TM_ALIAS("omp_is_initial_device");

TM_EXPORT void* omp_target_alloc(std::size_t bytes, int device) {
  return omp::is_host(device, "omp_target_alloc") && bytes != 0 ? std::malloc(bytes) : nullptr;
}
TM_EXPORT void omp_target_free(void* memory, int device) {
  if (omp::is_host(device, "omp_target_free")) std::free(memory);
}
TM_EXPORT int omp_target_is_present(const void* /*memory*/, int device) {
  return omp::is_host(device, "omp_target_is_present");
}
TM_EXPORT int omp_target_is_accessible(const void* /*memory*/, std::size_t /*bytes*/, int device) {
  return omp::is_host(device, "omp_target_is_accessible");
}
// Nothing can be associated with the host's own memory.
TM_EXPORT int omp_target_associate_ptr(const void*, const void*, std::size_t, std::size_t, int) {
  return EINVAL;
}
TM_EXPORT int omp_target_disassociate_ptr(const void*, int) { return EINVAL; }
TM_EXPORT void* omp_get_mapped_ptr(const void* memory, int device) {
  return omp::is_host(device, "omp_get_mapped_ptr") ? const_cast<void*>(memory) : nullptr;
}

TM_EXPORT int omp_target_memcpy(void* to, const void* from, std::size_t bytes,
                                std::size_t to_offset, std::size_t from_offset, int to_device,
                                int from_device) {
  if (!omp::is_host(to_device, "omp_target_memcpy") ||
      !omp::is_host(from_device, "omp_target_memcpy"))
    return EINVAL;
  omp::copy_now({to, from, bytes, to_offset, from_offset});
  return 0;
}

TM_EXPORT int omp_target_memcpy_async(void* to, const void* from, std::size_t bytes,
                                      std::size_t to_offset, std::size_t from_offset, int to_device,
                                      int from_device, int depobjs, void* const* depobj_list) {
  if (!omp::is_host(to_device, "omp_target_memcpy_async") ||
      !omp::is_host(from_device, "omp_target_memcpy_async"))
    return EINVAL;
  omp::copy_later({to, from, bytes, to_offset, from_offset},
                  gomp::decode_depobjs(depobjs, depobj_list));
  return 0;
}

TM_EXPORT int omp_target_memcpy_rect(void* to, const void* from, std::size_t element_bytes,
                                     int dimensions, const std::size_t* volume,
                                     const std::size_t* to_offsets, const std::size_t* from_offsets,
                                     const std::size_t* to_dimensions,
                                     const std::size_t* from_dimensions, int to_device,
                                     int from_device) {
  if (to == nullptr && from == nullptr) return INT_MAX;  // how many dimensions there may be
  if (!omp::is_host(to_device, "omp_target_memcpy_rect") ||
      !omp::is_host(from_device, "omp_target_memcpy_rect") || dimensions < 1)
    return EINVAL;
  const omp::BoxCopy copy(to, from, element_bytes, static_cast<std::size_t>(dimensions), volume,
                          to_offsets, from_offsets, to_dimensions, from_dimensions);
  if (!copy.valid()) return EINVAL;
  copy.run();
  return 0;
}

TM_EXPORT int omp_target_memcpy_rect_async(void* to, const void* from, std::size_t element_bytes,
                                           int dimensions, const std::size_t* volume,
                                           const std::size_t* to_offsets,
                                           const std::size_t* from_offsets,
                                           const std::size_t* to_dimensions,
                                           const std::size_t* from_dimensions, int to_device,
                                           int from_device, int depobjs, void* const* depobj_list) {
  if (to == nullptr && from == nullptr) return INT_MAX;
  if (!omp::is_host(to_device, "omp_target_memcpy_rect_async") ||
      !omp::is_host(from_device, "omp_target_memcpy_rect_async") || dimensions < 1)
    return EINVAL;
  omp::BoxCopy copy(to, from, element_bytes, static_cast<std::size_t>(dimensions), volume,
                    to_offsets, from_offsets, to_dimensions, from_dimensions);
  if (!copy.valid()) return EINVAL;
  omp::copy_later(std::move(copy), gomp::decode_depobjs(depobjs, depobj_list));
  return 0;
}

// OpenMP 6.0. Both return the memory, or nullptr for a device there isn't.
TM_EXPORT void* omp_target_memset(void* memory, int byte, std::size_t bytes, int device) {
  if (!omp::is_host(device, "omp_target_memset")) return nullptr;
  omp::fill_now({memory, byte, bytes});
  return memory;
}
TM_EXPORT void* omp_target_memset_async(void* memory, int byte, std::size_t bytes, int device,
                                        int depobjs, void* const* depobj_list) {
  if (!omp::is_host(device, "omp_target_memset_async")) return nullptr;
  omp::fill_later({memory, byte, bytes}, gomp::decode_depobjs(depobjs, depobj_list));
  return memory;
}

}  // extern "C"
