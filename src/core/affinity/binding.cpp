#include "core/affinity/binding.hpp"

#include <algorithm>
#include <vector>

#include "core/model/team.hpp"
#include "core/model/worker.hpp"
#include "core/settings/places.hpp"
#include "core/settings/settings.hpp"
#include "platform/first_use.hpp"
#include "platform/report.hpp"

namespace tidemill::core {

std::atomic<bool> seats_in_use{false};

namespace {

void bind_to(Worker& worker, int place) noexcept {
  if (worker.place == place) return;
  platform::CpuSet set =
      place != kNoPlace ? places()[static_cast<std::size_t>(place)] : inherited_mask();
  worker.place = place;
  if (topology_is_described()) set = set & inherited_mask();
  if (set.empty()) return;  // a described machine's processors, of which there are none here
  static std::atomic<bool> warned{false};
  if (!platform::bind_thread(set) && !warned.exchange(true, std::memory_order_relaxed))
    platform::warn("the system refuses to bind a thread to the processors %s: going on unbound",
                   set.text().c_str());
}

/// The clause of the construct if it has one; else as the environment and the calls so far say.
ProcBind policy_of(const Task& encountering, ProcBind clause) noexcept {
  const ProcBind icv = encountering.icvs->proc_bind.front();
  return icv == ProcBind::false_ || clause == ProcBind::false_ ? icv : clause;
}

/// The first processor of each place; node -1: it has none here. Empty on a machine of one node.
const std::vector<Processor>& first_processors() noexcept {
  static constinit platform::FirstUse<const std::vector<Processor>> known;
  return known.get([] {
    const std::vector<Processor>& all = topology().processors;
    std::vector<Processor> first;
    if (std::all_of(all.begin(), all.end(),
                    [&](const Processor& p) { return p.node == all.front().node; }))
      return first;
    for (const platform::CpuSet& place : places()) {
      const auto found = std::find_if(all.begin(), all.end(),
                                      [&](const Processor& p) { return place.contains(p.number); });
      first.push_back(found != all.end() ? *found : Processor{.node = -1});
    }
    return first;
  });
}

/// The nodes where the team has members, by a processor of each, in the order of the places (paper
/// 003, section 3.1). Who is bound nowhere may be anywhere: then there are none.
std::vector<Processor> nodes_of(const Team& team, const std::vector<Processor>& first) {
  std::vector<bool> taken(first.size());
  for (int i = 0; i < team.size; ++i) {
    const int place = team.members[i].seat.place;
    if (place == kNoPlace || first[static_cast<std::size_t>(place)].node < 0) return {};
    taken[static_cast<std::size_t>(place)] = true;
  }
  std::vector<Processor> nodes;
  for (std::size_t i = 0; i < first.size(); ++i)
    if (taken[i] && std::none_of(nodes.begin(), nodes.end(),
                                 [&](const Processor& n) { return n.node == first[i].node; }))
      nodes.push_back(first[i]);
  return nodes;
}

/// Tells the team's ready set which members share a node.
void lay_out_nodes(Team& team) {
  const std::vector<Processor>& first = first_processors();
  const std::vector<Processor> nodes =
      first.empty() ? std::vector<Processor>{} : nodes_of(team, first);
  team.memory_nodes.clear();
  if (nodes.size() < 2) return team.ready.lay_out(TeamLayout(team.size));
  std::vector<int> node_of;
  for (int i = 0; i < team.size; ++i) {
    const int node = first[static_cast<std::size_t>(team.members[i].seat.place)].node;
    node_of.push_back(
        static_cast<int>(std::find_if(nodes.begin(), nodes.end(),
                                      [&](const Processor& n) { return n.node == node; }) -
                         nodes.begin()));
  }
  for (const Processor& n : nodes) team.memory_nodes.push_back(n.memory);
  std::vector<int> distances;
  for (const Processor& a : nodes)
    for (const Processor& b : nodes) distances.push_back(distance(topology(), a, b));
  team.ready.lay_out(TeamLayout(node_of, distances));
}

}  // namespace

void seat_team_slow(Team& team, ProcBind clause) noexcept {
  std::vector<Seat> seats(static_cast<std::size_t>(team.size));
  const ProcBind policy = policy_of(*team.encountering, clause);
  if (places().empty() || policy == ProcBind::false_) {
    for (Seat& seat : seats) seat = {kNoPlace, 0, static_cast<int>(places().size())};
  } else {
    assign_seats(policy, team.encountering_member->seat, seats);
  }
  for (int i = 0; i < team.size; ++i) team.members[i].seat = seats[static_cast<std::size_t>(i)];
  lay_out_nodes(team);
  if (settings().display_affinity) display_affinity_of_all_if_of_one(team);
}

void take_seat_slow(Worker& worker, const Member& member) noexcept {
  if (!places().empty()) bind_to(worker, member.seat.place);
  if (settings().display_affinity) display_affinity_if_new(worker, member);
}

int place_of(Worker& worker) noexcept {
  const int seat = worker.member->seat.place;
  // The first thread's, which nothing has bound yet: it asks, so it is.
  if (seat != kNoPlace && worker.place == kNoPlace) bind_to(worker, seat);
  return seat != kNoPlace ? seat : std::max(worker.place, kNoPlace);  // it may be kUnknownPlace
}

void seat_initial(Worker& worker) noexcept {
  Seat& seat = worker.teams.initial->members[0].seat;
  seat = {};
  worker.place = kNoPlace;
  const Settings& s = settings();
  const bool binds = s.places.kind != PlaceKind::none;
  if (!binds && !s.display_affinity) return;
  seats_in_use.store(true, std::memory_order_relaxed);
  seat.count = static_cast<int>(places().size());
  if (worker.from_pool) {
    worker.place = kUnknownPlace;
  } else if (seat.count != 0 && platform::is_first_thread() &&
             s.initial.proc_bind.front() != ProcBind::false_) {
    seat.place = 0;  // it is bound there with its first region, or when it asks
  }
}

}  // namespace tidemill::core
