// On which memory node a page lies, asked of the kernel: a system call, so the answers are kept.
// Nothing announces that a page moves, so an answer is good for 10 ms. "Nowhere yet" isn't kept:
// the next store changes it.
//
// Pure but for the function that asks: a worker has one, for itself alone.
#pragma once

#include <array>
#include <cstdint>

namespace tidemill::core {

class PageNodes {
 public:
  static constexpr std::uint64_t kKeptUs = 10'000;

  /// The system's number of the node; negative: none. `ask(address)` answers the same; `now` and
  /// `kept` are in the same unit.
  template <class Ask>
  int node_of(const void* address, std::uint64_t now, std::uint64_t kept, Ask&& ask) {
    const std::uintptr_t page = reinterpret_cast<std::uintptr_t>(address) >> kPageBits;
    Entry& entry = entries_[(page ^ page >> 6) % entries_.size()];
    if (entry.page == page && now - entry.asked_at < kept) return entry.node;
    const int node = ask(address);
    if (node >= 0) entry = {page, now, node};
    return node;
  }

 private:
  static constexpr int kPageBits = 12;
  struct Entry {
    std::uintptr_t page = ~std::uintptr_t{0};
    std::uint64_t asked_at = 0;
    int node = -1;
  };
  std::array<Entry, 64> entries_{};
};

}  // namespace tidemill::core
