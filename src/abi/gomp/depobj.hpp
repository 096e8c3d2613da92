// omp_depend_t objects handed to a function, as GCC lays them out.
#pragma once

#include <cstdint>
#include <vector>

#include "abi/gomp/constants.hpp"
#include "core/model/request.hpp"

namespace tidemill::gomp {

inline core::Access depobj_access(const void* kind) {
  switch (reinterpret_cast<std::uintptr_t>(kind)) {
    case kDepobjIn:
      return core::Access::in;
    case kDepobjMutexinoutset:
      return core::Access::mutexinoutset;
    case kDepobjInoutset:
      return core::Access::inoutset;
    default:
      return core::Access::out;
  }
}

/// Each object is two words: address and kind.
inline std::vector<core::Dependence> decode_depobjs(int count, void* const* objects) {
  std::vector<core::Dependence> all;
  for (int i = 0; i < count; ++i)
    all.push_back({objects[2 * i], depobj_access(objects[2 * i + 1])});
  return all;
}

}  // namespace tidemill::gomp
