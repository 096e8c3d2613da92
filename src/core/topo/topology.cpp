#include "core/topo/topology.hpp"

#include <algorithm>
#include <atomic>
#include <cstdlib>
#include <cstring>
#include <map>
#include <set>
#include <string_view>
#include <utility>

#include "core/topo/hwloc_library.hpp"
#include "platform/first_use.hpp"
#include "platform/idle_libgomp.hpp"
#include "platform/numa.hpp"
#include "platform/report.hpp"

namespace tidemill::core {

namespace {

/// Numbers whatever identifies a core, cache, ... in order of appearance.
template <class Key>
class Numbering {
 public:
  int of(const Key& key) {
    return numbers_.try_emplace(key, static_cast<int>(numbers_.size())).first->second;
  }

 private:
  std::map<Key, int> numbers_;
};

bool is_cache(hwloc_obj_type_t type) noexcept {
  return type >= HWLOC_OBJ_L1CACHE && type <= HWLOC_OBJ_L5CACHE;
}

/// What a processor lies in; nullptr where the machine doesn't tell.
struct Enclosing {
  hwloc_obj_t core = nullptr;
  hwloc_obj_t cache = nullptr;
  hwloc_obj_t package = nullptr;
};

Enclosing enclosing(hwloc_obj_t processor) noexcept {
  Enclosing found;
  for (hwloc_obj_t o = processor->parent; o != nullptr; o = o->parent) {
    if (o->type == HWLOC_OBJ_CORE) found.core = o;
    if (is_cache(o->type)) found.cache = o;  // the outermost stays
    if (o->type == HWLOC_OBJ_PACKAGE) found.package = o;
  }
  return found;
}

void read_processors(const HwlocLibrary& hwloc, hwloc_topology_t machine, Topology& out) {
  Numbering<hwloc_obj_t> cores;
  Numbering<hwloc_obj_t> caches;
  Numbering<hwloc_obj_t> packages;
  Numbering<int> nodes;
  const int depth = hwloc.type_depth(machine, HWLOC_OBJ_PU);
  const int count = static_cast<int>(hwloc.count_at(machine, depth));
  for (int i = 0; i < count; ++i) {
    hwloc_obj_t pu = hwloc.object_at(machine, depth, static_cast<unsigned>(i));
    const Enclosing in = enclosing(pu);
    Processor p;
    p.number = static_cast<int>(pu->os_index);
    p.core = cores.of(in.core != nullptr ? in.core : pu);
    p.socket = packages.of(in.package);
    // A node of its own kind (high bandwidth) may be near too: the first one is the ordinary.
    p.memory = pu->nodeset != nullptr ? std::max(hwloc.first(pu->nodeset), 0) : 0;
    p.node = nodes.of(p.memory);
    p.cache = in.cache != nullptr ? caches.of(in.cache) : caches.of(in.package);
    out.processors.push_back(p);
  }
}

/// Bandwidth from the nearest processors, in MiB/s; 0 when unknown.
hwloc_uint64_t bandwidth(const HwlocLibrary& hwloc, hwloc_topology_t machine,
                         hwloc_obj_t node) noexcept {
  if (hwloc.best_initiator == nullptr) return 0;
  hwloc_location near{};
  hwloc_uint64_t value = 0;
  return hwloc.best_initiator(machine, HWLOC_MEMATTR_ID_BANDWIDTH, node, 0, &near, &value) == 0
             ? value
             : 0;
}

void read_high_bandwidth(const HwlocLibrary& hwloc, hwloc_topology_t machine, Topology& out) {
  std::map<int, hwloc_uint64_t> speeds;
  hwloc_uint64_t slowest = ~hwloc_uint64_t{0};
  const unsigned count = hwloc.count_at(machine, HWLOC_TYPE_DEPTH_NUMANODE);
  for (unsigned i = 0; i < count; ++i) {
    hwloc_obj_t node = hwloc.object_at(machine, HWLOC_TYPE_DEPTH_NUMANODE, i);
    const int number = static_cast<int>(node->os_index);
    if (node->subtype != nullptr &&
        (std::strcmp(node->subtype, "HBM") == 0 || std::strcmp(node->subtype, "MCDRAM") == 0))
      out.high_bandwidth_nodes.push_back(number);
    else if (const hwloc_uint64_t speed = bandwidth(hwloc, machine, node); speed != 0)
      slowest = std::min(slowest, speeds[number] = speed);
  }
  // Stacked memory is two to five times as fast as what stands beside it on a board.
  for (const auto& [number, speed] : speeds)
    if (speed >= slowest + slowest / 2) out.high_bandwidth_nodes.push_back(number);
}

/// Only if they cover every node that has processors.
void read_distances(const HwlocLibrary& hwloc, hwloc_topology_t machine, Topology& out) {
  unsigned count = 1;
  hwloc_distances_s* told = nullptr;
  if (hwloc.distances_at(machine, HWLOC_TYPE_DEPTH_NUMANODE, &count, &told,
                         HWLOC_DISTANCES_KIND_MEANS_LATENCY, 0) != 0 ||
      count == 0)
    return;
  std::map<int, unsigned> rows;  // by the system's number
  for (unsigned i = 0; i < told->nbobjs; ++i) rows[static_cast<int>(told->objs[i]->os_index)] = i;
  std::vector<unsigned> row_of;  // by Processor::node
  for (const Processor& p : out.processors)
    if (p.node == static_cast<int>(row_of.size()) && rows.contains(p.memory))
      row_of.push_back(rows[p.memory]);
  const bool whole = std::all_of(out.processors.begin(), out.processors.end(),
                                 [&](auto& p) { return p.node < static_cast<int>(row_of.size()); });
  for (std::size_t a = 0; whole && a < row_of.size(); ++a)
    for (const unsigned b : row_of)
      out.distances.push_back(static_cast<int>(told->values[row_of[a] * told->nbobjs + b]));
  hwloc.release_distances(machine, told);
}

Topology flat_topology() {
  Topology flat;
  for (const int number : inherited_mask().list())
    flat.processors.push_back({number, static_cast<int>(flat.processors.size()), 0, 0, 0});
  return flat;
}

bool describe(const HwlocLibrary& hwloc, hwloc_topology_t machine, const char* text) {
  return (std::string_view(text).ends_with(".xml") ? hwloc.set_xml(machine, text)
                                                   : hwloc.set_synthetic(machine, text)) == 0;
}

/// nullptr: the variable isn't set.
const char* described_topology() noexcept {
  const char* const text = std::getenv("TIDEMILL_TOPOLOGY");
  if (text == nullptr || *text == '\0') return nullptr;
  constexpr std::string_view kSynthetic = "synthetic:";
  return std::string_view(text).starts_with(kSynthetic) ? text + kSynthetic.size() : text;
}

struct Known {
  Topology machine;
  bool described = false;
};

Known read_known() {
  if (const char* const text = described_topology()) {
    Topology described = read_topology(text);
    if (described.known) return {std::move(described), true};
    static std::atomic<bool> told{false};  // relaxed: says a thing once
    if (!told.exchange(true, std::memory_order_relaxed))
      platform::warn(
          "TIDEMILL_TOPOLOGY=%s describes no machine, as synthetic:\"numa:2 core:4\" or a file of "
          "`lstopo FILE.xml` does: using this one",
          std::getenv("TIDEMILL_TOPOLOGY"));
  }
  return {restrict_topology(read_topology(nullptr), inherited_mask())};
}

const Known& known_topology() noexcept {
  static constinit platform::FirstUse<const Known> known;
  return known.get(read_known);
}

}  // namespace

Topology read_topology(const char* description) {
  const HwlocUse use;
  const HwlocLibrary* hwloc = HwlocLibrary::get();
  hwloc_topology_t machine = nullptr;
  if (hwloc == nullptr || hwloc->init(&machine) != 0) return flat_topology();
  Topology read;
  if ((description == nullptr || describe(*hwloc, machine, description)) &&
      hwloc->load(machine) == 0) {
    read_processors(*hwloc, machine, read);
    read_high_bandwidth(*hwloc, machine, read);
    read_distances(*hwloc, machine, read);
    read.known = true;
  } else {
    read = flat_topology();
  }
  hwloc->destroy(machine);
  return read;
}

Topology restrict_topology(Topology all, const platform::CpuSet& mask) {
  std::erase_if(all.processors, [&](const Processor& p) { return !mask.contains(p.number); });
  return all;
}

const platform::CpuSet& inherited_mask() noexcept {
  static constinit platform::FirstUse<const platform::CpuSet> mask;
  return mask.get([] {
    platform::CpuSet set = platform::process_affinity();
    if (platform::CpuSet whole = platform::places_of_idle_libgomp(set); !whole.empty())
      set = std::move(whole);
    if (set.empty()) set.add(0);
    return set;
  });
}

const Topology& topology() noexcept { return known_topology().machine; }
bool topology_is_described() noexcept {
  return described_topology() != nullptr && known_topology().described;
}

int distance(const Topology& machine, const Processor& a, const Processor& b) noexcept {
  if (a.node == b.node) return 0;
  if (machine.distances.empty())
    return a.socket == b.socket ? 1 : 1 + std::abs(a.socket - b.socket);
  std::size_t nodes = 1;
  while (nodes * nodes < machine.distances.size()) ++nodes;
  return machine
      .distances[static_cast<std::size_t>(a.node) * nodes + static_cast<std::size_t>(b.node)];
}

int topology_nodes() noexcept {
  static constinit platform::FirstUse<const int> count;
  return count.get([] {
    if (described_topology() == nullptr && platform::memory_nodes().size() < 2) return 1;
    std::set<int> nodes;
    for (const Processor& p : topology().processors) nodes.insert(p.node);
    return std::max(static_cast<int>(nodes.size()), 1);
  });
}

const std::vector<int>& high_bandwidth_nodes() noexcept {
  static constinit platform::FirstUse<const std::vector<int>> nodes;
  return nodes.get([] {
    return platform::memory_nodes().size() < 2 ? std::vector<int>{}
                                               : topology().high_bandwidth_nodes;
  });
}

}  // namespace tidemill::core
