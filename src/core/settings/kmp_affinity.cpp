// KMP_AFFINITY: [modifier,...]type[,permute][,offset], as Intel's and LLVM's runtimes document it,
// said in OpenMP's words: which places, in which order, and close or spread.
#include <algorithm>

#include "core/settings/places_request.hpp"
#include "core/settings/words.hpp"

namespace tidemill::core {

namespace {

std::optional<PlaceKind> granularity(std::string_view word) noexcept {
  if (is_one_of(word, {"fine", "thread"})) return PlaceKind::threads;
  if (is_one_of(word, {"core", "tile"})) return PlaceKind::cores;
  if (is_one_of(word, {"l3", "l3_cache", "ll_cache", "llc", "module"})) return PlaceKind::ll_caches;
  if (is_one_of(word, {"numa", "node", "numa_domain"})) return PlaceKind::numa_domains;
  if (is_one_of(word, {"socket", "package", "die", "group"})) return PlaceKind::sockets;
  return std::nullopt;
}

/// proclist: numbers, ranges and {groups}, each item of it a place.
std::optional<std::vector<platform::CpuSet>> parse_proclist(std::string_view text) {
  if (text.size() < 2 ||
      !((text.front() == '[' && text.back() == ']') || (text.front() == '{' && text.back() == '}')))
    return std::nullopt;
  std::vector<platform::CpuSet> places;
  for (const std::string_view item : split(text.substr(1, text.size() - 2), ',')) {
    if (item.starts_with('{')) {
      const auto group = parse_places(item);
      if (!group || group->listed.size() != 1) return std::nullopt;
      places.push_back(group->listed.front());
    } else if (const auto range = parse_processor_list(item)) {
      places.insert(places.end(), range->listed.begin(), range->listed.end());
    } else {
      return std::nullopt;
    }
  }
  return places;
}

/// `permute` levels, the innermost first, become the most significant ones.
LevelOrder permuted(LevelOrder order, long permute) noexcept {
  std::rotate(order.begin(), order.end() - permute % static_cast<long>(order.size()), order.end());
  return order;
}

class Parser {
 public:
  bool item(std::string_view word) {
    if (const auto equals = word.find('='); equals != std::string_view::npos)
      return assignment(trim(word.substr(0, equals)), trim(word.substr(equals + 1)));
    return modifier(word) || type(word) || count(word);
  }

  std::optional<KmpAffinity> result() {
    PlacesRequest& places = out_.places;
    if (type_ == Type::none) {
      places = PlacesRequest{};
      return out_;
    }
    if (type_ == Type::explicit_) {
      if (places.listed.empty()) return std::nullopt;
      places.kind = PlaceKind::listed;
    } else {
      places.kind = granularity_;
      places.listed.clear();
      if (type_ != Type::balanced)
        places.order = permuted(type_ == Type::scatter ? kScatterOrder : kCompactOrder, counts_[0]);
      places.offset = static_cast<int>(counts_[1]);
    }
    if (type_ == Type::balanced) out_.bind = ProcBind::spread;
    return out_;
  }

 private:
  enum class Type { none, compact, scatter, balanced, explicit_ };

  bool assignment(std::string_view name, std::string_view value) {
    if (same_word(name, "granularity")) {
      const auto known = granularity(value);
      if (known) granularity_ = *known;
      return known.has_value();
    }
    if (!same_word(name, "proclist")) return false;
    auto places = parse_proclist(value);
    if (places) out_.places.listed = std::move(*places);
    return places.has_value();
  }

  bool modifier(std::string_view word) {
    if (same_word(word, "verbose")) return out_.verbose = true;
    if (same_word(word, "norespect")) return out_.places.whole_machine = true;
    return is_one_of(word, {"noverbose", "warnings", "nowarnings", "respect", "reset", "noreset"});
  }

  bool type(std::string_view word) {
    if (is_one_of(word, {"none", "disabled"})) return set(Type::none);
    if (is_one_of(word, {"compact", "logical"})) return set(Type::compact);
    if (is_one_of(word, {"scatter", "physical"})) return set(Type::scatter);
    if (same_word(word, "balanced")) return set(Type::balanced);
    return same_word(word, "explicit") && set(Type::explicit_);
  }
  bool set(Type type) {
    type_ = type;
    return typed_ = true;
  }

  /// Numbers after the type: permute, then offset.
  bool count(std::string_view word) {
    const auto value = number_between(word, 0, platform::CpuSet::kMost);
    if (!value || !typed_ || counted_ == 2) return false;
    counts_[counted_++] = *value;
    return true;
  }

  KmpAffinity out_;
  Type type_ = Type::none;
  bool typed_ = false;
  PlaceKind granularity_ = PlaceKind::cores;
  std::array<long, 2> counts_{};
  std::size_t counted_ = 0;
};

}  // namespace

std::optional<KmpAffinity> parse_kmp_affinity(std::string_view text) {
  Parser parser;
  for (const std::string_view word : split(text, ','))
    if (!parser.item(word)) return std::nullopt;
  return parser.result();
}

}  // namespace tidemill::core
