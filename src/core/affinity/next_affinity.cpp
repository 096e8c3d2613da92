#include "core/affinity/next_affinity.hpp"

#include <unwind.h>

namespace tidemill::core {

namespace {

const void* function_of(const void* code) noexcept {
  return _Unwind_FindEnclosingFunction(const_cast<void*>(code));
}

}  // namespace

void bind_next_affinity_slow(Task& creator, const void* data) {
  if ((creator.creates & Task::kNextPlaced) != 0)
    creator.extra.all().next_code = nullptr;
  else
    set_next_affinity(creator, {AffinityKind::data, false, reinterpret_cast<std::intptr_t>(data)});
}

bool next_is_of_slow(Worker& w, const void* code, const void* caller) noexcept {
  if (code == nullptr || caller == nullptr) return true;
  // As far as unwind information tells.
  if (function_of(code) != function_of(caller)) return false;
  w.same_function.remember(code, caller);
  return true;
}

void drop_clause_affinity_slow(Task& creator) noexcept {
  if (creator.extra.extras()->next_code != nullptr)
    creator.creates &= static_cast<std::uint8_t>(~Task::kNextPlaced);
}

}  // namespace tidemill::core
