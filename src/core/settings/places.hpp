// OpenMP places (5.2, 10.1.3 and 21.1.6): the list of them, and which member of a team sits where.
// The functions with a topology as argument know nothing of this machine; places() is this
// process's list, made when first asked for and constant from then on.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "core/settings/icvs.hpp"
#include "core/settings/places_request.hpp"
#include "core/topo/topology.hpp"

namespace tidemill::core {

using PlaceList = std::vector<platform::CpuSet>;

/// The places a request names on a machine. `remark` gets what couldn't be done as asked.
PlaceList resolve_places(const PlacesRequest& request, const Topology& machine,
                         std::string& remark);

/// KMP_HW_SUBSET: what is left of a machine.
Topology apply_hw_subset(Topology machine, std::span<const SubsetItem> items);

/// Seats for a team whose primary thread sits on `parent`, member by member. A parent without a
/// place counts as sitting on the first of its partition.
void assign_seats(ProcBind policy, const Seat& parent, std::span<Seat> seats) noexcept;

/// Empty when the environment asks for no places.
const PlaceList& places() noexcept;

/// The processors of all of them; empty when there are none.
platform::CpuSet processors_of_places();

/// Processors this process may use: all of its inherited mask, less what KMP_HW_SUBSET leaves out.
int usable_processors(std::span<const SubsetItem> subset);

/// The same now, for omp_get_num_procs: of what the calling thread may run on at the moment. Where
/// threads are bound to places it is that, and says nothing: then as the process began.
int available_processors() noexcept;

}  // namespace tidemill::core
