// Whether a request is worth a test right after its posting. A test that finds nothing makes MPI's
// whole progress engine run, for one request; left to the next sweep it is tested with others. So
// each call site is remembered: small sends are nearly always done at once, receives seldom.
// Inside MPI only.
#pragma once

#include <cstdint>

namespace tidemill::mpi {

class EagerTests {
 public:
  /// Call sites are told apart by their address; two that share an entry are only guessed worse.
  bool worth(const void* site) noexcept {
    const Entry& entry = entry_of(site);
    return entry.score >= kEven || ++untested_ % kAskAnyway == 0;
  }

  void learn(const void* site, bool was_done) noexcept {
    Entry& entry = entry_of(site);
    if (was_done && entry.score < kMost) ++entry.score;
    if (!was_done && entry.score > 0) --entry.score;
  }

 private:
  static constexpr int kEntries = 64;
  static constexpr std::uint64_t kShare = (std::uint64_t{1} << 63) / (kEntries / 2);
  static constexpr unsigned kAskAnyway = 16;
  static constexpr std::uint8_t kEven = 2, kMost = 3;
  struct Entry {
    std::uint8_t score = kEven;
  };
  Entry& entry_of(const void* site) noexcept {
    constexpr std::uint64_t kGolden = 0x9E3779B97F4A7C15;  // 2^64 / 1.618: spreads neighbours apart
    return entries_[reinterpret_cast<std::uintptr_t>(site) * kGolden / kShare];
  }
  Entry entries_[kEntries];
  unsigned untested_ = 0;
};

}  // namespace tidemill::mpi
