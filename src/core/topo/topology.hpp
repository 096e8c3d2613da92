// The machine as far as places and memory need it: which processors share a core, a last-level
// cache, a memory node, a socket. Read through hwloc once, when something first asks for it: a
// program without places or high-bandwidth memory never pays for it.
//
// Constant once read; any thread may ask.
#pragma once

#include <vector>

#include "platform/cpu_set.hpp"

namespace tidemill::core {

/// One hardware thread. Its number is the system's; what it belongs to is numbered consecutively
/// over the whole machine, in topological order.
struct Processor {
  int number = 0;
  int core = 0;
  int cache = 0;  // last level
  int node = 0;   // memory
  int socket = 0;
  int memory = 0;  // the system's number of the node
};

struct Topology {
  std::vector<Processor> processors;  // in topological order
  std::vector<int> high_bandwidth_nodes;
  // What the firmware says of how far memory is, from row to column, by Processor::node; the unit
  // means nothing. Empty: it doesn't say.
  std::vector<int> distances;
  bool known = false;  // false: no hwloc here, every processor counts as a core of one socket
};

/// The processors this process may use: its mask as it was when the runtime first looked. Or those
/// of a machine that TIDEMILL_TOPOLOGY describes, all of them: for tests of what is decided there.
const Topology& topology() noexcept;
/// Is it such a description? Its processors need not exist.
bool topology_is_described() noexcept;
/// How far the memory of `b`'s node is for `a`, to be compared with others of that machine alone.
int distance(const Topology& machine, const Processor& a, const Processor& b) noexcept;
/// On how many memory nodes those processors are. Reads the topology only where there are several.
int topology_nodes() noexcept;

/// A machine described in hwloc's synthetic syntax ("numa:2 core:4 pu:2"), or by a file of
/// lstopo's (.xml), or this one whole for nullptr. It isn't `known` if that is no description.
Topology read_topology(const char* description);

/// Keeps only the processors in `mask`.
Topology restrict_topology(Topology all, const platform::CpuSet& mask);

/// The mask this process was started with (cgroup, taskset, mpirun --bind-to), also where an idle
/// libgomp has bound its first thread since: then the processors of that libgomp's places.
const platform::CpuSet& inherited_mask() noexcept;

/// System numbers of the memory nodes that are much faster than the others; mostly none.
const std::vector<int>& high_bandwidth_nodes() noexcept;

}  // namespace tidemill::core
