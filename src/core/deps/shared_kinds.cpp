#include "core/deps/shared_kinds.hpp"

#include <algorithm>
#include <mutex>
#include <utility>

#include "platform/code_name.hpp"

namespace tidemill::core {

namespace {

union Undestroyed {
  Undestroyed() : kinds() {}
  ~Undestroyed() {}
  SharedKinds kinds;
} undestroyed;

/// Nobody knows the file of its code: it is never told.
constexpr std::uint64_t kNameless = 1;

std::uint64_t name_of(const Profile& profile) {
  const auto place = [](std::uint64_t code) {
    return code == 0 ? 0 : platform::code_name(reinterpret_cast<const void*>(code));
  };
  const std::uint64_t code = place(profile.code);
  if (code == 0) return kNameless;
  std::uint64_t name = 0;
  for (const std::uint64_t word : {code, place(profile.parent), std::uint64_t{profile.bytes},
                                   std::uint64_t{profile.dependences} << 8 | profile.properties}) {
    name = (name ^ word) * 0x9e3779b97f4a7c15u;
    name ^= name >> 29;
  }
  return std::max(name, kNameless + 1);
}

}  // namespace

SharedKinds& shared_kinds = undestroyed.kinds;

void SharedKinds::forget_if_full() {
  if (kinds_.size() < kMost && news_.size() < kMost) return;
  kinds_.clear();
  news_.clear();
}

SharedKinds::Kind& SharedKinds::find(const Profile& profile) {
  const auto at = std::ranges::find(kinds_, profile, &Kind::profile);
  if (at != kinds_.end()) return *at;
  forget_if_full();
  return kinds_.emplace_back(Kind{.profile = profile});
}

void SharedKinds::tell(const SeenKind& kind) {
  const std::lock_guard guard(lock_);
  Kind& known = find(kind.profile);
  known.here = std::max(known.here, kind.seen);
  if (known.name > kNameless) news_[known.name].here = known.here;
}

KindState SharedKinds::elsewhere(const Profile& profile) {
  const std::lock_guard guard(lock_);
  const auto at = news_.find(find(profile).name);
  return at == news_.end() ? KindState::nothing : at->second.elsewhere;
}

void SharedKinds::name_new_kinds() {
  std::vector<std::pair<Profile, std::uint64_t>> named;
  {
    const std::lock_guard guard(lock_);
    for (const Kind& kind : kinds_)
      if (kind.name == 0) named.emplace_back(kind.profile, 0);
  }
  for (auto& [profile, name] : named) name = name_of(profile);
  const std::lock_guard guard(lock_);
  for (const auto& [profile, name] : named) {
    Kind& kind = find(profile);
    kind.name = name;
    if (name == kNameless) continue;
    News& news = news_[name];
    news.here = std::max(news.here, kind.here);
    if (news.elsewhere != KindState::nothing) version_.fetch_add(1, std::memory_order_relaxed);
  }
}

std::size_t SharedKinds::take(std::span<NamedKind> to) {
  name_new_kinds();
  std::size_t taken = 0;
  const std::lock_guard guard(lock_);
  for (auto& [name, news] : news_) {
    const KindState seen = std::max(news.here, news.elsewhere);
    if (seen == news.told) continue;
    if (taken == to.size()) break;
    to[taken++] = {name, seen};
    news.told = seen;
  }
  return taken;
}

void SharedKinds::hear(const NamedKind& kind) {
  const std::lock_guard guard(lock_);
  forget_if_full();
  News& news = news_[kind.name];
  if (kind.seen <= news.elsewhere) return;
  news.elsewhere = kind.seen;
  version_.fetch_add(1, std::memory_order_relaxed);
}

}  // namespace tidemill::core
