// OMP_ALLOCATOR: a predefined allocator, or a memory space with traits
// (omp_high_bw_mem_space:alignment=64,fallback=null_fb).
#include <array>

#include "abi/memory/allocator.hpp"
#include "core/settings/reader.hpp"
#include "core/settings/words.hpp"

namespace tidemill::memory {

namespace {

constexpr std::array<std::string_view, 9> kAllocators{
    "omp_null_allocator",   "omp_default_mem_alloc", "omp_large_cap_mem_alloc",
    "omp_const_mem_alloc",  "omp_high_bw_mem_alloc", "omp_low_lat_mem_alloc",
    "omp_cgroup_mem_alloc", "omp_pteam_mem_alloc",   "omp_thread_mem_alloc"};
constexpr std::array<std::string_view, 5> kSpaces{"omp_default_mem_space",
                                                  "omp_large_cap_mem_space", "omp_const_mem_space",
                                                  "omp_high_bw_mem_space", "omp_low_lat_mem_space"};
constexpr std::array<std::string_view, 9> kKeys{"",        "sync_hint", "alignment",
                                                "access",  "pool_size", "fallback",
                                                "fb_data", "pinned",    "partition"};
struct NamedValue {
  std::string_view name;
  TraitKey key;
  std::uintptr_t value;
};
constexpr std::array kValues{
    NamedValue{"contended", TraitKey::sync_hint, trait_value::contended},
    NamedValue{"uncontended", TraitKey::sync_hint, trait_value::uncontended},
    NamedValue{"serialized", TraitKey::sync_hint, trait_value::serialized},
    NamedValue{"sequential", TraitKey::sync_hint, trait_value::serialized},
    NamedValue{"private", TraitKey::sync_hint, trait_value::private_},
    NamedValue{"all", TraitKey::access, trait_value::all},
    NamedValue{"cgroup", TraitKey::access, trait_value::cgroup},
    NamedValue{"pteam", TraitKey::access, trait_value::pteam},
    NamedValue{"thread", TraitKey::access, trait_value::thread},
    NamedValue{"default_mem_fb", TraitKey::fallback, trait_value::default_mem_fb},
    NamedValue{"null_fb", TraitKey::fallback, trait_value::null_fb},
    NamedValue{"abort_fb", TraitKey::fallback, trait_value::abort_fb},
    NamedValue{"allocator_fb", TraitKey::fallback, trait_value::allocator_fb},
    NamedValue{"true", TraitKey::pinned, trait_value::true_},
    NamedValue{"false", TraitKey::pinned, trait_value::false_},
    NamedValue{"environment", TraitKey::partition, trait_value::environment},
    NamedValue{"nearest", TraitKey::partition, trait_value::nearest},
    NamedValue{"blocked", TraitKey::partition, trait_value::blocked},
    NamedValue{"interleaved", TraitKey::partition, trait_value::interleaved},
};

template <std::size_t N>
std::optional<std::size_t> index_in(const std::array<std::string_view, N>& names,
                                    std::string_view word) noexcept {
  for (std::size_t i = 0; i < N; ++i)
    if (!names[i].empty() && core::same_word(names[i], word)) return i;
  return std::nullopt;
}

std::optional<std::uintptr_t> value_of(TraitKey key, std::string_view word) noexcept {
  if (key == TraitKey::alignment || key == TraitKey::pool_size) {
    const auto bytes = core::size(word, 1);
    return bytes ? std::optional<std::uintptr_t>(*bytes) : std::nullopt;
  }
  if (key == TraitKey::fb_data) {
    const auto allocator = index_in(kAllocators, word);
    return allocator ? std::optional<std::uintptr_t>(*allocator) : std::nullopt;
  }
  for (const NamedValue& candidate : kValues)
    if (candidate.key == key && core::same_word(candidate.name, word)) return candidate.value;
  return std::nullopt;
}

std::optional<std::vector<AllocatorTrait>> parse_traits(std::string_view text) {
  std::vector<AllocatorTrait> traits;
  for (const std::string_view part : core::split(text, ',')) {
    const auto equals = part.find('=');
    if (equals == std::string_view::npos) return std::nullopt;
    const auto key = index_in(kKeys, core::trim(part.substr(0, equals)));
    if (!key) return std::nullopt;
    const auto value = value_of(static_cast<TraitKey>(*key), core::trim(part.substr(equals + 1)));
    if (!value) return std::nullopt;
    traits.push_back({static_cast<int>(*key), *value});
  }
  return traits;
}

AllocatorHandle parse_allocator(std::string_view text) {
  if (const auto known = index_in(kAllocators, core::trim(text))) return *known;
  const auto colon = text.find(':');
  const auto space = index_in(kSpaces, core::trim(text.substr(0, colon)));
  if (!space) return kNullAllocator;
  if (colon == std::string_view::npos) return make_allocator(*space, {});
  const auto traits = parse_traits(text.substr(colon + 1));
  return traits ? make_allocator(*space, *traits) : kNullAllocator;
}

}  // namespace

}  // namespace tidemill::memory

namespace tidemill::core {

void read_allocator_settings(Reader& reader) {
  const auto v = reader.find("OMP_ALLOCATOR");
  if (!v) return;
  const memory::AllocatorHandle allocator = memory::parse_allocator(v->text);
  if (allocator == memory::kNullAllocator)
    return reader.refuse(*v, "a predefined allocator, or a memory space with its traits",
                         "omp_default_mem_alloc");
  reader.settings().initial.default_allocator = allocator;
  reader.settings().allocator_text = trim(v->text);
  reader.took(Setting::allocator, *v);
}

}  // namespace tidemill::core
