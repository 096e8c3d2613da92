// What the environment says about places and binding, before the machine is looked at: the syntax
// is checked when the settings are read, the topology only when places are needed
// (core/settings/places.hpp turns this into places).
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "core/settings/icvs.hpp"
#include "platform/cpu_set.hpp"

namespace tidemill::core {

/// What one place is (OpenMP 5.2, 21.1.6); `listed`: as the user wrote them; `whole`: one place
/// of all processors.
enum class PlaceKind : std::uint8_t {
  none,
  threads,
  cores,
  ll_caches,
  numa_domains,
  sockets,
  listed,
  whole,
};

/// Levels of the machine by which places are ordered, the most significant first.
enum class Level : std::uint8_t { socket, core, thread };
using LevelOrder = std::array<Level, 3>;
inline constexpr LevelOrder kCompactOrder{Level::socket, Level::core, Level::thread};
inline constexpr LevelOrder kScatterOrder{Level::thread, Level::core, Level::socket};

/// One item of KMP_HW_SUBSET: in everything enclosing it, `count` of these (0: all) from `offset`.
/// `absolute`: what encloses it is the next larger unit that the list names, or else the machine,
/// and not the next larger unit there is.
struct SubsetItem {
  PlaceKind unit = PlaceKind::none;
  int count = 0;
  int offset = 0;
  bool absolute = false;
};

struct PlacesRequest {
  PlaceKind kind = PlaceKind::none;
  int count = 0;                         // of an abstract name; 0: all there are
  std::vector<platform::CpuSet> listed;  // for PlaceKind::listed
  LevelOrder order = kCompactOrder;      // KMP_AFFINITY
  int offset = 0;                        // the first place to use; KMP_AFFINITY
  bool whole_machine = false;            // KMP_AFFINITY=norespect: beyond the inherited mask
  const char* variable = nullptr;        // who asked, for messages
};

/// OMP_PLACES; nullopt when it isn't well formed, or asks for more than there can be: `beyond`.
std::optional<PlacesRequest> parse_places(std::string_view text, bool* beyond = nullptr);

/// GOMP_CPU_AFFINITY: "0 3 1-2 4-15:2", one place per processor.
std::optional<PlacesRequest> parse_processor_list(std::string_view text);

/// KMP_HW_SUBSET: "2s,4c@2,1t"; absolute with a colon before it.
std::optional<std::vector<SubsetItem>> parse_hw_subset(std::string_view text);

/// KMP_AFFINITY, mapped on OpenMP's own notions.
struct KmpAffinity {
  PlacesRequest places;
  ProcBind bind = ProcBind::close;
  bool verbose = false;
};
std::optional<KmpAffinity> parse_kmp_affinity(std::string_view text);

}  // namespace tidemill::core
