// omp_*: memory spaces and predefined allocators by device, and parts of a space (OpenMP 6.0, 27.1
// to 27.4, 27.8). Translation only. The host is the only device: what the devices named have in
// common is the host's, or nothing where one is named that isn't there.
#include <algorithm>
#include <cstddef>
#include <span>

#include "abi/export.hpp"
#include "abi/memory/memory_space.hpp"
#include "abi/omp/devices.hpp"

using namespace tidemill;
using memory::AllocatorHandle;
using memory::SpaceHandle;

namespace {

std::span<const int> numbers(int count, const int* first) {
  return {first, count > 0 && first != nullptr ? static_cast<std::size_t>(count) : 0};
}

bool all_host(std::span<const int> devices, const char* what) {
  return !devices.empty() && std::all_of(devices.begin(), devices.end(),
                                         [what](int device) { return omp::is_host(device, what); });
}

/// A predefined space as the host has it.
SpaceHandle space_if(bool host, SpaceHandle space) {
  const auto known = memory::find_space(space);
  return host && known && !memory::resources(*known).empty() ? space : memory::kNullSpace;
}

AllocatorHandle allocator_if(bool host, SpaceHandle space) {
  return host ? memory::predefined_allocator(space) : memory::kNullAllocator;
}

}  // namespace

// By value for C, by reference for Fortran. `number`: how many devices and which, or one of them.
#define TM_RETRIEVE_LIST(Handle, name, pick)                                                 \
  TM_EXPORT Handle name(int count, const int* devices, SpaceHandle space) {                  \
    return pick(all_host(numbers(count, devices), #name), space);                            \
  }                                                                                          \
  TM_EXPORT Handle name##_(const int* count, const int* devices, const SpaceHandle* space) { \
    return name(*count, devices, *space);                                                    \
  }
#define TM_RETRIEVE_ONE(Handle, name, pick)                               \
  TM_EXPORT Handle name(int device, SpaceHandle space) {                  \
    return pick(omp::is_host(device, #name), space);                      \
  }                                                                       \
  TM_EXPORT Handle name##_(const int* device, const SpaceHandle* space) { \
    return name(*device, *space);                                         \
  }
#define TM_RETRIEVE_ALL(Handle, name, pick)                              \
  TM_EXPORT Handle name(SpaceHandle space) { return pick(true, space); } \
  TM_EXPORT Handle name##_(const SpaceHandle* space) { return name(*space); }

extern "C" {

TM_RETRIEVE_LIST(SpaceHandle, omp_get_devices_memspace, space_if)
TM_RETRIEVE_LIST(SpaceHandle, omp_get_devices_and_host_memspace, space_if)
TM_RETRIEVE_ONE(SpaceHandle, omp_get_device_memspace, space_if)
TM_RETRIEVE_ONE(SpaceHandle, omp_get_device_and_host_memspace, space_if)
TM_RETRIEVE_ALL(SpaceHandle, omp_get_devices_all_memspace, space_if)

TM_RETRIEVE_LIST(AllocatorHandle, omp_get_devices_allocator, allocator_if)
TM_RETRIEVE_LIST(AllocatorHandle, omp_get_devices_and_host_allocator, allocator_if)
TM_RETRIEVE_ONE(AllocatorHandle, omp_get_device_allocator, allocator_if)
TM_RETRIEVE_ONE(AllocatorHandle, omp_get_device_and_host_allocator, allocator_if)
TM_RETRIEVE_ALL(AllocatorHandle, omp_get_devices_all_allocator, allocator_if)

TM_EXPORT int omp_get_memspace_num_resources(SpaceHandle space) {
  const auto known = memory::find_space(space);
  return known ? static_cast<int>(memory::resources(*known).size()) : 0;
}
TM_EXPORT int omp_get_memspace_num_resources_(const SpaceHandle* space) {
  return omp_get_memspace_num_resources(*space);
}

TM_EXPORT SpaceHandle omp_get_submemspace(SpaceHandle space, int count, const int* resources) {
  return memory::part_of_space(space, numbers(count, resources));
}
TM_EXPORT SpaceHandle omp_get_submemspace_(const SpaceHandle* space, const int* count,
                                           const int* resources) {
  return omp_get_submemspace(*space, *count, resources);
}

}  // extern "C"
