#include "core/affinity/next_affinity.hpp"

#include <unwind.h>

#include <array>
#include <utility>

namespace tidemill::core {

namespace {

const void* function_of(const void* code) noexcept {
  return _Unwind_FindEnclosingFunction(const_cast<void*>(code));
}

/// Do both lie in one function, as far as its unwind information tells? Such pairs are few, and a
/// look into that takes a microsecond: a thread remembers those that do.
bool in_one_function(const void* a, const void* b) noexcept {
  using Pair = std::pair<const void*, const void*>;
  static thread_local constinit std::array<Pair, 16> known{};
  Pair& entry = known[(reinterpret_cast<std::uintptr_t>(b) >> 2) % known.size()];
  if (entry == Pair{a, b}) return true;
  if (function_of(a) != function_of(b)) return false;
  entry = {a, b};
  return true;
}

}  // namespace

void bind_next_affinity_slow(Task& creator, const void* data) {
  if ((creator.creates & Task::kNextPlaced) != 0)
    creator.extra.all().next_code = nullptr;
  else
    set_next_affinity(creator, {AffinityKind::data, false, reinterpret_cast<std::intptr_t>(data)});
}

bool next_is_of(const Task& creator, const void* caller) noexcept {
  const void* const code = creator.extra.all().next_code;
  return code == nullptr || caller == nullptr || in_one_function(code, caller);
}

void drop_clause_affinity_slow(Task& creator) noexcept {
  if (creator.extra.extras()->next_code != nullptr)
    creator.creates &= static_cast<std::uint8_t>(~Task::kNextPlaced);
}

}  // namespace tidemill::core
