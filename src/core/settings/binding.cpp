// OMP_PROC_BIND, OMP_PLACES, GOMP_CPU_AFFINITY, KMP_AFFINITY, KMP_HW_SUBSET. OpenMP's own
// variables win; of the others the first that is set.
#include <climits>
#include <string>

#include "core/settings/reader.hpp"
#include "core/settings/words.hpp"

namespace tidemill::core {

namespace {

std::optional<ProcBind> policy(std::string_view word) noexcept {
  if (is_one_of(word, {"primary", "master"})) return ProcBind::primary;
  if (same_word(word, "close")) return ProcBind::close;
  if (same_word(word, "spread")) return ProcBind::spread;
  return std::nullopt;
}

/// true, false, or a policy per level.
std::optional<std::vector<ProcBind>> parse_proc_bind(std::string_view text) {
  if (same_word(trim(text), "true")) return std::vector{ProcBind::true_};
  if (same_word(trim(text), "false")) return std::vector{ProcBind::false_};
  std::vector<ProcBind> list;
  for (const std::string_view word : split(text, ',')) {
    const auto known = policy(word);
    if (!known) return std::nullopt;
    list.push_back(*known);
  }
  return list;
}

bool read_places(Reader& reader) {
  const auto v = reader.find("OMP_PLACES");
  if (!v) return false;
  bool beyond = false;
  auto request = parse_places(v->text, &beyond);
  if (!request && beyond) {
    reader.remark(*v, "out of range, processors and places are numbered from 0 to " +
                          std::to_string(platform::CpuSet::kMost - 1) + ": using no places");
    return false;
  }
  if (!request) {
    reader.refuse(*v,
                  "threads, cores, ll_caches, numa_domains or sockets, with (N) or without, nor a "
                  "list such as {0:4}:2:4,!{8}",
                  "no places");
    return false;
  }
  reader.settings().places = std::move(*request);
  reader.settings().places.variable = v->name;
  reader.took(Setting::places, *v);
  return true;
}

/// Is binding on?
enum class Bound { unset, off, on };

Bound read_proc_bind(Reader& reader) {
  auto list = reader.take(Setting::proc_bind, {"OMP_PROC_BIND"}, parse_proc_bind,
                          "true, false or a list of primary, close and spread", "the default");
  if (!list) return Bound::unset;
  Settings& s = reader.settings();
  s.initial.proc_bind = std::move(*list);
  if (s.initial.proc_bind.size() > 1) s.initial.max_active_levels = INT_MAX;
  return s.initial.proc_bind.front() == ProcBind::false_ ? Bound::off : Bound::on;
}

void use(Reader& reader, const Variable& v, PlacesRequest&& places, ProcBind bind) {
  Settings& s = reader.settings();
  const bool any = places.kind != PlaceKind::none;
  s.places = std::move(places);
  s.places.variable = v.name;
  s.initial.proc_bind = {any ? bind : ProcBind::false_};
  reader.took(Setting::proc_bind, v);
}

void read_foreign_affinity(Reader& reader) {
  if (const auto v = reader.find("KMP_AFFINITY")) {
    auto parsed =
        reader.take(Setting::places, {v->name}, parse_kmp_affinity,
                    "a type (none, compact, scatter, balanced, explicit with proclist=[...]) "
                    "with its modifiers",
                    "no binding");
    if (!parsed) return;
    if (parsed->verbose) reader.settings().display_affinity = true;
    use(reader, *v, std::move(parsed->places), parsed->bind);
  } else if (const auto list = reader.find("GOMP_CPU_AFFINITY")) {
    auto places = reader.take(Setting::places, {list->name}, parse_processor_list,
                              "a list of processors such as 0 3 4-10:2", "no binding");
    if (places) use(reader, *list, std::move(*places), ProcBind::close);
  }
}

void read_hw_subset(Reader& reader) {
  if (auto items = reader.take(Setting::hw_subset, {"KMP_HW_SUBSET"}, parse_hw_subset,
                               "a list of counts and units such as 2s,4c@1,1t", "all processors"))
    reader.settings().hw_subset = std::move(*items);
}

}  // namespace

void read_binding_settings(Reader& reader) {
  Settings& s = reader.settings();
  s.initial.proc_bind = {ProcBind::false_};
  read_hw_subset(reader);
  const bool places = read_places(reader);
  const Bound bound = read_proc_bind(reader);
  if (places && bound == Bound::unset) {
    s.initial.proc_bind = {ProcBind::true_};  // who names places wants threads in them
    s.origin[static_cast<std::size_t>(Setting::proc_bind)] = s.places.variable;
  }
  if (!places && bound == Bound::unset) read_foreign_affinity(reader);
  if (!s.hw_subset.empty() && bound == Bound::unset && s.places.kind == PlaceKind::none) {
    s.places.kind = PlaceKind::whole;  // nothing else said: threads stay inside the subset
    s.initial.proc_bind = {ProcBind::primary};
  }
  if (bound == Bound::off) s.places = PlacesRequest{};
  const bool binding = s.initial.proc_bind.front() != ProcBind::false_;
  if (binding && s.places.kind == PlaceKind::none) s.places.kind = PlaceKind::cores;
}

}  // namespace tidemill::core
