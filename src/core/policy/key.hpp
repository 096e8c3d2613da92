// The ready order: one 64-bit key, smallest first.
//
//   bit  63       0: it resumes, 1: it hasn't begun
//   bits 62..48   class: how urgent it is to a policy, most first, then priorities, highest first
//   bits 47..0    place among equals: the creation stamp, or what the policy puts there
//
// A task is given (priority, creation stamp) when it is created. When it becomes ready the policy
// (policy/policy.hpp) may give its place in the queue another key; the queue's entry has that one.
//
// *Urgency* is what a policy finds out about tasks that lead to a message (policy/sa.cpp). It has
// a range of its own, above all priorities that a program can give, however high
// OMP_MAX_TASK_PRIORITY is; under `fa` urgency is part of the place. A task that was suspended
// keeps the class of its priority or mark among those that resume.
//
// Why creation order by default: it is the order in which the program would run alone, so it keeps
// the oldest iteration of a wave-front moving (docs/decisions/ready-order.md has the figures).
//
// Stamps come from a counter of each worker, advanced past the stamp of every task the worker
// starts or resumes (Lamport's clock): tasks of one creator are in program order, a task comes
// after the task that created it, and no counter is shared.
#pragma once

#include <algorithm>
#include <cstdint>

namespace tidemill::core {

inline constexpr std::uint64_t kStampBits = 48;
inline constexpr std::uint64_t kStampMask = (std::uint64_t{1} << kStampBits) - 1;
inline constexpr std::uint64_t kNoKey = ~std::uint64_t{0};
inline constexpr std::uint64_t kNotBegun = std::uint64_t{1} << 63;
inline constexpr int kMostPriority = 0x3ffe;
/// Of a task that sends; 0: of one that leads to no send.
inline constexpr int kMostUrgency = 0x3fff;
/// How urgent a task is to a policy; 0: not at all. The numbers' meaning is the policy's own
/// affair.
using Urgency = std::int64_t;

/// Key of a task of `priority` (0 to kMostPriority; more is clamped) created at `stamp`.
constexpr std::uint64_t order_key(int priority, std::uint64_t stamp) noexcept {
  const auto class_bits =
      static_cast<std::uint64_t>(0x7ffe - std::clamp(priority, 0, kMostPriority));
  return kNotBegun | class_bits << kStampBits | (stamp & kStampMask);
}

/// The same task once it was suspended and may go on: before all that haven't begun.
constexpr std::uint64_t resumed_key(std::uint64_t key) noexcept { return key & ~kNotBegun; }
constexpr bool is_resumed_key(std::uint64_t key) noexcept { return (key & kNotBegun) == 0; }
inline constexpr std::uint64_t kLastResumedKey = kNotBegun - 1;

constexpr bool same_class(std::uint64_t a, std::uint64_t b) noexcept {
  return (a ^ b) <= kStampMask;
}

constexpr std::uint64_t stamp_of(std::uint64_t key) noexcept { return key & kStampMask; }
/// The key's class, with another place in it.
constexpr std::uint64_t with_place(std::uint64_t key, std::uint64_t place) noexcept {
  return (key & ~kStampMask) | (place & kStampMask);
}

/// The key in the class of `urgency`, if there is any.
constexpr std::uint64_t with_urgency(std::uint64_t key, Urgency urgency) noexcept {
  if (urgency <= 0) return key;
  const auto class_bits = static_cast<std::uint64_t>(kMostUrgency - urgency);
  return (key & (kNotBegun | kStampMask)) | class_bits << kStampBits;
}
constexpr int urgency_of_key(std::uint64_t key) noexcept {
  const auto class_bits = static_cast<int>(resumed_key(key) >> kStampBits);
  return class_bits < kMostUrgency ? kMostUrgency - class_bits : 0;
}

}  // namespace tidemill::core
