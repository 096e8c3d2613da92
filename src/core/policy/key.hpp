// The ready order: one 64-bit key, smallest first.
//
//   bits 63..48   class: 0 for resumed fibers, then priorities from highest to lowest
//   bits 47..0    place among equals: the creation stamp, or what the policy puts there
//
// A task is given (priority, creation stamp) when it is created, and keeps that for good. When it
// becomes ready the policy (policy/policy.hpp) may give its place in the queue another key; the
// queue's entry has that one.
//
// Why creation order by default: it is the order in which the program would run alone, so it keeps
// the oldest iteration of a wave-front moving (docs/decisions/ready-order.md has the figures).
//
// Stamps come from a counter of each worker, advanced past the stamp of every task the worker
// starts or resumes (Lamport's clock): tasks of one producer are in program order, a task comes
// after the task that created it, and no counter is shared.
#pragma once

#include <algorithm>
#include <cstdint>

namespace tidemill::core {

inline constexpr std::uint64_t kStampBits = 48;
inline constexpr std::uint64_t kStampMask = (std::uint64_t{1} << kStampBits) - 1;
inline constexpr std::uint64_t kNoKey = ~std::uint64_t{0};
inline constexpr int kMostPriority = 0xfffd;

/// Key of a task of `priority` (0 to kMostPriority; more is clamped) created at `stamp`.
constexpr std::uint64_t order_key(int priority, std::uint64_t stamp) noexcept {
  const auto class_bits =
      static_cast<std::uint64_t>(0xfffe - std::clamp(priority, 0, kMostPriority));
  return class_bits << kStampBits | (stamp & kStampMask);
}

/// The same task once it was suspended and may go on: before all that haven't begun.
constexpr std::uint64_t resumed_key(std::uint64_t key) noexcept { return key & kStampMask; }
constexpr bool is_resumed_key(std::uint64_t key) noexcept { return key <= kStampMask; }

constexpr std::uint64_t stamp_of(std::uint64_t key) noexcept { return key & kStampMask; }
/// The key's class, with another place in it.
constexpr std::uint64_t with_place(std::uint64_t key, std::uint64_t place) noexcept {
  return (key & ~kStampMask) | (place & kStampMask);
}

}  // namespace tidemill::core
