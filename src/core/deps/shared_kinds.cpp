#include "core/deps/shared_kinds.hpp"

#include <mutex>

#include "platform/code_name.hpp"

namespace tidemill::core {

namespace {

/// 0: nobody knows the file of its code, so it has none.
std::uint64_t name_of(const Profile& profile) noexcept {
  const auto place = [](std::uint64_t code) {
    return code == 0 ? 0 : platform::code_name(reinterpret_cast<const void*>(code));
  };
  const std::uint64_t code = place(profile.code);
  if (code == 0) return 0;
  std::uint64_t name = 0;
  for (const std::uint64_t word : {code, place(profile.parent), std::uint64_t{profile.bytes},
                                   std::uint64_t{profile.dependences} << 8 | profile.properties}) {
    name = (name ^ word) * 0x9e3779b97f4a7c15u;
    name ^= name >> 29;
  }
  return name;
}

}  // namespace

/// Under the lock. True: that is news.
bool SharedKinds::note(const NamedKind& kind) {
  if (kind.name == 0 || (news_.size() >= kMost && !news_.contains(kind.name))) return false;
  News& news = news_[kind.name];
  if (kind.seen <= news.seen) return false;
  news.seen = kind.seen;
  return true;
}

void SharedKinds::tell(const SeenKind& kind) {
  const std::uint64_t name = name_of(kind.profile);
  const std::lock_guard guard(lock_);
  note({name, kind.seen});
}

KindState SharedKinds::seen(const Profile& profile) {
  const std::uint64_t name = name_of(profile);
  const std::lock_guard guard(lock_);
  const auto at = news_.find(name);
  return at == news_.end() ? KindState::nothing : at->second.seen;
}

std::size_t SharedKinds::take(std::span<NamedKind> to) {
  std::size_t taken = 0;
  const std::lock_guard guard(lock_);
  for (auto& [name, news] : news_) {
    if (news.seen == news.told) continue;
    if (taken == to.size()) break;
    to[taken++] = {name, news.seen};
    news.told = news.seen;
  }
  return taken;
}

void SharedKinds::hear(const NamedKind& kind) {
  const std::lock_guard guard(lock_);
  if (note(kind)) version_.fetch_add(1, std::memory_order_relaxed);
}

}  // namespace tidemill::core
