// OMP_PLACES, GOMP_CPU_AFFINITY, KMP_HW_SUBSET: texts to requests.
#include <algorithm>

#include "core/settings/places_request.hpp"
#include "core/settings/words.hpp"

namespace tidemill::core {

namespace {

using platform::CpuSet;

constexpr long kMost = CpuSet::kMost;

/// Notes when well-formed text asks for more processors or places than there can be.
class PlacesCursor : public Cursor {
 public:
  using Cursor::Cursor;

  bool fits(bool within) noexcept {
    beyond_ = beyond_ || !within;
    return within;
  }
  bool beyond() const noexcept { return beyond_; }

 private:
  bool beyond_ = false;
};

std::optional<PlaceKind> abstract_name(std::string_view word) noexcept {
  if (same_word(word, "threads")) return PlaceKind::threads;
  if (same_word(word, "cores")) return PlaceKind::cores;
  if (same_word(word, "ll_caches")) return PlaceKind::ll_caches;
  if (same_word(word, "numa_domains")) return PlaceKind::numa_domains;
  if (same_word(word, "sockets")) return PlaceKind::sockets;
  return std::nullopt;
}

std::optional<PlacesRequest> parse_abstract(std::string_view text) {
  Cursor at(text);
  const auto kind = abstract_name(at.take_word());
  if (!kind) return std::nullopt;
  PlacesRequest request;
  request.kind = *kind;
  if (at.take('(')) {
    const auto count = at.take_number();
    if (!count || *count < 1 || *count > kMost || !at.take(')')) return std::nullopt;
    request.count = static_cast<int>(*count);
  }
  if (!at.at_end()) return std::nullopt;
  return request;
}

/// What follows a number or a place: [:length[:stride]].
struct Repeat {
  long length = 1;
  long stride = 1;
};

std::optional<Repeat> take_repeat(PlacesCursor& at) {
  Repeat repeat;
  if (!at.take(':')) return repeat;
  const auto length = at.take_number();
  if (!length || *length < 1 || !at.fits(*length <= kMost)) return std::nullopt;
  repeat.length = *length;
  if (!at.take(':')) return repeat;
  const auto stride = at.take_number(Cursor::Sign::allowed);
  if (!stride || !at.fits(*stride >= -kMost && *stride <= kMost)) return std::nullopt;
  repeat.stride = *stride;
  return repeat;
}

bool in_range(long cpu) noexcept { return cpu >= 0 && cpu < kMost; }

/// number[:length[:stride]] into `set`.
bool take_interval(PlacesCursor& at, CpuSet& set) {
  const auto first = at.take_number();
  const auto repeat = first ? take_repeat(at) : std::nullopt;
  if (!repeat || !at.fits(in_range(*first)) ||
      !at.fits(in_range(*first + (repeat->length - 1) * repeat->stride)))
    return false;
  for (long i = 0; i < repeat->length; ++i) set.add(static_cast<int>(*first + i * repeat->stride));
  return true;
}

/// {interval, !number, ...}, or a number alone.
std::optional<CpuSet> take_place(PlacesCursor& at) {
  CpuSet set;
  if (!at.take('{')) {
    const auto cpu = at.take_number();
    if (!cpu || !at.fits(in_range(*cpu))) return std::nullopt;
    set.add(static_cast<int>(*cpu));
    return set;
  }
  CpuSet without;
  do {
    const bool excluded = at.take('!');
    if (!take_interval(at, excluded ? without : set)) return std::nullopt;
  } while (at.take(','));
  if (!at.take('}')) return std::nullopt;
  for (const int cpu : without.list()) set.remove(cpu);
  if (set.empty()) return std::nullopt;
  return set;
}

std::optional<CpuSet> shifted(const CpuSet& set, long by) {
  CpuSet moved;
  for (const int cpu : set.list()) {
    if (!in_range(cpu + by)) return std::nullopt;
    moved.add(static_cast<int>(cpu + by));
  }
  return moved;
}

bool take_places(PlacesCursor& at, std::vector<CpuSet>& places, std::vector<CpuSet>& without) {
  const bool excluded = at.take('!');
  const auto place = take_place(at);
  if (!place) return false;
  if (excluded) {
    without.push_back(*place);
    return true;
  }
  const auto repeat = take_repeat(at);
  // Many copies of a large place: refuse before memory does.
  if (!repeat || !at.fits(repeat->length * place->count() <= 16 * kMost)) return false;
  for (long i = 0; i < repeat->length; ++i) {
    const auto copy = shifted(*place, i * repeat->stride);
    if (!at.fits(copy && places.size() < static_cast<std::size_t>(kMost))) return false;
    places.push_back(*copy);
  }
  return true;
}

std::optional<PlaceKind> subset_unit(std::string_view word) noexcept {
  if (is_one_of(word, {"s", "socket", "sockets"})) return PlaceKind::sockets;
  if (is_one_of(word, {"n", "numa", "numa_domains"})) return PlaceKind::numa_domains;
  if (is_one_of(word, {"l3", "ll", "l3_cache", "ll_cache"})) return PlaceKind::ll_caches;
  if (is_one_of(word, {"c", "core", "cores"})) return PlaceKind::cores;
  if (is_one_of(word, {"t", "thread", "threads"})) return PlaceKind::threads;
  return std::nullopt;
}

}  // namespace

std::optional<PlacesRequest> parse_places(std::string_view text, bool* beyond) {
  if (auto request = parse_abstract(text)) return request;
  PlacesRequest request;
  request.kind = PlaceKind::listed;
  std::vector<CpuSet> without;
  PlacesCursor at(text);
  do {
    if (take_places(at, request.listed, without)) continue;
    if (beyond != nullptr) *beyond = at.beyond();
    return std::nullopt;
  } while (at.take(','));
  if (!at.at_end()) return std::nullopt;
  std::erase_if(request.listed, [&](const CpuSet& place) {
    return std::find(without.begin(), without.end(), place) != without.end();
  });
  if (request.listed.empty()) return std::nullopt;
  return request;
}

std::optional<PlacesRequest> parse_processor_list(std::string_view text) {
  PlacesRequest request;
  request.kind = PlaceKind::listed;
  Cursor at(text);
  while (!at.at_end()) {
    const auto first = at.take_number();
    auto last = first;
    long stride = 1;
    if (first && at.take('-')) {
      last = at.take_number();
      if (last && at.take(':')) stride = at.take_number().value_or(0);
    }
    if (!first || !last || !in_range(*first) || !in_range(*last) || *last < *first || stride < 1)
      return std::nullopt;
    for (long cpu = *first; cpu <= *last; cpu += stride) {
      request.listed.emplace_back().add(static_cast<int>(cpu));
      if (request.listed.size() > static_cast<std::size_t>(kMost)) return std::nullopt;
    }
    at.take(',');
  }
  if (request.listed.empty()) return std::nullopt;
  return request;
}

std::optional<std::vector<SubsetItem>> parse_hw_subset(std::string_view text) {
  std::vector<SubsetItem> items;
  text = trim(text);
  const bool absolute = text.starts_with(':');
  if (absolute) text.remove_prefix(1);
  for (const std::string_view part : split(text, ',')) {
    Cursor at(part);
    SubsetItem item;
    item.absolute = absolute;
    if (!at.take('*')) {
      const auto count = at.take_number();
      if (!count || *count < 1 || *count > kMost) return std::nullopt;
      item.count = static_cast<int>(*count);
    }
    const auto unit = subset_unit(at.take_word());
    if (!unit) return std::nullopt;
    item.unit = *unit;
    if (at.take('@')) {
      const auto offset = at.take_number();
      if (!offset || *offset > kMost) return std::nullopt;
      item.offset = static_cast<int>(*offset);
    }
    if (!at.at_end()) return std::nullopt;
    items.push_back(item);
  }
  return items;
}

}  // namespace tidemill::core
