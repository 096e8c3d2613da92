// hwloc, loaded when the topology is first asked for (docs/decisions/hwloc.md). Only topology.cpp
// uses it. The functions of hwloc.h that are inline there call others, so none of them is used.
#pragma once

#include <hwloc.h>
#include <hwloc/distances.h>

namespace tidemill::core {

struct HwlocLibrary {
  decltype(&hwloc_topology_init) init = nullptr;
  decltype(&hwloc_topology_load) load = nullptr;
  decltype(&hwloc_topology_destroy) destroy = nullptr;
  decltype(&hwloc_topology_set_synthetic) set_synthetic = nullptr;
  decltype(&hwloc_topology_set_xml) set_xml = nullptr;
  decltype(&hwloc_get_type_depth) type_depth = nullptr;
  decltype(&hwloc_get_nbobjs_by_depth) count_at = nullptr;
  decltype(&hwloc_get_obj_by_depth) object_at = nullptr;
  decltype(&hwloc_bitmap_first) first = nullptr;
  decltype(&hwloc_distances_get_by_depth) distances_at = nullptr;
  decltype(&hwloc_distances_release) release_distances = nullptr;
  decltype(&hwloc_memattr_get_best_initiator) best_initiator = nullptr;  // hwloc 2.3; or nullptr

  /// nullptr when this system has no hwloc 2.
  static const HwlocLibrary* get() noexcept;
};

/// Around loading and calling hwloc: a fork by another thread waits for its end. The child would
/// find hwloc's locks held, or the library half loaded.
class HwlocUse {
 public:
  HwlocUse() noexcept;
  ~HwlocUse();
  HwlocUse(const HwlocUse&) = delete;
  HwlocUse& operator=(const HwlocUse&) = delete;

 private:
  const bool held_;
};

}  // namespace tidemill::core
