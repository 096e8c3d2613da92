#include "core/settings/places.hpp"

#include <algorithm>
#include <array>
#include <atomic>
#include <map>

#include "core/settings/settings.hpp"
#include "platform/first_use.hpp"
#include "platform/report.hpp"

namespace tidemill::core {

namespace {

using platform::CpuSet;

/// Which core, cache, ... of the machine a processor belongs to.
int unit_of(const Processor& p, PlaceKind kind) noexcept {
  switch (kind) {
    case PlaceKind::cores:
      return p.core;
    case PlaceKind::ll_caches:
      return p.cache;
    case PlaceKind::numa_domains:
      return p.node;
    case PlaceKind::sockets:
      return p.socket;
    case PlaceKind::whole:
      return 0;
    default:
      return p.number;
  }
}

/// Numbers of a processor on each level, within the level above: socket, core of the socket,
/// thread of the core.
using Position = std::array<int, 3>;
std::vector<Position> positions(const Topology& machine) {
  std::map<int, std::map<int, int>> cores;  // socket -> core -> number within the socket
  std::map<int, int> threads;               // core -> threads seen
  std::vector<Position> all;
  for (const Processor& p : machine.processors) {
    auto& known = cores[p.socket];
    const int core = known.try_emplace(p.core, static_cast<int>(known.size())).first->second;
    all.push_back({p.socket, core, threads[p.core]++});
  }
  return all;
}

struct PlaceAt {
  CpuSet set;
  Position position;  // of its first processor
};

std::vector<PlaceAt> group(const Topology& machine, PlaceKind kind) {
  const std::vector<Position> where = positions(machine);
  std::map<int, std::size_t> index;
  std::vector<PlaceAt> found;
  for (std::size_t i = 0; i < machine.processors.size(); ++i) {
    const Processor& p = machine.processors[i];
    const auto [at, fresh] = index.try_emplace(unit_of(p, kind), found.size());
    if (fresh) found.push_back({{}, where[i]});
    found[at->second].set.add(p.number);
  }
  return found;
}

PlaceList abstract_places(const PlacesRequest& request, const Topology& machine,
                          std::string& remark) {
  std::vector<PlaceAt> found = group(machine, request.kind);
  const auto key = [&](const PlaceAt& place) {
    Position sorted{};
    for (std::size_t i = 0; i < sorted.size(); ++i)
      sorted[i] = place.position[static_cast<std::size_t>(request.order[i])];
    return sorted;
  };
  if (request.order != kCompactOrder)
    std::stable_sort(found.begin(), found.end(),
                     [&](const PlaceAt& a, const PlaceAt& b) { return key(a) < key(b); });
  if (request.count > static_cast<int>(found.size()))
    remark = "this machine has only " + std::to_string(found.size()) + ": using all there are";
  else if (request.count > 0)
    found.resize(static_cast<std::size_t>(request.count));
  if (!machine.known && request.kind != PlaceKind::threads && request.kind != PlaceKind::whole)
    remark =
        "hwloc is not installed (libhwloc.so.15): each processor counts as a core, all of "
        "them as one socket";
  PlaceList places;
  for (PlaceAt& place : found) places.push_back(std::move(place.set));
  if (!places.empty())
    std::rotate(places.begin(), places.begin() + request.offset % static_cast<int>(places.size()),
                places.end());
  return places;
}

PlaceList listed_places(const PlacesRequest& request, const Topology& machine,
                        std::string& remark) {
  CpuSet here;
  for (const Processor& p : machine.processors) here.add(p.number);
  CpuSet absent;
  PlaceList places;
  for (const CpuSet& asked : request.listed) {
    CpuSet place = asked & here;
    for (const int cpu : asked.list())
      if (!here.contains(cpu)) absent.add(cpu);
    if (!place.empty()) places.push_back(std::move(place));
  }
  if (!absent.empty()) {
    std::string numbers = absent.text();
    if (numbers.size() > 100) numbers.replace(100, std::string::npos, "...");
    remark = "this process may not use the processors " + numbers +
             (places.empty() ? ": threads are not bound" : ": leaving them out");
  }
  return places;
}

constexpr std::array kOuterFirst{PlaceKind::sockets, PlaceKind::numa_domains, PlaceKind::ll_caches,
                                 PlaceKind::cores, PlaceKind::threads};

/// In each of which units the items of KMP_HW_SUBSET at `level` are counted.
PlaceKind enclosing_level(PlaceKind level, std::span<const SubsetItem> items) noexcept {
  const auto named = [&](PlaceKind unit) {
    return std::any_of(items.begin(), items.end(),
                       [&](const SubsetItem& item) { return item.unit == unit; });
  };
  if (!items.empty() && items.front().absolute) {
    PlaceKind above = PlaceKind::whole;
    for (const PlaceKind outer : kOuterFirst) {
      if (outer == level) break;
      if (named(outer)) above = outer;
    }
    return above;
  }
  if (level == PlaceKind::sockets) return PlaceKind::whole;
  if (level == PlaceKind::threads) return PlaceKind::cores;
  if (level == PlaceKind::cores && named(PlaceKind::ll_caches)) return PlaceKind::ll_caches;
  if (level != PlaceKind::numa_domains && named(PlaceKind::numa_domains))
    return PlaceKind::numa_domains;
  return PlaceKind::sockets;
}

/// The members of a close or over-full team, dealt out in equal runs from the parent's place on.
template <class Assign>
void deal(int members, int places, Assign assign) {
  const int each = members / places;
  const int extra = members % places;
  int member = 0;
  for (int p = 0; p < places; ++p)
    for (int n = each + (p < extra ? 1 : 0); n > 0; --n) assign(member++, p);
}

/// Start and size of part `i` when `places` are cut into `parts` runs.
Seat part_of(const Seat& whole, int parts, int i) noexcept {
  const int each = whole.count / parts;
  const int extra = whole.count % parts;
  Seat part;
  part.first = whole.first + i * each + std::min(i, extra);
  part.count = each + (i < extra ? 1 : 0);
  return part;
}

void spread(const Seat& parent, std::span<Seat> seats) noexcept {
  const int members = static_cast<int>(seats.size());
  int own = 0;  // the part with the parent's place
  while (parent.place >= part_of(parent, members, own).first + part_of(parent, members, own).count)
    ++own;
  for (int i = 0; i < members; ++i) {
    Seat seat = part_of(parent, members, (own + i) % members);
    seat.place = i == 0 ? parent.place : seat.first;
    seats[static_cast<std::size_t>(i)] = seat;
  }
}

PlaceList make_places(const Settings& s, std::string& remark) {
  if (s.places.kind == PlaceKind::none) return {};
  const Topology whole =
      s.places.whole_machine && !topology_is_described() ? read_topology(nullptr) : topology();
  return resolve_places(s.places, apply_hw_subset(whole, s.hw_subset), remark);
}

[[gnu::noinline]] void make_places_slow(std::atomic<const PlaceList*>& known) {
  const Settings& s = settings();
  std::string remark;
  const PlaceList* const mine = new PlaceList(make_places(s, remark));
  if (platform::publish_first(known, mine) && !remark.empty() && s.warnings)
    platform::warn("%s: %s", s.places.variable != nullptr ? s.places.variable : "OMP_PROC_BIND",
                   remark.c_str());
}

platform::CpuSet processors_of_subset(std::span<const SubsetItem> subset) {
  platform::CpuSet all;
  for (const Processor& p : apply_hw_subset(topology(), subset).processors) all.add(p.number);
  return all;
}

}  // namespace

PlaceList resolve_places(const PlacesRequest& request, const Topology& machine,
                         std::string& remark) {
  if (request.kind == PlaceKind::none) return {};
  return request.kind == PlaceKind::listed ? listed_places(request, machine, remark)
                                           : abstract_places(request, machine, remark);
}

Topology apply_hw_subset(Topology machine, std::span<const SubsetItem> items) {
  for (const PlaceKind level : kOuterFirst) {
    const auto item = std::find_if(items.begin(), items.end(),
                                   [&](const SubsetItem& i) { return i.unit == level; });
    if (item == items.end()) continue;
    const PlaceKind above = enclosing_level(level, items);
    std::map<int, std::vector<int>> seen;  // enclosing unit -> units in it, in order
    for (const Processor& p : machine.processors) {
      auto& units = seen[unit_of(p, above)];
      const int unit = unit_of(p, level);
      if (std::find(units.begin(), units.end(), unit) == units.end()) units.push_back(unit);
    }
    std::erase_if(machine.processors, [&](const Processor& p) {
      const auto& units = seen[unit_of(p, above)];
      const auto index = std::find(units.begin(), units.end(), unit_of(p, level)) - units.begin();
      return index < item->offset || (item->count != 0 && index >= item->offset + item->count);
    });
  }
  return machine;
}

void assign_seats(ProcBind policy, const Seat& parent_seat, std::span<Seat> seats) noexcept {
  Seat parent = parent_seat;
  if (parent.place == kNoPlace) parent.place = parent.first;
  const int members = static_cast<int>(seats.size());
  if (policy == ProcBind::primary || policy == ProcBind::false_) {
    std::fill(seats.begin(), seats.end(), parent);
  } else if (policy == ProcBind::spread && members <= parent.count) {
    spread(parent, seats);
  } else {
    // Close, or more members than places: neighbours share a place.
    const int from = parent.place - parent.first;
    deal(members, std::min(members, parent.count), [&](int member, int p) {
      Seat& seat = seats[static_cast<std::size_t>(member)];
      seat = parent;
      seat.place = parent.first + (from + p) % parent.count;
      if (policy != ProcBind::spread) return;
      seat.first = seat.place;
      seat.count = 1;
    });
  }
}

const PlaceList& places() noexcept {
  static constinit std::atomic<const PlaceList*> known{nullptr};
  // acquire: the list whole.
  if (known.load(std::memory_order_acquire) == nullptr) make_places_slow(known);
  return *known.load(std::memory_order_acquire);
}

platform::CpuSet processors_of_places() {
  platform::CpuSet all;
  for (const platform::CpuSet& place : places())
    for (const int cpu : place.list()) all.add(cpu);
  return all;
}

int usable_processors(std::span<const SubsetItem> subset) {
  // 0: nothing fits; the caller's to say
  return subset.empty() ? inherited_mask().count() : processors_of_subset(subset).count();
}

int available_processors() noexcept {
  const Settings& s = settings();
  if (s.places.kind != PlaceKind::none) return s.processors;
  platform::CpuSet now = platform::thread_affinity();
  if (!s.hw_subset.empty()) now = now & processors_of_subset(s.hw_subset);
  const int count = now.count();
  return count > 0 ? count : s.processors;  // the system doesn't say
}

}  // namespace tidemill::core
